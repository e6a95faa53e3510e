import type Database from "better-sqlite3";
import { sessionOf } from "../../app/commands/session.js";
import type { Clock } from "../../app/ports/clock.js";
import { type LaneRecord, type LaneState, laneTime } from "../../app/ports/lane-record.js";
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
  Verdict,
  Views,
  Work,
} from "../../app/ports/store.js";
import { LaneGone, StoreUnavailable } from "../../app/ports/store-errors.js";
import { earliest, endOfTime, type Instant, instant, later } from "../../domain/money.js";
import { changesNothing } from "../changes-nothing.js";
import { bytesOf } from "../exchange-bytes.js";
import { idBases } from "../id-bases.js";
import type { JournalBudget } from "../journal-budget.js";
import { ruleName } from "../rule-name.js";
import { writeAttempt, writeAttempts } from "./attempts.js";
import { lastCardEntryIds } from "./card-entries.js";
import { storeError } from "./failures.js";
import { FileJournal } from "./file-journal.js";
import { giveUpFile, giveUpMemory } from "./give-up.js";
import { GroupCommit } from "./group-commit.js";
import { LaneTable } from "./lane-table.js";
import { measuresAtRest, measuresOf } from "./measures.js";
import { MemoryJournal } from "./memory-journal.js";
import { MerchantCache } from "./merchant-cache.js";
import { openFile, openMemory } from "./open-database.js";
import { OrderCache } from "./order-cache.js";
import { answerRead, type ReadParts } from "./reads.js";
import { REST_AFTER_MS, type RestKeeper, type Sleeper } from "./rest-keeper.js";
import { readOutbox } from "./rows.js";
import { RuleCounters } from "./rule-counters.js";
import { SCHEMA_VERSION, schema } from "./schema.js";
import { Statements } from "./statements.js";
import { nextDue, viewsOf } from "./views.js";
import { write } from "./writes.js";

export interface StoreOptions {
  /** A file, or the bytes of one; absent: a new database in memory. */
  readonly from?: string | Buffer | undefined;
  /** Of a new lane; one that comes back keeps its own. */
  readonly seed: number;
  /** The real time; absent: the machine's. */
  readonly clock?: Clock | undefined;
  /** What the journals of all lanes may hold together; absent: no bound. */
  readonly journalBudget?: JournalBudget | undefined;
  /** Lets the lane rest while nobody calls it; absent: it never rests. */
  readonly restKeeper?: RestKeeper | undefined;
  /** Looks at the changes of each unit of work before they are written, as the end of that unit; throws where an invariant breaks. */
  readonly check?: (changes: Changes) => Reading<void>;
}

const machineClock: Clock = { now: () => instant(Date.now()) };

/** The data was written by another version of the sandbox, or by another program. */
export class SchemaMismatch extends Error {}

type LastIds = Record<
  "order" | "transaction" | "exchange" | "notification" | "token" | "cardEntry" | "commit" | "rule" | "task",
  number
>;

const onlyReads = ({ result: _, ...changes }: Verdict<unknown>): boolean => changesNothing(changes);

/**
 * A lane in SQLite: one connection, so that a unit of work is alone while it runs. The units of one turn of the event
 * loop are committed together, before any of their answers leaves.
 */
export class SqliteStore implements Store, Sleeper {
  readonly views: Views;
  /** One process has the lane: what it knows is so. */
  get known(): Known {
    return this.views;
  }

  onCommit: ((changes?: Changes) => void) | undefined;
  readonly #sql: Statements;
  readonly #parts: ReadParts;
  readonly #commits: GroupCommit;
  readonly #check: StoreOptions["check"];
  #isClosed = false;
  #last!: LastIds;
  #bases: ReturnType<typeof idBases>;
  readonly #fresh: Fresh;
  readonly #journalBudget: JournalBudget | undefined;
  #leaveBudget: (() => void) | undefined;
  readonly #giveUp: typeof giveUpMemory;
  readonly #restKeeper: RestKeeper | undefined;
  #atRest: StorageMeasures | undefined;

  constructor({ from, seed, clock = machineClock, check, journalBudget, restKeeper }: StoreOptions) {
    const db = typeof from === "string" ? openFile(from) : openMemory(from);
    try {
      this.#sql = new Statements(db);
      this.#check = check;
      const isNew = this.#migrate(db, from);
      const [sql, isFile] = [this.#sql, typeof from === "string"];
      const lane = new LaneTable(sql);
      lane.open(seed);
      let lastRecord: LaneRecord | undefined;
      let lastState: LaneState | undefined;
      this.#parts = {
        sql,
        lane,
        merchants: new MerchantCache(sql),
        orders: new OrderCache(sql),
        counters: new RuleCounters(sql),
        journal: isFile ? new FileJournal(sql, { isNew }) : new MemoryJournal(sql, { isNew }),
        state: (): LaneState => {
          const realNow = clock.now();
          const { record } = lane;
          // Each call asks twice, and many calls share a millisecond.
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
      this.#bases = idBases(lane.record.seed);
      this.views = viewsOf({
        assertOpen: () => this.#assertOpen(),
        ...this.#parts,
        commitOpen: () => {
          this.#assertOpen();
          this.#commits.end();
        },
      });
      this.#journalBudget = journalBudget;
      this.#leaveBudget = journalBudget?.join(this.#parts.journal);
      if (isNew)
        this.#last = { ...this.#bases, exchange: 0, notification: 0, cardEntry: 0, commit: 0, rule: 0, task: 0 };
      else this.#recount();
      this.#fresh = this.#freshIds();
      this.#giveUp = typeof from === "string" ? giveUpFile(from) : giveUpMemory;
      if (from !== undefined) this.#sql.of("UPDATE outbox SET state = 'due' WHERE state = 'in-flight'").run();
      this.#restKeeper = restKeeper;
      this.#sql.onWake = () => restKeeper?.woke(this);
      restKeeper?.woke(this);
    } catch (error) {
      // Left in the budget, it would be asked for what it can no longer drop.
      this.#leaveBudget?.();
      // Left open, it would write into the file that comes in its place.
      db.close();
      throw error;
    }
  }

  /** Whether the tables were made just now, and hold nothing: what is known needs not be asked for at each reset. */
  #migrate(db: Database.Database, from: string | Buffer | undefined): boolean {
    const version = db.pragma("user_version", { simple: true });
    if (version === SCHEMA_VERSION) return false;
    const what = typeof from === "string" ? from : "the snapshot";
    if (version !== 0)
      throw new SchemaMismatch(
        `${what} has schema ${version}, this version reads ${SCHEMA_VERSION}: start with another --data-dir, delete the file, or use the version that wrote it`,
      );
    if (db.prepare("SELECT 1 FROM sqlite_schema").get() !== undefined)
      throw new SchemaMismatch(`${what} is a database of another program`);
    db.exec(`BEGIN;${schema}COMMIT;PRAGMA synchronous = NORMAL`);
    return true;
  }

  /** Finds the last ids again: after opening, and after a commit that failed. */
  #recount(): void {
    const max = (sql: string): number => this.#sql.of(sql).get().n ?? 0;
    const entries = lastCardEntryIds(this.#sql);
    this.#last = {
      order: max("SELECT max(id) AS n FROM orders") || this.#bases.order,
      transaction:
        Math.max(max("SELECT max(last_transaction) AS n FROM orders"), entries.transaction) || this.#bases.transaction,
      exchange: this.#parts.journal.lastId(),
      notification: max("SELECT max(id) AS n FROM outbox"),
      token: this.#parts.lane.lastToken() ?? this.#bases.token,
      cardEntry: entries.cardEntry,
      commit: max("SELECT max(commit_id) AS n FROM ledger"),
      rule: this.#parts.lane.lastRule(),
      task: max("SELECT max(id) AS n FROM scheduled_tasks"),
    };
  }

  #freshIds(): Fresh {
    return {
      orderId: () => ++this.#last.order,
      transaction: () => {
        const id = ++this.#last.transaction;
        // ASSUMED(stan): six digits, dense per lane.
        return { id, stan: String((id - this.#bases.transaction + this.#bases.stan) % 1_000_000).padStart(6, "0") };
      },
      session: (purpose, id) => sessionOf({ purpose, seed: this.#parts.lane.record.seed, id }),
      exchangeId: () => ++this.#last.exchange,
      lastExchange: () => this.#last.exchange,
      notificationId: () => ++this.#last.notification,
      tokenId: () => {
        // Testers may ask for an id: what they took is passed over.
        const taken = this.#sql.of("SELECT 1 FROM tokens WHERE id = ? LIMIT 1");
        while (taken.get(++this.#last.token));
        return this.#last.token;
      },
      cardEntryId: () => ++this.#last.cardEntry,
      ruleId: () => ruleName(++this.#last.rule),
      taskId: () => ++this.#last.task,
    };
  }

  async transact<R>(work: (fresh: Fresh) => Work<R>): Promise<R> {
    this.#assertOpen();
    let verdict: Verdict<R> | undefined;
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

  /** A unit of work that only reads is answered though the disk takes nothing: the journal alone lacks it. */
  #readAgain<R>(work: (fresh: Fresh) => Work<R>, full: StoreUnavailable): R {
    this.#assertOpen();
    const last = { ...this.#last };
    try {
      // What it read the first time may have been taken back since.
      const verdict = this.#run(work);
      if (onlyReads(verdict)) return verdict.result;
      throw full;
    } catch (error) {
      throw storeError(error);
    } finally {
      this.#last = last;
    }
  }

  /** The unit of work is committed: that a journal, perhaps of another lane, cannot be shortened is no fault of it. */
  #journalGrew(bytes: number): void {
    try {
      this.#journalBudget?.grew(bytes);
    } catch {
      // It is tried again at the next call.
    }
  }

  #assertOpen(): void {
    if (this.#isClosed) throw new LaneGone();
  }

  /** Lets a unit of work read and decide; ids that a defect took are given out again. */
  #run<R>(work: (fresh: Fresh) => Work<R>): Verdict<R> {
    this.#commits.begin();
    const last = { ...this.#last };
    try {
      const verdict = this.#drive(work(this.#fresh));
      if (this.#check) this.#drive(this.#check(verdict));
      return verdict;
    } catch (defect) {
      this.#last = last;
      throw defect;
    }
  }

  /** Answers each read until the work is done. */
  #drive<T>(work: Reading<T>): T {
    let step = work.next();
    while (!step.done) step = work.next(answerRead(this.#parts, step.value));
    return step.value;
  }

  /** A write that fails takes the whole group commit with it: none of its answers has left. */
  #write(changes: Changes): void {
    try {
      this.#commits.wrote(changes);
      write(this.#parts, ++this.#last.commit, changes);
      // The next token's id follows from those that were given out, not from the ids that testers chose.
      if (changes.tokens) this.#parts.lane.putLastToken(this.#last.token);
      if (changes.lane?.seed !== undefined) this.#reseed(changes.lane.seed);
    } catch (defect) {
      this.#commits.fail(defect);
      throw defect;
    }
  }

  /** Ids start anew: only a lane without orders and calls takes another seed. */
  #reseed(seed: number): void {
    this.#bases = idBases(seed);
    this.#recount();
  }

  #takeBack(firstExchange: number): void {
    const { orders, merchants, lane, counters, journal } = this.#parts;
    for (const cache of [orders, merchants, lane, counters]) cache.forget();
    journal.takeBack(firstExchange);
    this.#bases = idBases(lane.record.seed);
    this.#recount();
  }

  async claim(now: Instant, limit: number): Promise<readonly Due[]> {
    const rows = this.#writeAlone(() =>
      this.#sql
        .of(
          "UPDATE outbox SET state = 'in-flight' WHERE id IN (SELECT id FROM outbox WHERE state = 'due' AND due_at <= ? ORDER BY due_at, id LIMIT ?) RETURNING *",
        )
        .all(now, limit),
    );
    return rows.map(readOutbox).sort((a, b) => (a.dueAt ?? 0) - (b.dueAt ?? 0) || a.id - b.id);
  }

  async sending(id: number): Promise<Due | undefined> {
    this.#assertOpen();
    this.#commits.end();
    const row = this.#sql.of("SELECT * FROM outbox WHERE id = ? AND state = 'in-flight'").get(id);
    return row && readOutbox(row);
  }

  /** One process has a lane in SQLite. */
  async elsewhere(): Promise<number> {
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

  /** Writes outside of any unit of work, behind what is open. */
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

  /** Wakes no lane that rests: it is as it was when its rest began. */
  measure(): StorageMeasures {
    return this.#sql.isAtRest ? this.#atRest! : measuresOf(this.#sql, this.#parts.state().now);
  }

  wasUsed(): boolean {
    const { wasUsed } = this.#sql;
    this.#sql.wasUsed = false;
    return wasUsed;
  }

  /** Gives up statements, the database, and caches with it; all of it is there again when something asks for it. */
  rest(): boolean {
    try {
      if (this.#commits.isOpen || this.#isDueSoon()) return false;
      if (!this.#sql.isAtRest) this.#atRest = measuresAtRest(this.#sql, this.#parts.state().now);
      // Whoever holds a large lane in memory need not read it again.
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

  /** Whether the lane would be woken at once. A clock that stands brings nothing by itself. */
  #isDueSoon(): boolean {
    const { now, clock, nextSettlement = endOfTime } = this.#parts.state();
    if (clock.mode === "frozen") return false;
    const due = nextDue(this.#sql, { expiries: true }) ?? endOfTime;
    return earliest(due, nextSettlement) <= later(now, REST_AFTER_MS);
  }

  async close(how?: Closing): Promise<void> {
    this.#commits.end();
    this.#isClosed = true;
    this.#leaveBudget?.();
    this.#restKeeper?.left(this);
    this.#sql.close(how);
  }
}
