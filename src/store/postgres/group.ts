import { sessionOf } from "../../app/commands/session.js";
import type { ClockState, LaneState } from "../../app/ports/lane-record.js";
import type { Reading } from "../../app/ports/reads.js";
import type { Changes, Fresh, Read, Verdict, Work } from "../../app/ports/store.js";
import { LaneGone } from "../../app/ports/store-errors.js";
import type { Instant } from "../../domain/money.js";
import { idBases } from "../id-bases.js";
import { ruleName } from "../rule-name.js";
import type { Connection } from "./database.js";
import type { LaneCache } from "./lane-cache.js";
import {
  changedRecord,
  firstIds,
  type KnownRecord,
  type LastIds,
  lockLane,
  type ReadRow,
  readRules,
  rowOf,
  stateOf,
} from "./lane-state.js";
import { Pending } from "./pending.js";
import { answerKnown, isOfMany, LaneReads, UNKNOWN } from "./reads.js";
import { columnText } from "./text.js";
import { writing } from "./writing.js";

/** What a node knows of a lane, at the version that it last saw. */
export interface Knowledge {
  readonly cache: LaneCache;
  /** The version that the cache is of; undefined: of none. */
  version: number | undefined;
  record: KnownRecord | undefined;
  readonly openings: number;
  /** Where the lane's clock stood, and what time it was, when they were last looked at. */
  seen: { readonly clock: ClockState; readonly realNow: Instant } | undefined;
}

export interface GroupOptions {
  readonly laneId: number;
  readonly node: string;
  readonly knowledge: Knowledge;
  readonly check: ((changes: Changes) => Reading<void>) | undefined;
}

/** A token's id was asked for: the ids that testers took must be known first, and the unit begins anew. */
class AsksForTokens extends Error {}

/** About how much an exchange takes besides its texts, in bytes. */
const FRAME_BYTES = 600;

/** The units of work of one transaction: the lane's row is locked, each unit sees what those before it did, and all is written at the end. */
export class Group {
  readonly written: Changes[] = [];
  /** By it the transaction's outcome can be asked for. */
  readonly xid: string;
  readonly #options: GroupOptions;
  readonly #connection: Connection;
  readonly #reads: LaneReads;
  readonly #row: ReadRow;
  #version: number;
  #known: KnownRecord;
  #state: LaneState;
  #ids: LastIds;
  #pending = new Pending();
  #takenTokens: ReadonlySet<number> | undefined;

  private constructor(options: GroupOptions, connection: Connection, row: ReadRow, known: KnownRecord, xid: string) {
    this.#options = options;
    this.#connection = connection;
    this.#row = row;
    this.#version = row.version;
    this.#known = known;
    this.xid = xid;
    this.#ids = { ...row.ids };
    this.#state = stateOf(known, row.clock, options.knowledge.openings, row.realNow);
    this.#reads = new LaneReads(connection, options.laneId, options.knowledge.cache);
  }

  /** Begins a transaction and locks the lane's row; what the node knows of another version of the lane is forgotten. Throws LaneGone. */
  static async begin(options: GroupOptions, connection: Connection): Promise<Group> {
    const { laneId, knowledge } = options;
    const before = knowledge.record;
    const [, [found]] = await Promise.all([
      connection.run("BEGIN"),
      connection.rows(lockLane, [laneId, before?.version ?? -1]),
    ]);
    if (!found) throw new LaneGone();
    const row = rowOf(found);
    if (row.version !== knowledge.version) {
      knowledge.cache.clear();
      knowledge.cache.hasAllReferences = row.ids.orders === 0;
    }
    knowledge.seen = row;
    if (row.record === undefined) return new Group(options, connection, row, before!, found.xid);
    const [read] = await connection.rows(readRules, [laneId]);
    const known = { version: row.recordVersion, record: row.record, rules: JSON.parse(read.rules) };
    knowledge.record = known;
    return new Group(options, connection, row, known, found.xid);
  }

  /** What the units changed stays: the node knows it from now on. */
  committed(): void {
    const { knowledge } = this.#options;
    knowledge.version = this.#version;
    knowledge.record = this.#known;
  }

  /** Lets a unit of work read and decide; a throw leaves nothing of it, and its ids are given out again. */
  async run<R>(work: (fresh: Fresh) => Work<R>): Promise<R> {
    const { check } = this.#options;
    const ids = { ...this.#ids };
    try {
      const verdict = await this.#drive(work(this.#fresh()));
      if (check) await this.#drive(check(verdict));
      await this.#take(verdict);
      return verdict.result;
    } catch (reason) {
      this.#ids = ids;
      if (!(reason instanceof AsksForTokens)) throw reason;
      this.#takenTokens = await this.#reads.takenTokens(ids.token);
      return this.run(work);
    }
  }

  get hasWritten(): boolean {
    return this.written.length > 0;
  }

  /** Writes what the units changed. The commit may be sent right behind it. */
  async write(): Promise<void> {
    if (this.#pending.isEmpty) return;
    const { laneId, node } = this.#options;
    const pending = this.#pending;
    this.#pending = new Pending();
    const journalBytes = pending.exchanges.reduce(
      (sum, { request, response, explain }) => sum + FRAME_BYTES + request.length + response.length + explain.length,
      0,
    );
    const { statement, values } = writing(laneId, node, pending, {
      ids: this.#ids,
      journalBytes,
      clock: pending.hasClock ? this.#state.clock : undefined,
      record: pending.hasRecord ? this.#known.record : undefined,
    });
    this.#version++;
    if (pending.hasRecord) this.#known = { ...this.#known, version: this.#known.version + 1 };
    await this.#connection.rows(statement, values);
  }

  /** Takes over what a unit changed. */
  async #take<R>({ result: _, ...changes }: Verdict<R>): Promise<void> {
    if (!isChange(changes)) return;
    if (changes.lane?.seed !== undefined)
      this.#ids = { ...firstIds(changes.lane.seed), rule: this.#ids.rule, orders: this.#ids.orders };
    this.#ids.commit++;
    this.#ids.orders += (changes.orders ?? []).filter(({ before }) => !before).length;
    this.#ids.exchange = Math.max(this.#ids.exchange, changes.exchange?.id ?? 0);
    this.#pending.add(changes, this.#ids.commit, () => ++this.#ids.ledger);
    if (changes.lane || changes.rules) {
      this.#known = changedRecord(this.#known, changes.lane, changes.rules);
      const clock = changes.lane?.clock ?? this.#state.clock;
      this.#state = stateOf(this.#known, clock, this.#options.knowledge.openings, this.#row.realNow);
    }
    if (changes.forgottenCounts?.length) await this.#forgetCounts(changes.forgottenCounts);
    this.#options.knowledge.cache.put(changes);
    this.written.push(changes);
  }

  async #forgetCounts(ruleIds: readonly string[]): Promise<void> {
    await this.write();
    await this.#connection.rows(forgetCounts, [this.#options.laneId, ruleIds.map(columnText)]);
  }

  async #drive<T>(work: Reading<T>): Promise<T> {
    let step = work.next();
    while (!step.done) {
      const known = this.#answerKnown(step.value);
      step = work.next(known === UNKNOWN ? await this.#ask(step.value) : known);
    }
    return step.value;
  }

  #answerKnown(read: Read): unknown {
    return read.read === "lane" ? this.#state : answerKnown(this.#options.knowledge.cache, read);
  }

  /** What the units before this one changed is in the cache, each thing by itself; a question about many must find it written. */
  async #ask(read: Read): Promise<unknown> {
    if (read.read === "lane") return this.#state;
    if (isOfMany(read) || this.#options.knowledge.cache.hasForgotten) await this.write();
    return this.#reads.answer(read);
  }

  #fresh(): Fresh {
    const { seed } = this.#known.record;
    const bases = idBases(seed);
    return {
      orderId: () => ++this.#ids.order,
      transaction: () => {
        const id = ++this.#ids.transaction;
        // ASSUMED(stan): six digits, dense per lane.
        return { id, stan: String((id - bases.transaction + bases.stan) % 1_000_000).padStart(6, "0") };
      },
      session: (purpose, id) => sessionOf({ purpose, seed, id }),
      exchangeId: () => ++this.#ids.exchange,
      notificationId: () => ++this.#ids.notification,
      tokenId: () => {
        if (!this.#takenTokens) throw new AsksForTokens();
        while (this.#takenTokens.has(++this.#ids.token));
        return this.#ids.token;
      },
      cardEntryId: () => ++this.#ids.cardEntry,
      ruleId: () => ruleName(++this.#ids.rule),
      taskId: () => ++this.#ids.task,
    };
  }
}

const forgetCounts = {
  name: "forget-counts",
  text: "DELETE FROM rule_counts WHERE lane_id = $1 AND rule_id = ANY ($2::text[])",
};

/** Whether there is anything to write; lists may be there and empty. */
const isChange = (changes: Changes): boolean =>
  Object.values(changes).some((value) => (Array.isArray(value) ? value.length > 0 : value !== undefined));
