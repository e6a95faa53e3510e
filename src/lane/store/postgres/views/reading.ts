import type { Row } from "../connection/connection.js";

export const DEFAULT_LIMIT = 100;

/** The most rows of a statement, so that none takes long, and a silent connection is noticed in each. */
const PIECE_MAX = 10_000;

/** At most `limit` rows with ids below `before`, in pieces. `read` returns a piece, newest first. */
export async function inPieces<T extends { readonly id: number }>(
  before: number | undefined,
  limit: number,
  read: (before: number | undefined, limit: number) => Promise<readonly T[]>,
): Promise<T[]> {
  const found: T[] = [];
  for (let below = before; ; below = found.at(-1)!.id) {
    const size = Math.min(PIECE_MAX, limit - found.length);
    const piece = await read(below, size);
    for (const one of piece) found.push(one);
    if (piece.length < size || found.length === limit) return found;
  }
}

export type Rows = (text: string, ...values: readonly unknown[]) => Promise<readonly Row[]>;

/** `WHERE` with the lane, the given filters, and ids below `before`. */
export function where(
  conditions: Readonly<Record<string, unknown>>,
  before: number | undefined,
): { readonly clause: string; readonly values: unknown[] } {
  const given = Object.entries(conditions).filter(([, value]) => value !== undefined);
  const equal = given.map(([column], i) => `${column} = $${i + 2}`);
  const below = before === undefined ? [] : [`id < $${given.length + 2}`];
  const values = given.map(([, value]) => value);
  return {
    clause: ["WHERE lane_id = $1", ...equal, ...below].join(" AND "),
    values: before === undefined ? values : [...values, before],
  };
}
