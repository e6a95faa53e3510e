import { earliest, endOfTime, type Instant, later } from "../../../core/domain/money.js";
import type { LaneUsage } from "../../ports/lane-storage.js";
import type { AttemptRecord, OutboxEntry } from "../../ports/outbox.js";
import type { StorageMeasures } from "../../ports/storage-measures.js";
import type { Closing, NextAttempt, Store, UnitOptions, Views, Work } from "../../ports/store.js";
import { LaneGone } from "../../ports/store-errors.js";
import { onDisk } from "./database/failures.js";
import { giveUpFile, giveUpMemory } from "./database/give-up.js";
import { measuresAtRest, measuresOf, NOTHING_WAITS } from "./database/measures.js";
import { emptyTables, keepSpare } from "./database/memory-tables.js";
import { openFile, openMemory } from "./database/open-database.js";
import { Statements } from "./database/statements.js";
import { IDLE_MS, type IdleEviction, type IdleLane } from "./idle-eviction.js";
import { MemoryJournal } from "./journal/memory-journal.js";
import { type Parts, type PartsOptions, partsOf } from "./parts.js";
import { copyOfPrepared, type PreparedLane, preparedFrom } from "./prepared-lane.js";
import { migrate } from "./schema.js";
import { claimDue, inFlight, requeue, writeAttempt, writeAttempts } from "./tables/outbox.js";
import { Units, type UnitsOptions } from "./units.js";
import { earliestDue, viewsOf } from "./views.js";

export interface StoreOptions extends PartsOptions, UnitsOptions {
  /** A file, or the bytes of one. Absent: a new database in memory. */
  readonly from?: string | Buffer | undefined;
  /** What a new lane in memory holds. Absent: nothing. */
  readonly prepared?: PreparedLane | undefined;
  /** Frees the lane's resources while nobody calls it. Absent: never. */
  readonly idleEviction?: IdleEviction | undefined;
}

/** A lane in SQLite, with one connection, so that a unit of work runs alone. */
export class SqliteStore implements Store, IdleLane {
  readonly views: Views;
  onCommit: Store["onCommit"];
  readonly #sql: Statements;
  readonly #parts: Parts;
  readonly #units: Units;
  #isClosed = false;
  /** True if the store takes no more writes and is read for the last time. */
  #isLookedAt = false;
  #leaveBudget: (() => void) | undefined;
  readonly #giveUp: typeof giveUpMemory;
  readonly #idleEviction: IdleEviction | undefined;
  #atRest: StorageMeasures | undefined;

  constructor(options: StoreOptions) {
    const { from, prepared, journalBudget, idleEviction } = options;
    const isFile = typeof from === "string";
    const copy = prepared && copyOfPrepared(prepared, options);
    const opened = isFile
      ? { db: openFile(from), prepared: new Map() }
      : from === undefined
        ? (copy?.open ?? emptyTables())
        : openMemory(from);
    try {
      this.#sql = new Statements(opened, isFile ? undefined : keepSpare);
      const isNew = from === undefined || migrate(this.#sql.db, from);
      this.#parts = partsOf(this.#sql, options, { isNew, isFile, record: copy?.record });
      this.#units = new Units(this.#parts, options, {
        isNew,
        commits: copy ? 1 : 0,
        assertOpen: this.#assertOpen,
        committed: (changes) => this.onCommit?.(changes),
      });
      this.views = viewsOf({
        assertOpen: this.#assertReadable,
        ...this.#parts,
        tx: this.#units.tx,
        commitOpen: () => {
          this.#assertReadable();
          if (!this.#isClosed) this.#units.commits.end();
        },
      });
      if (!isNew) this.#units.countMemory();
      this.#leaveBudget = journalBudget?.join(this.#parts.journal);
      this.#giveUp = isFile ? giveUpFile(from) : giveUpMemory;
      if (from !== undefined) this.#sql.of("UPDATE outbox SET state = 'due' WHERE state = 'in-flight'").run();
      this.#idleEviction = idleEviction;
      this.#sql.onWake = () => idleEviction?.opened(this);
      if (this.#sql.isAtRest) {
        this.#atRest = NOTHING_WAITS;
        idleEviction?.madeAtRest(this);
      } else idleEviction?.opened(this);
    } catch (error) {
      // Otherwise the budget would ask it to drop calls, which it can no longer do.
      this.#leaveBudget?.();
      // If it stayed open, it would write into the file that replaces it.
      if ("db" in opened) opened.db.close();
      throw error;
    }
  }

  /** Prepares copies of this lane, which has just got its fixtures. */
  prepared(): PreparedLane {
    this.#units.commits.end();
    return preparedFrom(this.#sql, this.#parts.lane.record);
  }

  transact<R>(work: Work<R>, options?: UnitOptions<R>): Promise<R> {
    return this.#units.run(work, options);
  }

  readonly #assertReadable = (): void => {
    if (!this.#isLookedAt) this.#assertOpen();
  };

  readonly #assertOpen = (): void => {
    if (this.#isClosed) throw new LaneGone();
  };

  async claim(now: Instant, limit: number): Promise<readonly OutboxEntry[]> {
    return this.#writeAlone(() => claimDue(this.#sql, now, limit));
  }

  async sending(id: number): Promise<OutboxEntry | undefined> {
    this.#assertOpen();
    this.#units.commits.end();
    return onDisk(() => inFlight(this.#sql, id));
  }

  /** Always 0, because only one process uses a lane in SQLite. */
  async inFlightBesides(): Promise<number> {
    return 0;
  }

  alone<T>(move: () => Promise<T>): Promise<T> {
    return move();
  }

  async attempted(id: number, a: AttemptRecord, next: NextAttempt): Promise<boolean> {
    this.#writeAlone(() => writeAttempt(this.#sql, id, a, next));
    this.onCommit?.(undefined, [{ id, state: next.state, attempt: a }]);
    return true;
  }

  async attemptedTogether(ids: readonly number[], a: AttemptRecord, next: NextAttempt): Promise<readonly number[]> {
    const kept = this.#writeAlone(() => writeAttempts(this.#sql, ids, a, next));
    const moved = kept.map((id) => ({ id, state: next.state, attempt: a }));
    this.onCommit?.(undefined, moved);
    return kept;
  }

  async amend(exchange: Parameters<Store["amend"]>[0]): Promise<void> {
    this.#writeAlone(() => this.#parts.journal.amend(exchange));
  }

  async requeue(id: number, next: Parameters<Store["requeue"]>[1]): Promise<boolean> {
    const isThere = this.#writeAlone(() => requeue(this.#sql, id, next));
    this.onCommit?.(undefined, [{ id, state: next.state }]);
    return isThere;
  }

  /** Writes outside a unit of work, after the open transaction. */
  #writeAlone<R>(writing: () => R): R {
    this.#assertOpen();
    this.#units.commits.end();
    return onDisk(writing);
  }

  async snapshot(): Promise<Buffer> {
    this.#assertOpen();
    this.#units.commits.end();
    const { journal } = this.#parts;
    const bytes = (): Buffer => this.#sql.db.serialize();
    return onDisk(() => (journal instanceof MemoryJournal ? journal.asRows(bytes) : bytes()));
  }

  /** Doesn't wake idle lanes, because their numbers haven't changed since. */
  measure(): StorageMeasures {
    return this.#sql.isAtRest ? this.#atRest! : measuresOf(this.#sql, this.#parts.lane.state().now);
  }

  /** Wakes no lane that rests. */
  usage(): LaneUsage {
    const { orders, fresh } = this.#units.ids;
    return { orders, bytes: this.#parts.journal.bytes, calls: fresh.last.exchange };
  }

  wasUsed(): boolean {
    const { wasUsed } = this.#sql;
    this.#sql.wasUsed = false;
    return wasUsed;
  }

  /** Closes statements, the database and the caches. All are reopened on demand. */
  rest(): boolean {
    try {
      if (this.#units.commits.isOpen || this.#isDueSoon()) return false;
      if (!this.#sql.isAtRest) this.#atRest = measuresAtRest(this.#sql, this.#parts.lane.state().now);
      // A large lane in memory stays open, so its caches needn't be reloaded.
      if (!this.#sql.rest(this.#giveUp)) return true;
    } catch {
      return false;
    }
    const { orders, merchants, counters } = this.#parts;
    orders.rest();
    merchants.forget();
    counters.forget();
    return true;
  }

  /** True if the lane would wake up at once. A frozen clock never wakes it. */
  #isDueSoon(): boolean {
    const { now, clock, nextSettlement = endOfTime } = this.#parts.lane.state();
    if (clock.mode === "frozen") return false;
    const due = earliestDue(this.#sql, { expiries: true }) ?? endOfTime;
    return earliest(due, nextSettlement) <= later(now, IDLE_MS);
  }

  async close({ lastLook, ...how }: Closing = {}): Promise<void> {
    this.#units.commits.end();
    this.#isClosed = true;
    const giveUp = (): void => {
      this.#leaveBudget?.();
      this.#units.close();
      this.#parts.orders.rest();
      this.#idleEviction?.closed(this);
      this.#sql.close(how);
    };
    if (!lastLook) return giveUp();
    this.#isLookedAt = true;
    const looked = lastLook().finally(() => {
      this.#isLookedAt = false;
      giveUp();
    });
    if (this.#sql.db.memory) looked.catch(() => {});
    else await looked;
  }
}
