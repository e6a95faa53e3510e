/** One member of two JSON texts, where either has it. */
export interface Difference {
  /** Such as `lineItems[0].quantity`; empty for the whole text. */
  readonly path: string;
  readonly here: string | undefined;
  readonly there: string | undefined;
}

/** The members by which two JSON texts differ, in the order in which they stand; texts that are no JSON are compared whole. */
export function differences(here: string, there: string): readonly Difference[] {
  const [a, b] = [membersOf(here), membersOf(there)];
  return [...new Set([...a.keys(), ...b.keys()])]
    .map((path) => ({ path, here: a.get(path), there: b.get(path) }))
    .filter((one) => one.here !== one.there);
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
