import { IdSequence } from "../../../app/commands/fresh-ids.js";
import { checkCommit } from "../../../app/invariants.js";
import type { ClockState, LaneState } from "../../../app/ports/lane-record.js";
import type { InvariantRules } from "../../../app/ports/lane-storage.js";
import type { Changes, UnitResult, Work } from "../../../app/ports/store.js";
import { Overtaken } from "../../../app/ports/store-errors.js";
import { bytesOf } from "../../exchange-bytes.js";
import { formerOf } from "../../former-rules.js";
import type { Asking } from "../connection/connection.js";
import { columnText } from "../connection/text.js";
import type { LaneCache } from "./lane-cache.js";
import { changedRecord, firstIds, type KnownRecord, type ReadRow, type StoredIds, stateOf } from "./lane-state.js";
import { LaneTx, Missing } from "./lane-tx.js";
import { Pending } from "./pending.js";
import { type LaneWrite, writing } from "./writing.js";

export interface LaneUnitsOptions {
  readonly laneId: number;
  readonly node: string;
  readonly cache: LaneCache;
  /** True if this node moves the lane's clock. */
  readonly isMoving: () => boolean;
  readonly invariantRules: InvariantRules | undefined;
}

/** The state in which the units of one transaction start. */
export interface Start {
  readonly row: ReadRow;
  readonly known: KnownRecord;
  /** The process that moves the lane's clock. */
  readonly movedBy: string | null;
  readonly rows: Asking;
}

/** How often a unit may run again for answers that it lacked. A unit asks for a few, so more is a defect of ours. */
const RUNS_MAX = 10_000;

/**
 * The units of work of one lane in one transaction, which holds the lane's lock. Each unit sees the changes of
 * earlier ones. Everything is written at the end.
 */
export class LaneUnits {
  readonly written: Changes[] = [];
  readonly #options: LaneUnitsOptions;
  readonly #start: Start;
  readonly #tx: LaneTx;
  #version: number;
  #known: KnownRecord;
  #clock: ClockState;
  #state: LaneState;
  #ids: StoredIds;
  #pending = new Pending();
  #takenTokens: ReadonlySet<number> | undefined;
  /** Ids of tokens from earlier units, which may not be written yet. */
  readonly #storedTokens = new Set<number>();

  constructor(options: LaneUnitsOptions, start: Start) {
    this.#options = options;
    this.#start = start;
    this.#version = start.row.version;
    this.#known = start.known;
    this.#clock = start.row.clock;
    this.#ids = { ...start.row.ids };
    this.#state = stateOf(start.known, start.row.clock, start.row.realNow);
    this.#tx = new LaneTx({
      rows: start.rows,
      laneId: options.laneId,
      cache: options.cache,
      state: () => this.#state,
      writeNow: () => this.#writeNow(),
      unwritten: (key) => this.#pending.balances.get(key)?.amount ?? 0,
    });
    options.cache.hasForgotten = false;
  }

  /** Makes the node's cache match the state after the units. */
  committed(): void {
    const { cache } = this.#options;
    cache.record = this.#known;
    cache.row = { version: this.#version, recordVersion: this.#known.version };
  }

  /**
   * Runs a unit of work, again from its start for each answer that it lacks. If it throws, none of its changes are
   * kept, and its ids can be used again.
   */
  async run<R>(work: Work<R>): Promise<R> {
    const ids = { ...this.#ids };
    this.#tx.begin();
    for (let run = 0; run < RUNS_MAX; run++) {
      try {
        const done = this.#decide(work);
        await this.#take(done);
        return done.result;
      } catch (reason) {
        this.#ids = { ...ids };
        if (!(reason instanceof Missing)) throw reason;
        await reason.fetch();
      }
    }
    throw new Error(`expected a unit of work to end, found ${RUNS_MAX} runs`);
  }

  #decide<R>(work: Work<R>): UnitResult<R> {
    const { invariantRules } = this.#options;
    this.#tx.fresh = this.#fresh();
    const done = work(this.#tx);
    if (invariantRules) checkCommit(this.#tx, done, invariantRules);
    return done;
  }

  /** The write that stores the units' changes. Undefined if there is nothing left to write. */
  toWrite(): LaneWrite | undefined {
    const pending = this.#pending;
    if (pending.isEmpty) return undefined;
    this.#pending = new Pending();
    this.#version++;
    this.#ids.at = this.#start.row.realNow;
    const { record } = this.#known;
    if (pending.hasRecord) this.#known = { ...this.#known, version: this.#known.version + 1 };
    return {
      laneId: this.#options.laneId,
      pending,
      ids: { ...this.#ids },
      journalBytes: pending.exchanges.reduce((sum, { exchange }) => sum + bytesOf(exchange), 0),
      clock: pending.hasClock ? this.#clock : undefined,
      record: pending.hasRecord ? record : undefined,
    };
  }

  /** Writes early if a unit must find the changes in the database. */
  async #writeNow(): Promise<void> {
    if (this.#pending.isEmpty) return;
    const { statement, values } = writing(this.#options.node, [this.toWrite()!]);
    await this.#start.rows(statement, values);
  }

  /** Adds a unit's changes. */
  async #take<R>({ result: _, ...changes }: UnitResult<R>): Promise<void> {
    if (!isChange(changes)) return;
    if (changes.lane?.clock) this.#assertMover();
    const forgetsCounts = changes.forgottenCounts?.length;
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
      this.#state = stateOf(this.#known, this.#clock, this.#start.row.realNow);
    }
    if (forgetsCounts) await this.#forgetCounts(changes.forgottenCounts);
    for (const { tokenId } of changes.tokens ?? []) this.#storedTokens.add(tokenId);
    this.#options.cache.put(changes);
    this.written.push(changes);
  }

  /**
   * A node that hung for longer than its lease must not move the clock, because another node may have moved it since.
   */
  #assertMover(): void {
    if (this.#options.isMoving() && this.#start.movedBy !== this.#options.node) throw new Overtaken();
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

  #fresh(): IdSequence {
    return new IdSequence(this.#known.record.seed, this.#ids, (id) => {
      const taken = this.#takenTokens;
      // Testers may have chosen ids of tokens.
      if (!taken)
        throw new Missing(async () => {
          this.#takenTokens = await this.#tx.takenTokens(this.#start.row.ids.token);
        });
      return taken.has(id) || this.#storedTokens.has(id);
    });
  }
}

const forgetCounts = {
  name: "forget-counts",
  text: "DELETE FROM rule_counts WHERE lane_id = $1 AND rule_id = ANY ($2::text[])",
};

/** True if there is anything to write. Empty lists don't count. */
const isChange = (changes: Changes): boolean =>
  Object.values(changes).some((value) => (Array.isArray(value) ? value.length > 0 : value !== undefined));
