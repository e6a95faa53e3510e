import { checkCommit } from "../../app/invariants.js";
import type { Clock } from "../../app/ports/clock.js";
import { type LaneRecord, type LaneState, laneTime } from "../../app/ports/lane-record.js";
import type { InvariantRules, LaneUsage } from "../../app/ports/lane-storage.js";
import type { AttemptRecord, Due } from "../../app/ports/outbox.js";
import type { Reading } from "../../app/ports/reads.js";
import type { StorageMeasures } from "../../app/ports/storage-measures.js";
import type {
  Changes,
  Closing,
  Fresh,
  Known,
  NextAttempt,
  Store,
  UnitResult,
  Views,
  Work,
} from "../../app/ports/store.js";
import { LaneGone, StoreUnavailable } from "../../app/ports/store-errors.js";
import { earliest, endOfTime, type Instant, instant, later } from "../../domain/money.js";
import { changesNothing } from "../changes-nothing.js";
import { bytesOf } from "../exchange-bytes.js";
import type { JournalBudget } from "../journal-budget.js";
import type { MemoryBudget } from "../memory-budget.js";
import { MerchantCache } from "./caches/merchant-cache.js";
import { OrderCache } from "./caches/order-cache.js";
import { RuleCounters } from "./caches/rule-counters.js";
import { storeError } from "./database/failures.js";
import { giveUpFile, giveUpMemory } from "./database/give-up.js";
import { GroupCommit } from "./database/group-commit.js";
import { measuresAtRest, measuresOf } from "./database/measures.js";
import { openFile, openMemory } from "./database/open-database.js";
import { keepSpare, takeSpare } from "./database/spare-databases.js";
import { Statements } from "./database/statements.js";
import { IDLE_MS, type IdleEviction, type IdleLane } from "./idle-eviction.js";
import { FileJournal } from "./journal/file-journal.js";
import { MemoryJournal } from "./journal/memory-journal.js";
import { recordBytes, recordBytesAfter } from "./journal/record-bytes.js";
import { LaneIds } from "./lane-ids.js";
import { LaneTable } from "./lane-table.js";
import { answerRead, type ReadParts } from "./reads.js";
import { migrate } from "./schema.js";
import { writeAttempt, writeAttempts } from "./tables/attempts.js";
import { outboxTable } from "./tables/tables.js";
import { nextDue, viewsOf } from "./views.js";
import { write } from "./writes.js";

export interface StoreOptions {
  /** A file, or the bytes of one. Absent: a new database in memory. */
  readonly from?: string | Buffer | undefined;
  /** The seed of a new lane. A stored lane keeps its own. */
  readonly seed: number;
  /** The real time. Absent: the machine's. */
  readonly clock?: Clock | undefined;
  /** The limit for the journals of all lanes together. Absent: unlimited. */
  readonly journalBudget?: JournalBudget | undefined;
  readonly memoryBudget?: MemoryBudget | undefined;
  /** Frees the lane's resources while nobody calls it. Absent: never. */
  readonly idleEviction?: IdleEviction | undefined;
  /** Checks the changes of each unit of work before they are written. Absent: checks nothing. */
  readonly invariantRules?: InvariantRules | undefined;
}

const machineClock: Clock = { now: () => instant(Date.now()) };

const onlyReads = ({ result: _, ...changes }: UnitResult<unknown>): boolean => changesNothing(changes);

/**
 * A lane in SQLite, with one connection, so that a unit of work runs alone. The units in one turn of the event loop
 * are committed together, before any of their answers is sent.
 */
export class SqliteStore implements Store, IdleLane {
  readonly views: Views;
  /** Only one process uses the lane, so its cache is always right. */
  readonly known: Known;
  onCommit: ((changes?: Changes) => void) | undefined;
  readonly #sql: Statements;
  readonly #parts: ReadParts;
  readonly #commits: GroupCommit;
  readonly #invariantRules: InvariantRules | undefined;
  #isClosed = false;
  /** True if the store takes no more writes and is read for the last time. */
  #isLookedAt = false;
  readonly #ids: LaneIds;
  readonly #journalBudget: JournalBudget | undefined;
  readonly #memoryBudget: MemoryBudget | undefined;
  #leaveBudget: (() => void) | undefined;
  readonly #giveUp: typeof giveUpMemory;
  readonly #idleEviction: IdleEviction | undefined;
  #atRest: StorageMeasures | undefined;

  constructor(options: StoreOptions) {
    const { from, seed, clock = machineClock, invariantRules, journalBudget, memoryBudget, idleEviction } = options;
    const spare = from === undefined ? takeSpare() : undefined;
    const db = spare?.db ?? (typeof from === "string" ? openFile(from) : openMemory(from));
    try {
      this.#sql = new Statements(db, spare?.prepared, from === undefined ? keepSpare : undefined);
      this.#invariantRules = invariantRules;
      const isNew = spare !== undefined || migrate(db, from);
      const [sql, isFile] = [this.#sql, typeof from === "string"];
      const lane = new LaneTable(sql);
      lane.open(seed);
      let lastRecord: LaneRecord | undefined;
      let lastState: LaneState | undefined;
      this.#parts = {
        sql,
        lane,
        merchants: new MerchantCache(sql),
        orders: new OrderCache(sql, memoryBudget),
        counters: new RuleCounters(sql),
        journal: isFile ? new FileJournal(sql, { isNew }) : new MemoryJournal(sql, { isNew }),
        state: (): LaneState => {
          const realNow = clock.now();
          const { record } = lane;
          // Cached, because each call reads it twice and many calls share a millisecond.
          if (lastState === undefined || record !== lastRecord || realNow !== lastState.realNow) {
            lastRecord = record;
            lastState = { ...record, now: laneTime(record.clock, realNow), realNow };
          }
          return lastState;
        },
      };
      this.#commits = new GroupCommit(sql, {
        committed: (changes) => this.onCommit?.(changes),
        takenBack: (exchange) => this.#takeBack(exchange),
      });
      this.#ids = new LaneIds(this.#parts, isNew);
      this.views = viewsOf({
        assertOpen: () => this.#assertReadable(),
        ...this.#parts,
        commitOpen: () => {
          this.#assertReadable();
          if (!this.#isClosed) this.#commits.end();
        },
      });
      this.known = this.views;
      this.#journalBudget = journalBudget;
      this.#memoryBudget = memoryBudget;
      if (!isNew) memoryBudget?.note(this, recordBytes(lane.record));
      this.#leaveBudget = journalBudget?.join(this.#parts.journal);
      this.#giveUp = typeof from === "string" ? giveUpFile(from) : giveUpMemory;
      if (from !== undefined) this.#sql.of("UPDATE outbox SET state = 'due' WHERE state = 'in-flight'").run();
      this.#idleEviction = idleEviction;
      this.#sql.onWake = () => idleEviction?.opened(this);
      idleEviction?.opened(this);
    } catch (error) {
      // Otherwise the budget would ask it to drop calls, which it can no longer do.
      this.#leaveBudget?.();
      // If it stayed open, it would write into the file that replaces it.
      db.close();
      throw error;
    }
  }

  async transact<R>(work: (fresh: Fresh) => Work<R>): Promise<R> {
    this.#assertOpen();
    let verdict: UnitResult<R> | undefined;
    try {
      verdict = this.#run(work);
      this.#write(verdict);
      await this.#commits.ended();
      if (verdict.exchange) this.#journalGrew(bytesOf(verdict.exchange));
      return verdict.result;
    } catch (error) {
      const known = storeError(error);
      if (!(known instanceof StoreUnavailable && verdict && onlyReads(verdict))) throw known;
      return this.#readAgain(work, known);
    }
  }

  /** Answers a unit of work that only reads, even if the disk is full. Only its journal entry is missing. */
  #readAgain<R>(work: (fresh: Fresh) => Work<R>, full: StoreUnavailable): R {
    this.#assertOpen();
    const last = this.#ids.last();
    try {
      // Runs again, because the first run may have read changes that were rolled back since.
      const verdict = this.#run(work);
      if (onlyReads(verdict)) return verdict.result;
      throw full;
    } catch (error) {
      throw storeError(error);
    } finally {
      this.#ids.restore(last);
    }
  }

  /** Ignores errors: the unit of work is committed, and the journal to shorten may be another lane's. */
  #journalGrew(bytes: number): void {
    try {
      this.#journalBudget?.grew(bytes);
    } catch {
      // The next call tries again.
    }
  }

  #assertReadable(): void {
    if (!this.#isLookedAt) this.#assertOpen();
  }

  #assertOpen(): void {
    if (this.#isClosed) throw new LaneGone();
  }

  /** Lets a unit of work read and decide. If it throws, its ids can be used again. */
  #run<R>(work: (fresh: Fresh) => Work<R>): UnitResult<R> {
    this.#commits.begin();
    const last = this.#ids.last();
    try {
      const verdict = this.#drive(work(this.#ids.fresh));
      if (this.#invariantRules) this.#drive(checkCommit(verdict, this.#invariantRules));
      const bytes = recordBytesAfter(this.#parts.lane.record, verdict);
      if (bytes !== undefined) this.#memoryBudget?.hold(this, bytes);
      return verdict;
    } catch (defect) {
      this.#ids.restore(last);
      throw defect;
    }
  }

  /** Answers each read until the unit of work returns. */
  #drive<T>(work: Reading<T>): T {
    let step = work.next();
    while (!step.done) step = work.next(answerRead(this.#parts, step.value));
    return step.value;
  }

  /** If a write fails, the whole group commit is rolled back. None of its answers has been sent. */
  #write(changes: Changes): void {
    try {
      this.#commits.wrote(changes);
      write(this.#parts, this.#ids.nextCommit(), changes);
      // The next token id follows from those that the lane assigned, not from those that testers chose.
      if (changes.tokens) this.#parts.lane.putLastToken(this.#ids.lastToken);
      // Only a lane without orders and calls can get another seed.
      if (changes.lane?.seed !== undefined) this.#ids.recount(changes.lane.seed);
    } catch (defect) {
      this.#commits.fail(defect);
      throw defect;
    }
  }

  #takeBack(firstExchange: number): void {
    const { orders, merchants, lane, counters, journal } = this.#parts;
    for (const cache of [orders, merchants, lane, counters]) cache.forget();
    journal.takeBack(firstExchange);
    this.#memoryBudget?.note(this, recordBytes(lane.record));
    this.#ids.recount(lane.record.seed);
  }

  async claim(now: Instant, limit: number): Promise<readonly Due[]> {
    const rows = this.#writeAlone(() =>
      this.#sql
        .of(
          "UPDATE outbox SET state = 'in-flight' WHERE id IN (SELECT id FROM outbox WHERE state = 'due' AND due_at <= ? ORDER BY due_at, id LIMIT ?) RETURNING *",
        )
        .all(now, limit),
    );
    return rows.map((row) => outboxTable.read(row)).sort((a, b) => (a.dueAt ?? 0) - (b.dueAt ?? 0) || a.id - b.id);
  }

  async sending(id: number): Promise<Due | undefined> {
    this.#assertOpen();
    this.#commits.end();
    const row = this.#sql.of("SELECT * FROM outbox WHERE id = ? AND state = 'in-flight'").get(id);
    return row && outboxTable.read(row);
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
    this.onCommit?.();
    return true;
  }

  async attemptedTogether(ids: readonly number[], a: AttemptRecord, next: NextAttempt): Promise<readonly number[]> {
    const kept = this.#writeAlone(() => writeAttempts(this.#sql, ids, a, next));
    this.onCommit?.();
    return kept;
  }

  async requeue(id: number, next: Parameters<Store["requeue"]>[1]): Promise<boolean> {
    const effects = next.effects === undefined ? null : JSON.stringify(next.effects);
    const done = this.#writeAlone(() =>
      this.#sql
        .of("UPDATE outbox SET state = ?, due_at = ?, effects_json = coalesce(?, effects_json) WHERE id = ?")
        .run(next.state, next.dueAt, effects, id),
    );
    this.onCommit?.();
    return done.changes === 1;
  }

  /** Writes outside a unit of work, after the open transaction. */
  #writeAlone<R>(writing: () => R): R {
    this.#assertOpen();
    this.#commits.end();
    try {
      return writing();
    } catch (error) {
      throw storeError(error);
    }
  }

  async snapshot(): Promise<Buffer> {
    this.#assertOpen();
    this.#commits.end();
    const { journal } = this.#parts;
    const bytes = (): Buffer => this.#sql.db.serialize();
    return journal instanceof MemoryJournal ? journal.asRows(bytes) : bytes();
  }

  /** Doesn't wake idle lanes, because their numbers haven't changed since. */
  measure(): StorageMeasures {
    return this.#sql.isAtRest ? this.#atRest! : measuresOf(this.#sql, this.#parts.state().now);
  }

  /** Wakes no lane that rests. */
  usage(): LaneUsage {
    return { orders: this.#ids.orders, bytes: this.#parts.journal.bytes };
  }

  wasUsed(): boolean {
    const { wasUsed } = this.#sql;
    this.#sql.wasUsed = false;
    return wasUsed;
  }

  /** Closes statements, the database and the caches. All are reopened on demand. */
  rest(): boolean {
    try {
      if (this.#commits.isOpen || this.#isDueSoon()) return false;
      if (!this.#sql.isAtRest) this.#atRest = measuresAtRest(this.#sql, this.#parts.state().now);
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
    const { now, clock, nextSettlement = endOfTime } = this.#parts.state();
    if (clock.mode === "frozen") return false;
    const due = nextDue(this.#sql, { expiries: true }) ?? endOfTime;
    return earliest(due, nextSettlement) <= later(now, IDLE_MS);
  }

  async close({ lastLook, ...how }: Closing = {}): Promise<void> {
    this.#commits.end();
    this.#isClosed = true;
    const giveUp = (): void => {
      this.#leaveBudget?.();
      this.#memoryBudget?.note(this, 0);
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
