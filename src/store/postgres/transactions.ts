import { setTimeout as pause } from "node:timers/promises";
import type { Changes, Fresh, Work } from "../../app/ports/store.js";
import { LaneGone, StoreUnavailable } from "../../app/ports/store-errors.js";
import type { Database } from "./database.js";
import { databaseError, isAway, isConflict } from "./failures.js";
import { Group, type GroupOptions } from "./group.js";

/** A unit of work that waits for its transaction. */
interface Waiting {
  readonly work: (fresh: Fresh) => Work<unknown>;
  readonly succeed: (result: unknown) => void;
  readonly fail: (reason: unknown) => void;
}

/** What came of a unit within its transaction: it counts once the transaction is committed. */
type Outcome = { readonly unit: Waiting } & ({ readonly result: unknown } | { readonly reason: unknown });

/** How many units share a transaction, at most. */
const UNITS_MAX = 64;
/** How often a transaction that lost a conflict is tried again. */
const TRIES = 5;
/** How long the outcome of a commit is asked for whose answer was lost, in milliseconds. */
const OUTCOME_MAX_MS = 10_000;
const ASK_AGAIN_MS = 50;

/** Runs the units of work of one lane. Those that wait in this node while a transaction is under way share the next one. */
export class LaneTransactions {
  /** Called for each unit of work that changed something, once it was committed. */
  onCommit: ((changes: Changes) => void) | undefined;
  readonly #database: Database;
  readonly #options: GroupOptions;
  readonly #waiting: Waiting[] = [];
  #running: Promise<void> | undefined;
  #isClosed = false;

  constructor(database: Database, options: GroupOptions) {
    this.#database = database;
    this.#options = options;
  }

  transact<R>(work: (fresh: Fresh) => Work<R>): Promise<R> {
    if (this.#isClosed) return Promise.reject(new LaneGone());
    return new Promise<R>((resolve, reject) => {
      this.#waiting.push({ work, succeed: resolve as (result: unknown) => void, fail: reject });
      this.#running ??= this.#runAll();
    });
  }

  /** Resolves when what is under way has ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#running;
  }

  async #runAll(): Promise<void> {
    while (this.#waiting.length > 0) await this.#runSome(this.#waiting.splice(0, UNITS_MAX));
    this.#running = undefined;
  }

  async #runSome(units: readonly Waiting[]): Promise<void> {
    try {
      await this.#tryAll(units);
    } catch (error) {
      const reason = databaseError(error);
      // One that cannot be written must not take the others with it.
      if (units.length > 1 && !(reason instanceof StoreUnavailable) && !(reason instanceof LaneGone))
        for (const unit of units) await this.#runSome([unit]);
      else for (const { fail } of units) fail(reason);
    }
  }

  /** A transaction that lost a conflict was rolled back whole, and begins anew. */
  async #tryAll(units: readonly Waiting[]): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#run(units);
      } catch (error) {
        this.#forget();
        if (!isConflict(error) || tries === TRIES) throw error;
      }
    }
  }

  async #run(units: readonly Waiting[]): Promise<void> {
    const outcomes: Outcome[] = [];
    let group: Group | undefined;
    let isCommitting = false;
    try {
      await this.#database.connected(async (connection) => {
        group = await Group.begin(this.#options, connection);
        for (const unit of units) {
          outcomes.push(await outcomeOf(group, unit));
          if (connection.failure !== undefined) throw connection.failure;
        }
        isCommitting = group.hasWritten;
        await Promise.all([group.write(), connection.run(group.hasWritten ? "COMMIT" : "ROLLBACK")]);
      });
    } catch (error) {
      if (!group || !isCommitting || !isAway(error)) throw error;
      await this.#assertCommitted(group.xid, error);
      // What was committed is not known here any more but by the answers.
      this.#forget();
      this.#tell(group.written, outcomes);
      return;
    }
    group!.committed();
    this.#tell(group!.written, outcomes);
  }

  #tell(written: readonly Changes[], outcomes: readonly Outcome[]): void {
    for (const changes of written) this.onCommit?.(changes);
    for (const outcome of outcomes)
      if ("reason" in outcome) outcome.unit.fail(outcome.reason);
      else outcome.unit.succeed(outcome.result);
  }

  /**
   * The connection was cut while the commit was under way: the transaction is looked up by its own id before anything is
   * answered. Throws where it was rolled back, and where that cannot be found out.
   */
  async #assertCommitted(xid: string, cut: unknown): Promise<void> {
    const until = Date.now() + OUTCOME_MAX_MS;
    for (;;) {
      const status = await this.#statusOf(xid);
      if (status === "committed") return;
      if (status === "aborted") throw cut;
      if (Date.now() > until)
        throw new StoreUnavailable(
          "the database went away in the middle of a commit, and it is not known whether this happened: look it up before you send it again",
          { cause: cut },
        );
      await pause(ASK_AGAIN_MS);
    }
  }

  async #statusOf(xid: string): Promise<string | undefined> {
    try {
      const [row] = await this.#database.rows(transactionStatus, [xid]);
      return row?.status;
    } catch {
      return undefined;
    }
  }

  /** Something was rolled back: what the node knew of the lane may be what never came to be. */
  #forget(): void {
    const { knowledge } = this.#options;
    knowledge.cache.clear();
    knowledge.version = undefined;
    knowledge.record = undefined;
  }
}

const transactionStatus = { name: "transaction-status", text: "SELECT pg_xact_status($1::xid8) AS status" };

async function outcomeOf(group: Group, unit: Waiting): Promise<Outcome> {
  try {
    return { unit, result: await group.run(unit.work) };
  } catch (reason) {
    return { unit, reason };
  }
}
