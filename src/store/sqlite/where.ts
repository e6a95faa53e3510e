/** Builds `WHERE a = ? AND …` of what is given; nothing given, no clause. */
export function where(conditions: Readonly<Record<string, unknown>>): {
  readonly clause: string;
  readonly values: unknown[];
} {
  const given = Object.entries(conditions).filter(([, value]) => value !== undefined);
  return {
    clause: given.length === 0 ? "" : ` WHERE ${given.map(([column]) => `${column} = ?`).join(" AND ")}`,
    values: given.map(([, value]) => value),
  };
}
