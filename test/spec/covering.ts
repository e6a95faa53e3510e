/** A test by its file, below test, and its words: its title, or that of the case of its table. */
export interface Covering {
  readonly file: string;
  readonly test: string;
}

export type Covers = Readonly<Record<string, readonly Covering[]>>;

export const of =
  (file: string) =>
  (...tests: readonly string[]): readonly Covering[] =>
    tests.map((test) => ({ file, test }));

/** The tests of a row, from several lists. */
export const coversBy =
  (lists: readonly Covers[]) =>
  (row: string): readonly Covering[] => {
    const all = lists.flatMap((list) => list[row] ?? []);
    return [...new Map(all.map((one) => [`${one.file}: ${one.test}`, one])).values()];
  };

/** The same tests for each of these rows of a section. */
export const each = (section: string, names: string, tests: readonly Covering[]): Covers =>
  Object.fromEntries(names.split(" ").map((name) => [`${section} ${name}`, tests]));
