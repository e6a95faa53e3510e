import { IdSequence } from "../../../commands/fresh-ids.js";
import { checkCommit } from "../../../invariants.js";
import type { ClockState } from "../../../ports/lane-record.js";
import type { InvariantRules } from "../../../ports/lane-storage.js";
import type { Changes, UnitResult, Work } from "../../../ports/store.js";
import { Overtaken, type StoreUnavailable } from "../../../ports/store-errors.js";
import { changesNothing } from "../../changes-nothing.js";
import { formerOf } from "../../former-rules.js";
import type { Asking, Row } from "../connection/connection.js";
import { columnText } from "../connection/text.js";
import {
  changedRecord,
  firstIds,
  type KnownRecord,
  type ReadRow,
  readLaneRow,
  type StoredIds,
  stateOf,
} from "./lane-state.js";
import { type LaneTx, Missing } from "./lane-tx.js";
import { writing } from "./writing.js";

interface LaneUnitsOptions {
  readonly laneId: number;
  readonly node: string;
  readonly invariantRules: InvariantRules | undefined;
  readonly rows: Asking;
  /** False if this node moves the lane's clock, but another one has taken the move over. */
  readonly isMover: boolean;
  /** Why nothing can be written. */
  readonly unwritable: StoreUnavailable | undefined;
}

/** How often a unit may run again for answers that it lacked. A unit asks for a few, so more is a defect of ours. */
const RUNS_MAX = 10_000;

/** The units of work of one lane in one transaction, which holds the lane's lock. Each sees the changes of earlier ones. */
export class LaneUnits {
  readonly written: Changes[] = [];
  /** Settle once everything is written. */
  readonly writes: Promise<unknown>[] = [];
  readonly tx: LaneTx;
  known: KnownRecord;
  readonly #options: LaneUnitsOptions;
  readonly #row: ReadRow;
  #clock: ClockState;
  #ids: StoredIds;

  constructor(options: LaneUnitsOptions, row: Row, known: KnownRecord, tx: LaneTx) {
    this.#options = options;
    this.#row = readLaneRow(row);
    this.known = known;
    this.#clock = this.#row.clock;
    this.#ids = this.#row.ids;
    this.tx = tx;
    tx.state = stateOf(known, this.#clock, this.#row.realNow);
  }

  /**
   * Runs a unit of work, again from its start for each answer that it lacks. If it throws, none of its changes are
   * kept, and its ids can be used again.
   */
  async run<R>(work: Work<R>): Promise<R> {
    for (let run = 0; run < RUNS_MAX; run++) {
      const ids = { ...this.#ids };
      try {
        const { result, ...changes } = this.#decide(work, ids);
        if (isChange(changes)) this.#take(changes, ids);
        return result;
      } catch (reason) {
        if (!(reason instanceof Missing)) throw reason;
        await reason.fetch();
      }
    }
    throw new Error(`expected a unit of work to end, found ${RUNS_MAX} runs`);
  }

  #decide<R>(work: Work<R>, ids: StoredIds): UnitResult<R> {
    const { tx, known } = this;
    const { invariantRules } = this.#options;
    const newestToken = this.#row.ids.token;
    tx.fresh = new IdSequence(known.record.seed, ids, (id) => tx.isTokenTaken(id, newestToken));
    const done = work(tx);
    if (invariantRules) checkCommit(tx, done, invariantRules);
    return done;
  }

  /** Sends a unit's changes to the database. They become valid with the commit. */
  #take(changes: Changes, used: StoredIds): void {
    const { laneId, isMover, unwritable } = this.#options;
    if (unwritable && !changesNothing(changes)) throw unwritable;
    if (unwritable) return;
    // A node that hung for longer than its lease must not move the clock, because another node may have moved it since.
    if (changes.lane?.clock && !isMover) throw new Overtaken();
    const { lane, rules, exchange, orders = [], merchants = [], ledger = [], forgottenCounts = [] } = changes;
    const ids: StoredIds =
      lane?.seed === undefined ? used : { ...firstIds(lane.seed), rule: used.rule, orders: used.orders };
    ids.commit++;
    ids.orders += orders.filter(({ before }) => !before).length;
    ids.exchange = Math.max(ids.exchange, exchange?.id ?? 0);
    ids.at = this.#row.realNow;
    const firstLine = ids.ledger + 1;
    ids.ledger += ledger.length;
    this.#ids = ids;
    const former = formerOf({ ...this.known.record, rules: this.known.rules }, changes, ids.exchange);
    this.#clock = lane?.clock ?? this.#clock;
    if (lane || rules) {
      this.known = changedRecord(this.known, lane, rules);
      this.tx.state = stateOf(this.known, this.#clock, this.#row.realNow);
    }
    const hasRecord =
      rules !== undefined || merchants.length > 0 || Object.keys(lane ?? {}).some((name) => name !== "clock");
    if (hasRecord) this.known = { ...this.known, version: this.known.version + 1 };
    this.tx.forget(changes);
    this.written.push(changes);
    if (forgottenCounts.length > 0) this.#send(forgetCounts, [laneId, forgottenCounts.map(columnText)]);
    const clock = lane?.clock ? this.#clock : undefined;
    const record = hasRecord ? this.known.record : undefined;
    this.#send(...writing(this.#options, { changes, ids, firstLine, former, clock, record }));
  }

  #send(...[statement, values]: Parameters<Asking>): void {
    const write = this.#options.rows(statement, values);
    // The commit reports it.
    write.catch(() => {});
    this.writes.push(write);
  }
}

const forgetCounts = "DELETE FROM rule_counts WHERE lane_id = $1 AND rule_id = ANY ($2::text[])";

/** True if there is anything to write. Empty lists don't count. */
const isChange = (changes: Changes): boolean =>
  Object.values(changes).some((value) => (Array.isArray(value) ? value.length > 0 : value !== undefined));
