import { readFileSync } from "node:fs";
import { join } from "node:path";
import { writeWhole } from "../../../../package/writing.js";

const FILE = "lane-uses.json";
/** A lane becomes idle at most this long after it was opened or used. Its file is written then. */
const RESTS_WITHIN_MS = 5_000;

/** Since when each lane has been unused (milliseconds since the epoch), as known at an instant. */
export interface LaneUses {
  readonly at: number;
  readonly since: ReadonlyMap<string, number>;
}

/** A folder's record of its lanes' uses. Undefined if it has no readable one. */
export function usesIn(folder: string): LaneUses | undefined {
  try {
    const { at, since } = JSON.parse(readFileSync(join(folder, FILE), "utf8"));
    return { at, since: new Map(since) };
  } catch {
    return undefined;
  }
}

/** Ignores errors: without the record, lanes only stay longer. */
export function keepUsesIn(folder: string, { at, since }: LaneUses): void {
  try {
    writeWhole(join(folder, FILE), JSON.stringify({ at, since: [...since] }), 0o600);
  } catch {}
}

/** A start opens all lanes and writes to their files, so the files' times alone would count each start as a use. */
export function lastUseOf(name: string, lastWrite: number | undefined, uses: LaneUses | undefined): number | undefined {
  const isSince = uses !== undefined && (lastWrite ?? 0) <= uses.at + RESTS_WITHIN_MS;
  return (isSince ? uses.since.get(name) : undefined) ?? lastWrite;
}
