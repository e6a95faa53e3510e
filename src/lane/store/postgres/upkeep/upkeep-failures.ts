import { type Log, messageOf } from "../../../ports/log.js";
import { countIn, type DatabaseCounts, type UpkeepTask } from "../connection/database-counts.js";
import { databaseError } from "../connection/failures.js";

/** Describes the work of each task for people. */
const tasks: Record<UpkeepTask, string> = {
  look: "looking for due work and dropped lanes",
  listen: "listening to other nodes",
  notify: "telling other nodes of changes",
};

export type UpkeepFailures = ReturnType<typeof upkeepFailures>;

/** Counts each failure of background work. Logs the first failure of a series, and the end of the series. */
export function upkeepFailures(counts: DatabaseCounts, log: Log) {
  const failing = new Set<UpkeepTask>();
  return {
    failed(task: UpkeepTask, error: unknown): void {
      countIn(counts.upkeepErrors, task);
      if (failing.has(task)) return;
      failing.add(task);
      log.warn(`${tasks[task]} fails, and is tried again: ${messageOf(databaseError(error))}`);
    },
    worked(task: UpkeepTask): void {
      if (failing.delete(task)) log.info(`${tasks[task]} works again`);
    },
  };
}
