import type { Following } from "../../app/ports/elsewhere.js";
import type { LaneState } from "../../app/ports/lane-record.js";
import type { LaneStoreOptions } from "../../app/ports/lane-storage.js";
import type { AttemptRecord, Due, OutboxEntry } from "../../app/ports/outbox.js";
import type { Changes, Fresh, Known, Merchant, NextAttempt, Store, Views, Work } from "../../app/ports/store.js";
import { LaneGone } from "../../app/ports/store-errors.js";
import type { Instant } from "../../domain/money.js";
import type { Access } from "./access.js";
import type { Asking, Database, Row } from "./database.js";
import { LaneFollowing } from "./following.js";
import { type Knowledge, knowledgeOf } from "./knowledge.js";
import { LaneCache } from "./lane-cache.js";
import { LaneMoves } from "./lane-moves.js";
import { LaneOutbox } from "./lane-outbox.js";
import { type KnownRecord, readLanes, readRecord, rowOf, stateOf } from "./lane-state.js";
import { copyOf } from "./snapshot-copy.js";
import { LaneTransactions } from "./transactions.js";
import { viewsOf } from "./views.js";

export interface PostgresStoreOptions {
  /** Of all lanes of this process. */
  readonly access: Access;
  readonly laneId: number;
  /** Names this process among those that share the database. */
  readonly node: string;
  /** Nobody finds the lane yet. */
  readonly isStaged: boolean;
  readonly leaseMs: number;
  readonly check: LaneStoreOptions["check"] | undefined;
  /** Called when something was committed: other processes are told. */
  readonly changed?: () => void;
}

/** Reads the lane's row now, without the record where that has the version that is known; undefined where the lane is gone. */
type LaneRow = (known: number) => Promise<Row | undefined>;

/** A lane in PostgreSQL, which any number of processes use at a time. A unit of work holds the lock of the lane's row. */
export class PostgresStore implements Store {
  readonly views: Views;
  readonly known: Known;
  readonly laneId: number;
  onCommit: ((changes?: Changes) => void) | undefined;
  readonly #database: Database;
  readonly #node: string;
  readonly #knowledge: Knowledge;
  readonly #transactions: LaneTransactions;
  readonly #outbox: LaneOutbox;
  readonly #moves: LaneMoves;
  #merchants = new Map<number, Merchant | undefined>();
  #merchantsOf: KnownRecord | undefined;
  #isClosed = false;

  constructor({ access, laneId, node, isStaged, leaseMs, check, changed }: PostgresStoreOptions) {
    const { database } = access;
    this.#database = database;
    this.laneId = laneId;
    this.#node = node;
    this.#knowledge = knowledgeOf(new LaneCache(), { isStaged });
    this.#moves = new LaneMoves(database, laneId, node);
    this.#transactions = new LaneTransactions(access, {
      laneId,
      node,
      knowledge: this.#knowledge,
      isMoving: () => this.#moves.isUnderWay,
      check,
    });
    this.#transactions.onCommit = (changes) => {
      this.onCommit?.(changes);
      changed?.();
    };
    const told = () => {
      this.onCommit?.();
      changed?.();
    };
    this.#outbox = new LaneOutbox(database, { laneId, node, leaseMs, changed: told });
    this.views = this.#viewsBy(
      (statement, values) => database.rows(statement, values),
      (known) => access.looker.look(laneId, known),
    );
    this.known = { lane: () => this.#knownState(), merchant: (id) => this.#knownMerchant(id) };
  }

  /** The lane is as its row was written just now. */
  begins(row: Row): void {
    const { version, recordVersion, clock, ids, realNow, record } = rowOf(row);
    const known = { version: recordVersion, record: record!, rules: [] };
    this.#knowledge.record = known;
    this.#knowledge.held = { version, known, clock, ids, realNow, heldAt: performance.now() };
    this.#knowledge.seen = this.#knowledge.held;
    this.#knowledge.cache.hasAllReferences = true;
  }

  /** The lane has its name: what is committed from now on is on the disk. */
  published(): void {
    this.#knowledge.isStaged = false;
  }

  transact<R>(work: (fresh: Fresh) => Work<R>): Promise<R> {
    return this.#transactions.transact(work);
  }

  claim(now: Instant, limit: number): Promise<readonly Due[]> {
    return this.#outbox.claim(now, limit);
  }

  sending(id: number): Promise<OutboxEntry | undefined> {
    return this.#outbox.sending(id);
  }

  attempted(id: number, attempt: AttemptRecord, next: NextAttempt): Promise<boolean> {
    return this.#outbox.attempted(id, attempt, next);
  }

  attemptedTogether(ids: readonly number[], attempt: AttemptRecord, next: NextAttempt): Promise<readonly number[]> {
    return this.#outbox.attemptedTogether(ids, attempt, next);
  }

  requeue(id: number, next: Parameters<Store["requeue"]>[1]): Promise<boolean> {
    return this.#outbox.requeue(id, next);
  }

  elsewhere(): Promise<number> {
    return this.#outbox.elsewhere();
  }

  alone<T>(move: () => Promise<T>): Promise<T> {
    return this.#moves.alone(move);
  }

  follow(): Promise<Following> {
    this.#assertOpen();
    return LaneFollowing.begin(this.#database, this.laneId, this.#node);
  }

  atOneInstant<T>(look: (views: Views) => Promise<T>): Promise<T> {
    return this.#database.transaction(async (connection) => {
      await connection.run("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
      // Between two reads a large lane may be looked at for long.
      await connection.run("SET LOCAL idle_in_transaction_session_timeout = '10min'");
      const asked: Asking = (statement, values) => connection.rows({ ...statement, isLong: true }, values);
      const row = async (known: number) => (await asked(readLanes, [[this.laneId], [known]]))[0];
      return look(this.#viewsBy(asked, row));
    });
  }

  snapshot(): Promise<Buffer> {
    this.#assertOpen();
    return copyOf(this.#database, this.laneId);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#transactions.close();
    await this.#outbox.letGo();
  }

  #assertOpen(): void {
    if (this.#isClosed) throw new LaneGone();
  }

  #knownState(): LaneState | Promise<LaneState> {
    this.#assertOpen();
    const { record, seen } = this.#knowledge;
    return record && seen ? stateOf(record, seen.clock, seen.realNow) : this.views.lane();
  }

  /** By the version of the record: a merchant that changes brings another one. */
  async #knownMerchant(id: number): Promise<Merchant | undefined> {
    const { record } = this.#knowledge;
    if (record !== this.#merchantsOf) this.#merchants.clear();
    this.#merchantsOf = record;
    if (this.#merchants.has(id)) return this.#merchants.get(id);
    const merchant = await this.views.merchant(id);
    // The version may be another one by now: the merchant is not kept under it.
    if (this.#merchantsOf === record) this.#merchants.set(id, merchant);
    return merchant;
  }

  #viewsBy(asked: Asking, row: LaneRow): Views {
    const assertOpen = () => this.#assertOpen();
    return viewsOf({ asked, laneId: this.laneId, state: () => this.#state(row), assertOpen });
  }

  async #state(rowNow: LaneRow): Promise<LaneState> {
    const { record: known } = this.#knowledge;
    const found = await rowNow(known?.version ?? -1);
    if (!found) throw new LaneGone();
    const row = rowOf(found);
    this.#knowledge.seen = row;
    if (row.record === undefined) return stateOf(known!, row.clock, row.realNow);
    const read = await readRecord(row, found.rules);
    // What was read before a commit of this node may come after it.
    if (read.version > (this.#knowledge.record?.version ?? -1)) this.#knowledge.record = read;
    return stateOf(read, row.clock, row.realNow);
  }
}
