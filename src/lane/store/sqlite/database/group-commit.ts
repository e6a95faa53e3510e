import type { Changes } from "../../../ports/store.js";
import type { Statements } from "./statements.js";

interface Watcher {
  /** Called for each unit of work after its commit. */
  readonly committed: (changes: Changes) => void;
  /** Called after a rollback, with the id of the first exchange that was rolled back. */
  readonly takenBack: (firstExchange: number) => void;
}

interface Open {
  readonly written: Changes[];
  readonly ending: PromiseWithResolvers<void>;
}

// Read here, so that tests which replace timers don't stop commits.
const soon = setImmediate;

/**
 * One transaction for all writes in one turn of the event loop. Each writer awaits `ended` before it answers. Saves
 * 47 µs of a create in a file at 16 connections (a third of its time without HTTP and signature). In memory it saves
 * a sixth of a create's CPU and a third of a query's, because answers that leave together cost fewer turns.
 */
export class GroupCommit {
  readonly #sql: Statements;
  readonly #watcher: Watcher;
  #open: Open | undefined;

  constructor(sql: Statements, watcher: Watcher) {
    this.#sql = sql;
    this.#watcher = watcher;
  }

  /** Starts the transaction of this turn of the event loop, unless it is already open. */
  begin(): void {
    if (this.#open) return;
    this.#sql.of("BEGIN IMMEDIATE").run();
    this.#open = { written: [], ending: Promise.withResolvers() };
    // Avoids an unhandled rejection. If nobody awaits the promise, the call that had the defect reports it.
    this.#open.ending.promise.catch(() => {});
    soon(() => {
      try {
        this.end();
      } catch {
        // The writers already know the reason. Nobody else waits for a defect of the rollback itself, and it must not
        // end the process.
      }
    });
  }

  get isOpen(): boolean {
    return this.#open !== undefined;
  }

  wrote(changes: Changes): void {
    this.#open?.written.push(changes);
  }

  /** Resolves once the writes are committed. Rejects if they were rolled back. */
  ended(): Promise<void> {
    return this.#open?.ending.promise ?? Promise.resolve();
  }

  /** Commits the open transaction, if any. */
  end(): void {
    const open = this.#open;
    if (!open) return;
    try {
      this.#sql.of("COMMIT").run();
    } catch (defect) {
      this.fail(defect);
      return;
    }
    this.#open = undefined;
    open.ending.resolve();
    for (const changes of open.written) this.#watcher.committed(changes);
  }

  /** Rolls back the open transaction. Notifies each of its writers, even if the rollback itself fails. */
  fail(defect: unknown): void {
    const open = this.#open;
    if (!open) return;
    this.#open = undefined;
    open.ending.reject(defect);
    const exchanges = open.written.flatMap((changes) => changes.exchange?.id ?? []);
    try {
      if (this.#sql.db.inTransaction) this.#sql.of("ROLLBACK").run();
    } finally {
      this.#watcher.takenBack(Math.min(...exchanges, Number.POSITIVE_INFINITY));
    }
  }
}
