import type { Changes } from "../../app/ports/store.js";
import type { Statements } from "./statements.js";

interface Watcher {
  /** Called for each unit of work once it was committed. */
  readonly committed: (changes: Changes) => void;
  /** Called after a rollback, with the id of the first exchange that was lost by it. */
  readonly takenBack: (firstExchange: number) => void;
}

interface Open {
  readonly written: Changes[];
  readonly ended: Promise<void>;
  readonly succeed: () => void;
  readonly fail: (defect: unknown) => void;
}

// Taken here, so that a test which stands the clock still does not stand commits still.
const soon = setImmediate;

/**
 * One transaction for all that is written in one turn of the event loop: on file a commit costs more than what is in it.
 * Each writer waits for `ended` before it answers.
 */
export class GroupCommit {
  readonly #sql: Statements;
  readonly #watcher: Watcher;
  #open: Open | undefined;

  constructor(sql: Statements, watcher: Watcher) {
    this.#sql = sql;
    this.#watcher = watcher;
  }

  /** Opens the transaction of this turn of the event loop, where none is open. */
  begin(): void {
    if (this.#open) return;
    this.#sql.of("BEGIN IMMEDIATE").run();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    // Where nobody waits for it, a defect is told by the call that met it.
    promise.catch(() => {});
    this.#open = { written: [], ended: promise, succeed: resolve, fail: reject };
    soon(() => this.#endLater());
  }

  get isOpen(): boolean {
    return this.#open !== undefined;
  }

  wrote(changes: Changes): void {
    this.#open?.written.push(changes);
  }

  /** Resolves when what was written stays; rejects when it was rolled back. */
  ended(): Promise<void> {
    return this.#open?.ended ?? Promise.resolve();
  }

  /** Commits now what is open; does nothing where nothing is. */
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
    open.succeed();
    for (const changes of open.written) this.#watcher.committed(changes);
  }

  /** The writers were told why; a defect of taking back itself has nobody else to go to, and must not end the process. */
  #endLater(): void {
    try {
      this.end();
    } catch {}
  }

  /** Rolls back all that is open. Each of its writers is told, also where taking back fails itself. */
  fail(defect: unknown): void {
    const open = this.#open;
    if (!open) return;
    this.#open = undefined;
    open.fail(defect);
    const exchanges = open.written.flatMap((changes) => changes.exchange?.id ?? []);
    try {
      if (this.#sql.db.inTransaction) this.#sql.of("ROLLBACK").run();
    } finally {
      this.#watcher.takenBack(Math.min(...exchanges, Number.POSITIVE_INFINITY));
    }
  }
}
