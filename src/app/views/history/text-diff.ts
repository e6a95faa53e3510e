/** A member of one or both of two JSON texts, with its value in each. */
export interface Difference {
  /** For example `lineItems[0].quantity`. Empty for the whole text. */
  readonly path: string;
  readonly here: string | undefined;
  readonly there: string | undefined;
}

/** Members that differ between two JSON texts, in document order. Compares anything else as plain text. */
export const differences = (here: string, there: string): readonly Difference[] =>
  besides(here, there).filter(({ isSame }) => !isSame);

/** All members of two JSON texts, in document order, each with both values. */
export function besides(here: string, there: string): readonly (Difference & { readonly isSame: boolean })[] {
  const [a, b] = [membersOf(here), membersOf(there)];
  return [...new Set([...a.keys(), ...b.keys()])].map((path) => {
    const [one, other] = [a.get(path), b.get(path)];
    return { path, here: one, there: other, isSame: one === other };
  });
}

function membersOf(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const visit = (value: unknown, path: string): void => {
    if (Array.isArray(value) && value.length > 0) for (const [i, one] of value.entries()) visit(one, `${path}[${i}]`);
    else if (typeof value === "object" && value !== null && Object.keys(value).length > 0)
      for (const [name, one] of Object.entries(value)) visit(one, path === "" ? name : `${path}.${name}`);
    else found.set(path, JSON.stringify(value));
  };
  try {
    visit(JSON.parse(text), "");
  } catch {
    found.set("", text);
  }
  return found;
}
