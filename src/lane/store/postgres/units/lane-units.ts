import { IdSequence } from "../../../commands/fresh-ids.js";
import { checkCommit } from "../../../invariants.js";
import type { LaneRecord } from "../../../ports/lane-record.js";
import type { InvariantRules } from "../../../ports/lane-storage.js";
import type { Changes, UnitResult, Work } from "../../../ports/store.js";
import { Overtaken, type StoreUnavailable } from "../../../ports/store-errors.js";
import { changesNothing } from "../../../views/changed-parts.js";
import { formerOf } from "../../former-rules.js";
import { recordAfter, stateAt } from "../../lane-state.js";
import type { Asking } from "../connection/connection.js";
import type { Database } from "../connection/database.js";
import { firstIds, type KnownRecord, type ReadRow, type StoredIds } from "./lane-state.js";
import { type LaneTx, Missing } from "./lane-tx.js";
import { writing } from "./writes.js";

/** A lane, and what this node knows of it. */
export interface LaneOfNode {
  readonly database: Database;
  readonly laneId: number;
  readonly node: string;
  readonly invariantRules: InvariantRules | undefined;
  /** Called for each unit of work that changed something, after its commit. */
  readonly onCommit: (changes: Changes) => void;
  /** True if the lane isn't visible to others yet. Its commits become valid once it gets its name. */
  isStaged: boolean;
  /** True if this node moves the lane's clock. */
  isMoving: boolean;
  /**
   * The only thing that a node caches of a lane: its record, by its version. After a fail-over, the new primary may
   * lack the last versions and reuse their numbers, so a record never outlives its timeline.
   */
  cached: { readonly known: KnownRecord; readonly timeline: string | undefined } | undefined;
  /** True once a rule asked for its counts. They are then fetched with the lock. */
  hasCounts: boolean;
}

interface LaneUnitsOptions {
  readonly lane: Pick<LaneOfNode, "laneId" | "node" | "invariantRules">;
  readonly rows: Asking;
  readonly row: ReadRow;
  readonly known: KnownRecord;
  readonly tx: LaneTx;
  /** False if this node moves the lane's clock, but another one has taken the move over. */
  readonly isMover: boolean;
  /** Why nothing can be written. */
  readonly unwritable: StoreUnavailable | undefined;
}

/** How often a unit may run again for answers that it lacked. A unit asks for a few, so more is a defect of ours. */
const RUNS_MAX = 10_000;

/** The units of work of one lane in one transaction, which holds the lane's lock. Each sees the changes of earlier ones. */
export function unitsOf({ lane: { laneId, node, invariantRules }, ...options }: LaneUnitsOptions) {
  const { rows, row, tx, isMover, unwritable } = options;
  const written: Changes[] = [];
  let { version, record } = options.known;
  let lastIds = row.ids;
  const put = (changed: LaneRecord): void => {
    record = changed;
    tx.state = stateAt(record, row.realNow);
  };
  put({ ...record, clock: row.clock });

  const decide = <R>(work: Work<R>, ids: StoredIds): UnitResult<R> => {
    tx.fresh = new IdSequence(record.seed, ids, (id) => tx.isTokenTaken(id, row.ids.token));
    const done = work(tx);
    if (invariantRules) checkCommit(tx, done, invariantRules);
    return done;
  };

  /** Sends a unit's changes to the database. They become valid with the commit. */
  const take = (changes: Changes, used: StoredIds): void => {
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
    ids.at = row.realNow;
    ids.ledger += ledger.length;
    lastIds = ids;
    const former = formerOf(record, changes, ids.exchange);
    if (lane || rules) put(recordAfter(record, changes));
    const { clock, rules: _, ...stored } = record;
    const hasRecord =
      rules !== undefined || merchants.length > 0 || Object.keys(lane ?? {}).some((name) => name !== "clock");
    if (hasRecord) version++;
    tx.forget(changes);
    written.push(changes);
    const own = { clock: lane?.clock && clock, record: hasRecord ? stored : undefined };
    // The commit reports it.
    rows(...writing({ laneId, node }, { changes, ids, former, ...own })).catch(() => {});
  };

  return {
    written,
    /** The record after the units. */
    known: (): KnownRecord => ({ version, record }),
    /**
     * Runs a unit of work, again from its start for each answer that it lacks. If it throws, none of its changes are
     * kept, and its ids can be used again.
     */
    run: async <R>(work: Work<R>): Promise<R> => {
      for (let run = 0; run < RUNS_MAX; run++) {
        const ids = { ...lastIds };
        try {
          const { result, ...changes } = decide(work, ids);
          if (changes.exchange || !changesNothing(changes)) take(changes, ids);
          return result;
        } catch (reason) {
          if (!(reason instanceof Missing)) throw reason;
          await reason.fetch();
        }
      }
      throw new Error(`expected a unit of work to end, found ${RUNS_MAX} runs`);
    },
  };
}
