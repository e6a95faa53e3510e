/**
 * Builds `WHERE a = ? AND …` from the given filters, or an empty text without filters. `before`: only ids below this
 * one.
 */
export function where(
  conditions: Readonly<Record<string, unknown>>,
  before?: number,
): { readonly clause: string; readonly values: unknown[] } {
  const given = Object.entries(conditions).filter(([, value]) => value !== undefined);
  const clauses = given.map(([column]) => `${column} = ?`).concat(before === undefined ? [] : ["id < ?"]);
  return {
    clause: clauses.length === 0 ? "" : ` WHERE ${clauses.join(" AND ")}`,
    values: given.map(([, value]) => value).concat(before ?? []),
  };
}
