import type { LaneLimit } from "../../../ports/lane-storage.js";
import type { Row } from "../connection/connection.js";
import type { Database } from "../connection/database.js";

export const laneId = "SELECT id FROM lanes WHERE name = $1";
/** Takes the name from a lane. Its rows are removed later. */
export const dropLane = "UPDATE lanes SET name = NULL, dropped_at = clock_timestamp() WHERE name = $1 RETURNING id";
const lockName = "SELECT pg_advisory_xact_lock(46551, hashtext(current_schema() || ' ' || $1))";
/** Makes new lanes with limits wait for one another, so that each counts the others. */
const limiting = "SELECT pg_advisory_xact_lock(46555, hashtext(current_schema()))";
const countLanes = "SELECT count(*) AS lanes FROM lanes WHERE name LIKE $1";
const giveName = "UPDATE lanes SET name = $1 WHERE id = $2";
const discardLane = "UPDATE lanes SET dropped_at = clock_timestamp() WHERE id = $1";

interface Naming {
  /** Taken: another process has created a lane of this name first. Too many: the limits allow no more lanes. */
  readonly outcome: "named" | "taken" | "too-many";
  /** The lanes that lost the name. */
  readonly gone: readonly Row[];
}

/** Gives a lane its name. If it doesn't get it, it is dropped before anyone has seen it. */
export async function nameLane(
  database: Database,
  { name, id, isReplacing }: { readonly name: string; readonly id: number; readonly isReplacing: boolean },
  limits: readonly LaneLimit[],
): Promise<Naming> {
  const naming = await database.transaction(async ({ rows }): Promise<Naming> => {
    // Locks first, because a statement that waits for a lock would not see the lane that its holder has created.
    const locks = [...(limits.length > 0 ? [rows(limiting)] : []), rows(lockName, [name])];
    const counts = limits.map(({ lanes }) => rows(countLanes, [likeOf(lanes)]));
    const [[taken], counted] = await Promise.all([rows(laneId, [name]), Promise.all(counts), ...locks]);
    if (taken && !isReplacing) return { outcome: "taken", gone: [] };
    if (!taken && limits.some(({ most }, n) => counted[n]![0].lanes >= most)) return { outcome: "too-many", gone: [] };
    const [gone] = await Promise.all([rows(dropLane, [name]), rows(giveName, [name, id])]);
    return { outcome: "named", gone };
  });
  if (naming.outcome !== "named") await database.rows(discardLane, [id]);
  return naming;
}

/** A pattern of lanes, for LIKE. */
const likeOf = (pattern: string): string => pattern.replace(/[\\%_]/g, "\\$&").replaceAll("*", "%");
