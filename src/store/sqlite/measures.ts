import type { StorageMeasures } from "../../app/ports/storage-measures.js";
import type { Instant } from "../../domain/money.js";
import type { Statements } from "./statements.js";

/** How a lane's notifications stand. */
export function measuresOf(sql: Statements, now: Instant): StorageMeasures {
  const { due, in_flight, oldest } = sql
    .of(
      `SELECT count(*) FILTER (WHERE state = 'due') AS due, count(*) FILTER (WHERE state = 'in-flight') AS in_flight,
        min(due_at) FILTER (WHERE state = 'due') AS oldest FROM outbox WHERE state IN ('due', 'in-flight')`,
    )
    .get();
  return { due, inFlight: in_flight, oldestDueMs: oldest === null ? 0 : Math.max(0, now - oldest) };
}
