import type { Row } from "../connection/connection.js";
import type { ReadRows } from "./reads.js";

export const DEFAULT_LIMIT = 100;

/** The most rows of a statement, so that none takes long, and a silent connection is noticed in each. */
const PIECE_MAX = 10_000;

interface Wanted {
  /** Values of columns. An undefined one is no condition. */
  readonly where?: Readonly<Record<string, unknown>>;
  readonly and?: string;
  /** Only ids below this one. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** The lane's newest rows, in pieces. `select` names a table and reads at least the id. */
export async function newest(
  rows: ReadRows,
  select: string,
  { where = {}, and = "", before, limit }: Wanted,
): Promise<Row[]> {
  const given = Object.entries(where).filter(([, value]) => value !== undefined);
  const equal = given.map(([column], n) => ` AND ${column} = $${n + 2}`).join("");
  const values = given.map(([, value]) => value);
  const found: Row[] = [];
  for (let below = before; ; below = found.at(-1).id) {
    const all = below === undefined ? values : [...values, below];
    const older = below === undefined ? "" : ` AND id < $${all.length + 1}`;
    const size = Math.min(PIECE_MAX, limit - found.length);
    const text = `${select} WHERE lane_id = $1${equal}${older}${and} ORDER BY id DESC LIMIT $${all.length + 2}`;
    const piece = await rows(text, ...all, size);
    for (const row of piece) found.push(row);
    if (piece.length < size || found.length === limit) return found;
  }
}
