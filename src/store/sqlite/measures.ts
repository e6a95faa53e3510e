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

/** What waits in a lane that is about to rest, by an index alone. What is on its way then is not known: finding it would mean to read all that ever left. */
export function measuresAtRest(sql: Statements, now: Instant): StorageMeasures {
  const { due, oldest } = sql.of("SELECT count(*) AS due, min(due_at) AS oldest FROM outbox WHERE state = 'due'").get();
  if (due === 0) return NOTHING_WAITS;
  return { due, inFlight: 0, oldestDueMs: Math.max(0, now - oldest) };
}

/** Of most lanes that rest: there may be ten thousand. */
const NOTHING_WAITS: StorageMeasures = { due: 0, inFlight: 0, oldestDueMs: 0 };
