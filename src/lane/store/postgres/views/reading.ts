import type { Row } from "../connection/connection.js";
import type { ReadRows } from "./reads.js";

export const DEFAULT_LIMIT = 100;

/** The most rows of a statement, so that none takes long, and a silent connection is noticed in each. */
const PIECE_MAX = 10_000;
/** How many rows to read at once if some of them are not wanted. */
const SIFTED = 500;

interface Wanted<T> {
  /** Values of columns. An undefined one is no condition. */
  readonly where?: Readonly<Record<string, unknown>>;
  readonly and?: string;
  /** Only ids below this one. */
  readonly before?: number | undefined;
  readonly limit?: number | undefined;
  /** Left out: all are. */
  readonly isWanted?: ((one: T) => boolean) | undefined;
}

/** The lane's newest rows, in pieces. `select` names a table and reads at least the id. */
export async function newest<T>(
  rows: ReadRows,
  select: string,
  read: (row: Row) => T,
  { where = {}, and = "", before, limit = DEFAULT_LIMIT, isWanted }: Wanted<T>,
): Promise<readonly T[]> {
  const given = Object.entries(where).filter(([, value]) => value !== undefined);
  const equal = given.map(([column], n) => ` AND ${column} = $${n + 2}`).join("");
  const values = given.map(([, value]) => value);
  const found: T[] = [];
  for (let below = before; ; ) {
    const all = below === undefined ? values : [...values, below];
    const older = below === undefined ? "" : ` AND id < $${all.length + 1}`;
    const size = isWanted ? SIFTED : Math.min(PIECE_MAX, limit - found.length);
    const text = `${select} WHERE lane_id = $1${equal}${older}${and} ORDER BY id DESC LIMIT $${all.length + 2}`;
    const piece = await rows(text, ...all, size);
    for (const one of piece.map(read)) if (isWanted?.(one) !== false) found.push(one);
    if (piece.length < size || found.length >= limit) return found.slice(0, limit);
    below = piece.at(-1).id;
  }
}
