import type { Instant } from "../../../../core/domain/money.js";
import type { StorageMeasures } from "../../../ports/storage-measures.js";
import type { Statements } from "./statements.js";

/** Counts a lane's notifications by state. */
export function measuresOf(sql: Statements, now: Instant): StorageMeasures {
  const { due, in_flight, oldest } = sql
    .of(
      `SELECT count(*) FILTER (WHERE state = 'due') AS due, count(*) FILTER (WHERE state = 'in-flight') AS in_flight,
        min(due_at) FILTER (WHERE state = 'due') AS oldest FROM outbox WHERE state IN ('due', 'in-flight')`,
    )
    .get();
  return { due, inFlight: in_flight, oldestDueMs: oldest === null ? 0 : Math.max(0, now - oldest) };
}

/**
 * The waiting work of a lane that is about to become idle, found by an index alone. Leaves out notifications in
 * flight, because finding them would mean reading all that were ever sent.
 */
export function measuresAtRest(sql: Statements, now: Instant): StorageMeasures {
  const { due, oldest } = sql.of("SELECT count(*) AS due, min(due_at) AS oldest FROM outbox WHERE state = 'due'").get();
  if (due === 0) return NOTHING_WAITS;
  return { due, inFlight: 0, oldestDueMs: Math.max(0, now - oldest) };
}

/** Shared by most idle lanes, because there may be ten thousand of them. */
export const NOTHING_WAITS: StorageMeasures = { due: 0, inFlight: 0, oldestDueMs: 0 };
