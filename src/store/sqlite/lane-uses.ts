import { readFileSync } from "node:fs";
import { join } from "node:path";
import { writeWhole } from "../../package/whole-file.js";

const FILE = "lane-uses.json";
/** A lane that was opened or used rests soon after, and its file is written to then. */
const RESTS_WITHIN_MS = 5_000;

/** Since when each lane was not used, as it was known at an instant; in milliseconds since the epoch. */
export interface LaneUses {
  readonly at: number;
  readonly since: ReadonlyMap<string, number>;
}

/** What a folder keeps of its lanes' uses; undefined where it keeps nothing that can be read. */
export function usesIn(folder: string): LaneUses | undefined {
  try {
    const { at, since } = JSON.parse(readFileSync(join(folder, FILE), "utf8"));
    return { at, since: new Map(since) };
  } catch {
    return undefined;
  }
}

/** Where it cannot be written, lanes stay longer. */
export function keepUsesIn(folder: string, { at, since }: LaneUses): void {
  try {
    writeWhole(join(folder, FILE), JSON.stringify({ at, since: [...since] }));
  } catch {}
}

/** A start opens all lanes, and writes to their files: their times alone would make each start a use. */
export function lastUseOf(name: string, lastWrite: number | undefined, uses: LaneUses | undefined): number | undefined {
  const isSince = uses !== undefined && (lastWrite ?? 0) <= uses.at + RESTS_WITHIN_MS;
  return (isSince ? uses.since.get(name) : undefined) ?? lastWrite;
}
