import { type Log, messageOf } from "../../../ports/log.js";
import type { DatabaseCounts, UpkeepTask } from "../connection/database-counts.js";
import { databaseError } from "../connection/failures.js";

/** Describes the work of each task for people. */
const tasks: Record<UpkeepTask, string> = {
  look: "looking for due work and dropped lanes",
  listen: "listening to other nodes",
  notify: "telling other nodes of changes",
};

/** Counts each failure of background work. Logs the first failure of a series, and the end of the series. */
export class UpkeepFailures {
  readonly #counts: DatabaseCounts;
  readonly #log: Log;
  readonly #failing = new Set<UpkeepTask>();

  constructor(counts: DatabaseCounts, log: Log) {
    this.#counts = counts;
    this.#log = log;
  }

  failed(task: UpkeepTask, error: unknown): void {
    this.#counts.upkeepFailed(task);
    if (this.#failing.has(task)) return;
    this.#failing.add(task);
    this.#log.warn(`${tasks[task]} fails, and is tried again: ${messageOf(databaseError(error))}`);
  }

  worked(task: UpkeepTask): void {
    if (this.#failing.delete(task)) this.#log.info(`${tasks[task]} works again`);
  }
}
