import { sessionOf } from "../../app/commands/session.js";
import type { ClockState, LaneState } from "../../app/ports/lane-record.js";
import type { Reading } from "../../app/ports/reads.js";
import type { Changes, Fresh, Read, Verdict, Work } from "../../app/ports/store.js";
import { Overtaken } from "../../app/ports/store-errors.js";
import type { Instant } from "../../domain/money.js";
import { bytesOf } from "../exchange-bytes.js";
import { formerOf } from "../former-rules.js";
import { idBases } from "../id-bases.js";
import { ruleName } from "../rule-name.js";
import type { Knowledge } from "./knowledge.js";
import { balanceKey, referenceKey } from "./lane-cache.js";
import { changedRecord, firstIds, type KnownRecord, type LastIds, stateOf } from "./lane-state.js";
import { Pending } from "./pending.js";
import { answerKnown, isOfMany, LaneReads, UNKNOWN } from "./reads.js";
import type { Start } from "./start.js";
import { columnText } from "./text.js";
import { type Condition, type LaneWrite, writing } from "./writing.js";

export interface GroupOptions {
  readonly laneId: number;
  readonly node: string;
  readonly knowledge: Knowledge;
  /** Whether this node moves the lane's clock. */
  readonly isMoving: () => boolean;
  readonly check: ((changes: Changes) => Reading<void>) | undefined;
}

/** A token's id was asked for: the ids that testers took must be known first, and the unit begins anew. */
class AsksForTokens extends Error {}

/** A unit of work asks for what only a transaction that holds the lane's lock can do. */
export class NeedsLock extends Error {}

/** The units of work that are written together: each sees what those before it did, and all is written at the end. */
export class Group {
  readonly written: Changes[] = [];
  readonly #options: GroupOptions;
  readonly #start: Start;
  readonly #reads: LaneReads;
  readonly #unused = new Map<string, { readonly merchantId: number; readonly reference: string }>();
  #version: number;
  #known: KnownRecord;
  #clock: ClockState;
  #state: LaneState;
  #ids: LastIds;
  #pending = new Pending();
  #takenTokens: ReadonlySet<number> | undefined;
  /** Ids of tokens that the units before stored, and that are perhaps not written yet. */
  readonly #storedTokens = new Set<number>();

  constructor(options: GroupOptions, start: Start) {
    this.#options = options;
    this.#start = start;
    this.#version = start.version;
    this.#known = start.known;
    this.#clock = start.clock;
    this.#ids = { ...start.ids };
    this.#state = stateOf(start.known, start.clock, start.realNow);
    this.#reads = new LaneReads(start.rows, options.laneId, options.knowledge.cache);
  }

  /** By it the outcome can be asked for where no lock was held: the last call that was written. */
  get lastExchange(): number | undefined {
    return this.written.findLast(({ exchange }) => exchange)?.exchange?.id;
  }

  /** What the units changed stays, at this time of the database's clock: the node knows it from now on. */
  committed(realNow: Instant): void {
    const { knowledge } = this.#options;
    knowledge.record = this.#known;
    knowledge.looks.committed();
    knowledge.locks.committed();
    knowledge.held = {
      version: this.#version,
      known: this.#known,
      clock: this.#clock,
      ids: this.#ids,
      realNow,
      heldAt: performance.now(),
    };
    knowledge.seen = knowledge.held;
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

  /** What must be so that what was decided without a lock holds. */
  get condition(): Condition {
    const { version, realNow } = this.#start;
    return { version, realNow, unused: [...this.#unused.values()] };
  }

  /** What is to be written so that what the units changed stays; undefined where nothing is left to write. */
  toWrite(): LaneWrite | undefined {
    const pending = this.#pending;
    if (pending.isEmpty) return undefined;
    this.#pending = new Pending();
    this.#version++;
    const { record } = this.#known;
    if (pending.hasRecord) this.#known = { ...this.#known, version: this.#known.version + 1 };
    return {
      laneId: this.#options.laneId,
      pending,
      ids: { ...this.#ids },
      journalBytes: pending.exchanges.reduce((sum, { exchange }) => sum + bytesOf(exchange), 0),
      clock: pending.hasClock ? this.#clock : undefined,
      record: pending.hasRecord ? record : undefined,
      condition: this.#start.xid === undefined ? this.condition : undefined,
    };
  }

  /** Writes before the end what a unit must find written. */
  async #writeNow(): Promise<void> {
    if (this.#pending.isEmpty) return;
    if (this.#start.xid === undefined) throw new NeedsLock();
    const { statement, values } = writing(this.#options.node, [this.toWrite()!]);
    await this.#start.rows(statement, values);
  }

  /** Takes over what a unit changed. */
  async #take<R>({ result: _, ...changes }: Verdict<R>): Promise<void> {
    if (!isChange(changes)) return;
    if (changes.lane?.clock) this.#assertMover();
    const forgetsCounts = changes.forgottenCounts?.length;
    if (forgetsCounts && this.#start.xid === undefined) throw new NeedsLock();
    if (changes.lane?.seed !== undefined)
      this.#ids = { ...firstIds(changes.lane.seed), rule: this.#ids.rule, orders: this.#ids.orders };
    this.#ids.commit++;
    this.#ids.orders += (changes.orders ?? []).filter(({ before }) => !before).length;
    this.#ids.exchange = Math.max(this.#ids.exchange, changes.exchange?.id ?? 0);
    this.#pending.add(changes, this.#ids.commit, () => ++this.#ids.ledger);
    if (changes.lane || changes.rules) {
      this.#keepFormer(changes);
      this.#known = changedRecord(this.#known, changes.lane, changes.rules);
      this.#clock = changes.lane?.clock ?? this.#clock;
      this.#state = stateOf(this.#known, this.#clock, this.#start.realNow);
    }
    if (forgetsCounts) await this.#forgetCounts(changes.forgottenCounts);
    for (const { tokenId } of changes.tokens ?? []) this.#storedTokens.add(tokenId);
    this.#options.knowledge.cache.put(changes);
    this.written.push(changes);
  }

  /** A node that hung for longer than its move's lease moves no more: another one may have moved the clock since. */
  #assertMover(): void {
    const { isMoving, node } = this.#options;
    const { xid, movedBy } = this.#start;
    if (!isMoving()) return;
    if (xid === undefined) throw new NeedsLock();
    if (movedBy !== undefined && movedBy !== node) throw new Overtaken();
  }

  #keepFormer(changes: Changes): void {
    const { record, rules } = this.#known;
    const former = formerOf({ ...record, rules }, changes, this.#ids.exchange);
    this.#pending.formerRules.push(...former.rules);
    if (former.settings) this.#pending.formerSettings.push(former.settings);
  }

  async #forgetCounts(ruleIds: readonly string[] = []): Promise<void> {
    await this.#writeNow();
    await this.#start.rows(forgetCounts, [this.#options.laneId, ruleIds.map(columnText)]);
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
    if (isOfMany(read) || this.#options.knowledge.cache.hasForgotten) await this.#writeNow();
    if (read.read === "unsettled") return this.#balance(read);
    if (read.read !== "order-by-reference") return this.#reads.answer(read);
    if (this.#guessesUnused(read)) return undefined;
    const found = await this.#reads.answer(read);
    if (found === undefined) this.#options.knowledge.guessesUnused = true;
    return found;
  }

  /** What the units before this one moved is added up in the database, and not written yet. */
  async #balance(read: Extract<Read, { readonly read: "unsettled" }>): Promise<number> {
    const key = balanceKey(read.merchantId, read.currency);
    const written = (await this.#reads.answer(read)) as number;
    const amount = written + (this.#pending.balances.get(key)?.amount ?? 0);
    this.#options.knowledge.cache.balances.put(key, amount);
    return amount;
  }

  /** An unknown reference is most often one of a new order: the write makes sure that it is unused. */
  #guessesUnused({ merchantId, reference }: { readonly merchantId: number; readonly reference: string }): boolean {
    const { cache, guessesUnused } = this.#options.knowledge;
    const key = referenceKey(merchantId, reference);
    if (this.#start.xid !== undefined || !guessesUnused || cache.references.get(key)) return false;
    if (!Number.isSafeInteger(merchantId)) return false;
    this.#unused.set(key, { merchantId, reference });
    return true;
  }

  /** At which the units that were not sent yet began. */
  get version(): number {
    return this.#version;
  }

  /** Whether the write has to make sure that references are unused. */
  get hasGuessed(): boolean {
    return this.#unused.size > 0;
  }

  #fresh(): Fresh {
    const { seed } = this.#known.record;
    // Most units ask for none of them.
    let bases: ReturnType<typeof idBases> | undefined;
    return {
      orderId: () => ++this.#ids.order,
      transaction: () => {
        const id = ++this.#ids.transaction;
        bases ??= idBases(seed);
        // ASSUMED(stan): six digits, dense per lane.
        return { id, stan: String((id - bases.transaction + bases.stan) % 1_000_000).padStart(6, "0") };
      },
      session: (purpose, id) => sessionOf({ purpose, seed, id }),
      exchangeId: () => ++this.#ids.exchange,
      lastExchange: () => this.#ids.exchange,
      notificationId: () => ++this.#ids.notification,
      tokenId: () => {
        if (!this.#takenTokens) throw new AsksForTokens();
        do this.#ids.token++;
        while (this.#takenTokens.has(this.#ids.token) || this.#storedTokens.has(this.#ids.token));
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
