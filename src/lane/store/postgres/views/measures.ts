import type { StorageMeasures } from "../../../ports/storage-measures.js";
import type { Statement } from "../connection/connection.js";
import type { Database } from "../connection/database.js";
import { LANE_NOW } from "../units/lane-state.js";

const measures: Statement = {
  name: "measures",
  text: `SELECT count(*) FILTER (WHERE o.state = 'due') AS due, count(*) FILTER (WHERE o.state = 'in-flight') AS in_flight,
      coalesce(max(l.now - o.due_at) FILTER (WHERE o.state = 'due'), 0)::float8 AS oldest
    FROM (SELECT id, ${LANE_NOW} AS now FROM lanes WHERE name IS NOT NULL) l
    JOIN outbox o ON o.lane_id = l.id AND o.state IN ('due', 'in-flight')`,
};

/** The state of all lanes in the database. */
export async function measuresOf(database: Database): Promise<StorageMeasures> {
  const [{ due, in_flight, oldest }] = (await database.rows(measures)) as [
    { due: number; in_flight: number; oldest: number },
  ];
  return { due, inFlight: in_flight, oldestDueMs: Math.max(0, oldest) };
}
