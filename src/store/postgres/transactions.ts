import type { Changes, Fresh, Work } from "../../app/ports/store.js";
import { LaneGone, StoreUnavailable } from "../../app/ports/store-errors.js";
import type { Instant } from "../../domain/money.js";
import { changesNothing } from "../changes-nothing.js";
import type { Access } from "./access.js";
import { databaseError, isAway, isConflict, WritesRefused } from "./failures.js";
import { Group, type GroupOptions, NeedsLock } from "./group.js";
import { forget } from "./knowledge.js";
import { assertCommitted, assertWritten } from "./outcome.js";
import { locked, unlocked } from "./start.js";
import { CutOff } from "./writer.js";
import { type Condition, checking, writing } from "./writing.js";

/** A unit of work that waits to be run. */
interface Waiting {
  readonly work: (fresh: Fresh) => Work<unknown>;
  readonly succeed: (result: unknown) => void;
  readonly fail: (reason: unknown) => void;
}

/** What came of a unit: it counts once it is committed. */
type Outcome = { readonly unit: Waiting } & ({ readonly result: unknown } | { readonly reason: unknown });

/** How many units share a transaction, at most. */
const UNITS_MAX = 64;
/** How often a transaction that lost a conflict is tried again. */
const TRIES = 5;

/** Runs the units of work of one lane. Those that wait in this node while others are under way are written together. */
export class LaneTransactions {
  /** Called for each unit of work that changed something, once it was committed. */
  onCommit: ((changes: Changes) => void) | undefined;
  readonly #access: Access;
  readonly #options: GroupOptions;
  readonly #waiting: Waiting[] = [];
  #running: Promise<void> | undefined;
  #isClosed = false;

  constructor(access: Access, options: GroupOptions) {
    this.#access = access;
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
    let left = units;
    while (left.length > 0) {
      try {
        left = await this.#tryAll(left);
      } catch (error) {
        const reason = databaseError(error);
        // One that cannot be written must not take the others with it.
        if (left.length > 1 && !(reason instanceof StoreUnavailable) && !(reason instanceof LaneGone))
          for (const unit of left) await this.#runSome([unit]);
        else for (const unit of left) await this.#readAgain(unit, reason);
        return;
      }
    }
  }

  /** A unit of work that only reads is answered though the database takes no writes: the journal alone lacks it. */
  async #readAgain({ work, succeed, fail }: Waiting, reason: unknown): Promise<void> {
    if (!(reason instanceof WritesRefused)) return fail(reason);
    const { knowledge } = this.#options;
    try {
      const group = new Group(this.#options, await unlocked(this.#options, this.#access));
      const result = await group.run(work);
      if (group.written.every(changesNothing)) succeed(result);
      else fail(reason);
    } catch {
      fail(reason);
    } finally {
      // Its line of the journal was not written.
      forget(knowledge);
    }
  }

  /** Answers those that are to be run after the others. What lost a conflict was rolled back whole, and begins anew. */
  async #tryAll(units: readonly Waiting[]): Promise<readonly Waiting[]> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#run(units);
      } catch (error) {
        forget(this.#options.knowledge);
        if (!isConflict(error) || tries === TRIES) throw error;
      }
    }
  }

  async #run(units: readonly Waiting[]): Promise<readonly Waiting[]> {
    if (this.#options.knowledge.locks.take()) return this.#runLocked(units);
    return (await this.#runUnlocked(units)) ?? this.#runLocked(units);
  }

  /**
   * Decides without a lock, and writes by one statement that makes sure that nobody wrote meanwhile: on what the node knows, and
   * where nothing came of that, once more on what the lane is now. Answers the units that were not run; undefined where
   * nothing came of it, and the lock is to be taken.
   */
  async #runUnlocked(units: readonly Waiting[]): Promise<readonly Waiting[] | undefined> {
    const { knowledge } = this.#options;
    const start = await unlocked(this.#options, this.#access);
    const group = new Group(this.#options, start);
    const outcomes: Outcome[] = [];
    for (const unit of units) {
      const outcome = await outcomeOf(group, unit);
      if ("reason" in outcome && outcome.reason instanceof NeedsLock) break;
      outcomes.push(outcome);
    }
    const rest = units.slice(outcomes.length);
    // The one that needs the lock is the first of the next transaction.
    if (rest.length > 0) knowledge.locks.once();
    if (outcomes.length === 0) return rest;
    const call = group.lastExchange;
    // Without a call in it, its outcome could not be asked for.
    const canBeAskedFor = call !== undefined || group.written.length === 0;
    if (canBeAskedFor && (await this.#send(group, call))) {
      this.#tell(group.written, outcomes);
      return rest;
    }
    forget(knowledge);
    if (!canBeAskedFor) return undefined;
    knowledge.outrun = { by: start.by, version: start.version };
    if (group.hasGuessed) knowledge.guessesUnused = false;
    return start.by === "a look" ? undefined : this.#runUnlocked(units);
  }

  /** Sends what a group without a lock wrote; false where somebody else wrote meanwhile, and nothing was kept. */
  async #send(group: Group, exchangeId: number | undefined): Promise<boolean> {
    const { laneId, node, knowledge } = this.#options;
    const { condition } = group;
    const write = group.toWrite();
    let now: Instant | undefined;
    try {
      now = await (write ? this.#access.writer.write(write) : this.#isStillSo(condition));
    } catch (error) {
      if (!(error instanceof CutOff) || exchangeId === undefined) throw error;
      const { version } = condition;
      await assertWritten(this.#access.database, { laneId, node, version, exchangeId }, error.cause);
      forget(knowledge);
      return true;
    }
    if (now !== undefined) group.committed(now);
    return now !== undefined;
  }

  async #isStillSo(condition: Condition): Promise<Instant | undefined> {
    const { statement, values } = checking(this.#options.laneId, condition);
    return (await this.#access.database.rows(statement, values))[0]?.now;
  }

  async #runLocked(units: readonly Waiting[]): Promise<readonly Waiting[]> {
    const outcomes: Outcome[] = [];
    let group: Group | undefined;
    let xid: string | undefined;
    try {
      await this.#access.database.connected(async (connection) => {
        const start = await locked(this.#options, connection);
        group = new Group(this.#options, start);
        for (const unit of units) {
          outcomes.push(await outcomeOf(group, unit));
          if (connection.failure !== undefined) throw connection.failure;
        }
        if (group.written.length === 0) {
          await connection.run("ROLLBACK");
          return group.committed(start.realNow);
        }
        xid = start.xid;
        const write = group.toWrite();
        const last = write && writing(this.#options.node, [write]);
        const [[written]] = await Promise.all([
          last ? connection.rows(last.statement, last.values) : [],
          connection.run("COMMIT"),
        ]);
        group.committed(written?.now ?? start.realNow);
      });
    } catch (error) {
      if (!group || !xid || !isAway(error)) throw error;
      await assertCommitted(this.#access.database, xid, error);
      // What was committed is not known here any more but by the answers.
      forget(this.#options.knowledge);
    }
    this.#tell(group!.written, outcomes);
    return [];
  }

  #tell(written: readonly Changes[], outcomes: readonly Outcome[]): void {
    for (const changes of written) this.onCommit?.(changes);
    for (const outcome of outcomes)
      if ("reason" in outcome) outcome.unit.fail(outcome.reason);
      else outcome.unit.succeed(outcome.result);
  }
}

async function outcomeOf(group: Group, unit: Waiting): Promise<Outcome> {
  try {
    return { unit, result: await group.run(unit.work) };
  } catch (reason) {
    return { unit, reason };
  }
}
