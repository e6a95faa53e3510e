/** What a document states, by its id there (extract.ts makes it), and what that says in short. */
export type Rows = Readonly<Record<string, string>>;

/** Puts the section before each name. */
export const under = (section: string, rows: Rows): Rows =>
  Object.fromEntries(Object.entries(rows).map(([name, says]) => [`${section} ${name}`, says]));
