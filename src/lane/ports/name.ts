/**
 * Whether a text may name a lane or a snapshot. Names become file names, so paths and special characters are not
 * allowed.
 */
export const isName = (text: string): boolean => /^[A-Za-z0-9._-]{1,64}$/.test(text) && text !== "." && text !== "..";

/** The rule for names, for messages and docs. */
export const NAME_RULE = "letters, digits, '.', '_' and '-', up to 64";

/** Returns the name. Throws if an earlier check should have refused it. */
export function assertName(name: string): string {
  if (!isName(name)) throw new Error(`expected a name of ${NAME_RULE}, found ${JSON.stringify(name.slice(0, 100))}`);
  return name;
}

/** An id in a path or a query. Undefined if the text can't be an id. */
export const readId = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,10}$/.test(text) ? Number(text) : undefined;
