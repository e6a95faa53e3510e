import { IdSequence } from "../../../commands/fresh-ids.js";
import { checkCommit } from "../../../invariants.js";
import type { ClockState, LaneState } from "../../../ports/lane-record.js";
import type { InvariantRules } from "../../../ports/lane-storage.js";
import type { Changes, UnitResult, Work } from "../../../ports/store.js";
import { Overtaken } from "../../../ports/store-errors.js";
import { changesNothing } from "../../changes-nothing.js";
import { formerOf } from "../../former-rules.js";
import type { Asking, Row } from "../connection/connection.js";
import { columnText } from "../connection/text.js";
import { LaneReads } from "./lane-reads.js";
import { changedRecord, firstIds, type KnownRecord, type ReadRow, type StoredIds, stateOf } from "./lane-state.js";
import { LaneTx, Missing } from "./lane-tx.js";
import { takeNamed } from "./named-reads.js";
import { writing } from "./writing.js";

export interface LaneUnitsOptions {
  readonly laneId: number;
  readonly node: string;
  readonly rows: Asking;
  readonly invariantRules: InvariantRules | undefined;
  /** False if this node moves the lane's clock, but another one has taken the move over. */
  readonly isMover: boolean;
  /** True if nothing can be written. */
  readonly isReading: boolean;
}

/** How often a unit may run again for answers that it lacked. A unit asks for a few, so more is a defect of ours. */
const RUNS_MAX = 10_000;

/** The units of work of one lane in one transaction, which holds the lane's lock. Each sees the changes of earlier ones. */
export class LaneUnits {
  readonly written: Changes[] = [];
  /** Settle once everything is written. */
  readonly writes: Promise<unknown>[] = [];
  known: KnownRecord;
  readonly #options: LaneUnitsOptions;
  readonly #row: ReadRow;
  readonly #reads = new LaneReads();
  readonly #tx: LaneTx;
  #clock: ClockState;
  #state: LaneState;
  #ids: StoredIds;

  constructor(options: LaneUnitsOptions, row: ReadRow, known: KnownRecord, named: readonly Row[]) {
    this.#options = options;
    this.#row = row;
    this.known = known;
    this.#clock = row.clock;
    this.#ids = { ...row.ids };
    this.#state = stateOf(known, row.clock, row.realNow);
    takeNamed(this.#reads, named);
    const { rows, laneId } = options;
    this.#tx = new LaneTx({ rows, laneId, reads: this.#reads, state: () => this.#state });
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
        const { result, ...changes } = this.#decide(work);
        if (isChange(changes)) this.#take(changes);
        return result;
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
    const newestToken = this.#row.ids.token;
    this.#tx.fresh = new IdSequence(this.known.record.seed, this.#ids, (id) => this.#tx.isTokenTaken(id, newestToken));
    const done = work(this.#tx);
    if (invariantRules) checkCommit(this.#tx, done, invariantRules);
    return done;
  }

  /** Sends a unit's changes to the database. They become valid with the commit. */
  #take(changes: Changes): void {
    const { laneId, isMover, isReading } = this.#options;
    if (isReading && !changesNothing(changes)) throw new Error("expected a unit of work that only reads");
    // A node that hung for longer than its lease must not move the clock, because another node may have moved it since.
    if (changes.lane?.clock && !isMover) throw new Overtaken();
    const { lane, rules, exchange, orders = [], merchants = [], ledger = [], forgottenCounts = [] } = changes;
    if (lane?.seed !== undefined)
      this.#ids = { ...firstIds(lane.seed), rule: this.#ids.rule, orders: this.#ids.orders };
    const ids = this.#ids;
    ids.commit++;
    ids.orders += orders.filter(({ before }) => !before).length;
    ids.exchange = Math.max(ids.exchange, exchange?.id ?? 0);
    ids.at = this.#row.realNow;
    const firstLine = ids.ledger + 1;
    ids.ledger += ledger.length;
    const former = formerOf({ ...this.known.record, rules: this.known.rules }, changes, ids.exchange);
    this.#become(changes);
    const hasRecord = rules !== undefined || merchants.length > 0 || namesOf(lane).some((name) => name !== "clock");
    if (hasRecord) this.known = { ...this.known, version: this.known.version + 1 };
    this.#reads.put(changes);
    this.written.push(changes);
    if (isReading) return;
    if (forgottenCounts.length > 0) this.#send(forgetCounts, [laneId, forgottenCounts.map(columnText)]);
    const clock = lane?.clock ? this.#clock : undefined;
    const record = hasRecord ? this.known.record : undefined;
    this.#send(...writing(this.#options, { changes, ids, firstLine, former, clock, record }));
  }

  #become({ lane, rules }: Changes): void {
    if (!lane && !rules) return;
    this.known = changedRecord(this.known, lane, rules);
    this.#clock = lane?.clock ?? this.#clock;
    this.#state = stateOf(this.known, this.#clock, this.#row.realNow);
  }

  #send(...[statement, values]: Parameters<Asking>): void {
    const write = this.#options.rows(statement, values);
    // The commit reports it.
    write.catch(() => {});
    this.writes.push(write);
  }
}

const forgetCounts = {
  name: "forget-counts",
  text: "DELETE FROM rule_counts WHERE lane_id = $1 AND rule_id = ANY ($2::text[])",
};

const namesOf = (lane: object = {}): readonly string[] => Object.keys(lane);

/** True if there is anything to write. Empty lists don't count. */
const isChange = (changes: Changes): boolean =>
  Object.values(changes).some((value) => (Array.isArray(value) ? value.length > 0 : value !== undefined));
