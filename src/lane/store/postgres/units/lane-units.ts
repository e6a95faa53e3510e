import { IdSequence } from "../../../commands/fresh-ids.js";
import { checkCommit } from "../../../invariants.js";
import type { LaneRecord } from "../../../ports/lane-record.js";
import type { InvariantRules } from "../../../ports/lane-storage.js";
import type { Changes, UnitResult, Work } from "../../../ports/store.js";
import { Overtaken, type StoreUnavailable } from "../../../ports/store-errors.js";
import { changesNothing } from "../../changes-nothing.js";
import { formerOf } from "../../former-rules.js";
import { recordAfter, stateAt } from "../../lane-state.js";
import type { Asking, Row } from "../connection/connection.js";
import { firstIds, type KnownRecord, type ReadRow, readLaneRow, type StoredIds } from "./lane-state.js";
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
  readonly tx: LaneTx;
  readonly #options: LaneUnitsOptions;
  readonly #row: ReadRow;
  #version: number;
  #record: LaneRecord;
  #ids: StoredIds;

  constructor(options: LaneUnitsOptions, row: Row, { version, record }: KnownRecord, tx: LaneTx) {
    this.#options = options;
    this.#row = readLaneRow(row);
    this.#version = version;
    this.#record = { ...record, clock: this.#row.clock };
    this.#ids = this.#row.ids;
    this.tx = tx;
    tx.state = stateAt(this.#record, this.#row.realNow);
  }

  /** The record after the units. */
  get known(): KnownRecord {
    return { version: this.#version, record: this.#record };
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
        if (changes.exchange || !changesNothing(changes)) this.#take(changes, ids);
        return result;
      } catch (reason) {
        if (!(reason instanceof Missing)) throw reason;
        await reason.fetch();
      }
    }
    throw new Error(`expected a unit of work to end, found ${RUNS_MAX} runs`);
  }

  #decide<R>(work: Work<R>, ids: StoredIds): UnitResult<R> {
    const { tx } = this;
    const { invariantRules } = this.#options;
    const newestToken = this.#row.ids.token;
    tx.fresh = new IdSequence(this.#record.seed, ids, (id) => tx.isTokenTaken(id, newestToken));
    const done = work(tx);
    if (invariantRules) checkCommit(tx, done, invariantRules);
    return done;
  }

  /** Sends a unit's changes to the database. They become valid with the commit. */
  #take(changes: Changes, used: StoredIds): void {
    const { rows, isMover, unwritable } = this.#options;
    if (unwritable && !changesNothing(changes)) throw unwritable;
    if (unwritable) return;
    const { lane, rules, exchange, orders = [], merchants = [], ledger = [] } = changes;
    // A node that hung for longer than its lease must not move the clock, because another node may have moved it since.
    if (lane?.clock && !isMover) throw new Overtaken();
    const ids: StoredIds =
      lane?.seed === undefined ? used : { ...firstIds(lane.seed), rule: used.rule, orders: used.orders };
    ids.commit++;
    ids.orders += orders.filter(({ before }) => !before).length;
    ids.exchange = Math.max(ids.exchange, exchange?.id ?? 0);
    ids.at = this.#row.realNow;
    ids.ledger += ledger.length;
    this.#ids = ids;
    const former = formerOf(this.#record, changes, ids.exchange);
    if (lane || rules) {
      this.#record = recordAfter(this.#record, changes);
      this.tx.state = stateAt(this.#record, this.#row.realNow);
    }
    const { clock, rules: _, ...record } = this.#record;
    const hasRecord =
      rules !== undefined || merchants.length > 0 || Object.keys(lane ?? {}).some((name) => name !== "clock");
    if (hasRecord) this.#version++;
    this.tx.forget(changes);
    this.written.push(changes);
    const own = { clock: lane?.clock && clock, record: hasRecord ? record : undefined };
    // The commit reports it.
    rows(...writing(this.#options, { changes, ids, former, ...own })).catch(() => {});
  }
}
