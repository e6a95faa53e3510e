import { setTimeout as pause } from "node:timers/promises";
import { IdSequence } from "../../../commands/fresh-ids.js";
import { checkCommit } from "../../../invariants.js";
import type { ClockState } from "../../../ports/lane-record.js";
import type { InvariantRules } from "../../../ports/lane-storage.js";
import type { Changes, Named, UnitResult, Work } from "../../../ports/store.js";
import { LaneGone, Overtaken, StoreUnavailable } from "../../../ports/store-errors.js";
import { changesNothing } from "../../changes-nothing.js";
import { formerOf } from "../../former-rules.js";
import {
  type Asking,
  begin,
  type Connection,
  commit,
  commitUnhurried,
  type Row,
  repeatableRead,
  rollback,
} from "../connection/connection.js";
import type { Database } from "../connection/database.js";
import { isAway } from "../connection/failures.js";
import { columnText } from "../connection/text.js";
import {
  changedRecord,
  firstIds,
  type KnownRecord,
  lockLane,
  type ReadRow,
  readLane,
  readRecord,
  rowOf,
  type StoredIds,
  stateOf,
} from "./lane-state.js";
import { LaneTx, Missing } from "./lane-tx.js";
import { writing } from "./writes.js";

/** A unit of work that waits to be run. */
export interface Unit {
  readonly work: Work<unknown>;
  readonly names: Named;
  /** Call before the commit. A second call undoes the first, as `fail` does. */
  readonly hold: (result: unknown) => void;
  readonly succeed: (result: unknown) => void;
  readonly fail: (reason: unknown) => void;
}

export interface LaneOptions {
  readonly database: Database;
  readonly laneId: number;
  readonly node: string;
  /** True if the lane isn't visible to others yet. Its commits become valid once it gets its name. */
  readonly isStaged: boolean;
  /** True if this node moves the lane's clock. */
  readonly isMoving: () => boolean;
  readonly invariantRules: InvariantRules | undefined;
  /** Called for each unit of work that changed something, after its commit. */
  readonly onCommit: (changes: Changes) => void;
}

/** A lane, and what this node knows of it. */
export interface LaneOfNode {
  readonly options: LaneOptions;
  readonly isStaged: boolean;
  /**
   * The only thing that a node caches of a lane: its record, by its version. After a fail-over, the new primary may
   * lack the last versions and reuse their numbers, so a record never outlives its timeline.
   */
  cached: { readonly known: KnownRecord; readonly timeline: string | undefined } | undefined;
  /** True once a rule asked for its counts. They are then fetched with the lock. */
  hasCounts: boolean;
}

/** A transaction whose commit may get no answer. */
interface Pending {
  readonly xid: string;
  readonly timeline: string | undefined;
  readonly units: LaneUnits;
}

/**
 * Runs the units of a lane that `take` returns in one transaction. The first round trip locks the lane's row and
 * fetches what the units name, the last one writes and commits. If it throws, nothing was stored and no unit was
 * answered.
 */
export async function runTogether(lane: LaneOfNode, take: () => readonly Unit[]): Promise<void> {
  const { database, onCommit } = lane.options;
  let pending: Pending | undefined;
  const answers: (() => void)[] = [];
  try {
    await database.connected(async (connection) => {
      const { timeline } = connection;
      const all = take();
      const [row, units] = await locked(connection, lane, all);
      for (const unit of all) answers.push(await answerOf(units, unit));
      if (connection.failure !== undefined) throw connection.failure;
      pending = { xid: row.xid, timeline, units };
      await Promise.all([...units.writes, connection.rows(units.written.length > 0 ? commit : rollback)]);
      lane.cached = { known: units.known, timeline };
      lane.hasCounts ||= units.tx.hasCounts;
    });
  } catch (error) {
    if (!pending || !isAway(error)) throw error;
    database.counts.retried("lost-answer");
    await assertCommitted(database, pending, error);
  }
  for (const changes of pending!.units.written) onCommit(changes);
  for (const answer of answers) answer();
}

/** Runs a unit. Its answer becomes valid with the commit. */
async function answerOf(units: LaneUnits, unit: Unit): Promise<() => void> {
  try {
    const result = await units.run(unit.work);
    unit.hold(result);
    return () => unit.succeed(result);
  } catch (reason) {
    return () => unit.fail(reason);
  }
}

/**
 * Answers a unit that writes nothing but its journal entry, without a lock and without that entry. Throws if it has
 * something else to write.
 */
export async function answerReading(lane: LaneOfNode, { work, hold, succeed }: Unit): Promise<void> {
  const result = await lane.options.database.connected(async ({ rows }) => {
    const [, , [row]] = await Promise.all([
      rows(begin),
      rows(repeatableRead),
      rows(readLane, [lane.options.laneId, NO_VERSION]),
    ]);
    if (!row) throw new LaneGone();
    const tx = new LaneTx(lane.options.laneId, rows);
    const units = new LaneUnits(
      { ...lane.options, rows, isMover: false, isReading: true },
      row,
      await readRecord(row),
      tx,
    );
    const result = await units.run(work);
    hold(result);
    await rows(rollback);
    return result;
  });
  succeed(result);
}

/** The record's version of a node that has none cached. */
const NO_VERSION = -1;

/**
 * The first round trip. The reads are statements of their own behind the lock, because a statement that waits for a
 * lock doesn't see what its holder has changed in other rows.
 */
async function locked(
  { rows, timeline }: Connection,
  lane: LaneOfNode,
  units: readonly Unit[],
): Promise<readonly [Row, LaneUnits]> {
  const { laneId, database, isMoving, node } = lane.options;
  const tx = new LaneTx(laneId, rows);
  const settings = [begin, ...(lane.isStaged ? [commitUnhurried] : [])];
  const begun = settings.map((statement) => rows(statement));
  const [[row]] = await Promise.all([
    database.counts.locking(rows(lockLane, [laneId])),
    ...tx.named(
      units.map(({ names }) => names),
      lane.hasCounts,
    ),
    ...begun,
  ]);
  if (!row) throw new LaneGone();
  let known = lane.cached?.timeline === timeline ? lane.cached?.known : undefined;
  if (known?.version !== row.record_version) known = await readRecord((await rows(readLane, [laneId, NO_VERSION]))[0]);
  const isMover = !isMoving() || row.moved_by === node;
  return [row, new LaneUnits({ ...lane.options, rows, isMover, isReading: false }, row, known!, tx)];
}

interface LaneUnitsOptions extends Pick<LaneOptions, "laneId" | "node" | "invariantRules"> {
  readonly rows: Asking;
  /** False if this node moves the lane's clock, but another one has taken the move over. */
  readonly isMover: boolean;
  /** True if nothing can be written. */
  readonly isReading: boolean;
}

/** How often a unit may run again for answers that it lacked. A unit asks for a few, so more is a defect of ours. */
const RUNS_MAX = 10_000;

/** The units of work of one lane in one transaction, which holds the lane's lock. Each sees the changes of earlier ones. */
class LaneUnits {
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
    this.#row = rowOf(row);
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
    this.tx.begin();
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
    const { laneId, isMover, isReading } = this.#options;
    if (isReading && !changesNothing(changes)) throw new Error("expected a unit of work that only reads");
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
    this.tx.put(changes);
    this.written.push(changes);
    if (isReading) return;
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

/** How long to query the outcome of a commit whose answer was lost, in milliseconds. */
const OUTCOME_MAX_MS = 10_000;
const ASK_AGAIN_MS = 50;
const outcome = "SELECT pg_xact_status($1::xid8) AS status";

/** The connection broke during a commit. Throws if it was rolled back, or if its outcome can't be determined. */
async function assertCommitted(database: Database, { xid, timeline }: Pending, cut: unknown): Promise<void> {
  const until = Date.now() + OUTCOME_MAX_MS;
  const ask = async (connection: Connection): Promise<string> =>
    // After a fail-over, the id may belong to another transaction.
    connection.timeline === timeline ? (await connection.rows(outcome, [xid]))[0].status : "unknown";
  for (let status: string | undefined; status !== "unknown" && Date.now() < until; await pause(ASK_AGAIN_MS)) {
    // If the database can't be reached, tries again.
    status = await database.connected(ask).catch(() => undefined);
    if (status === "committed") return;
    if (status === "aborted") throw cut;
  }
  throw new StoreUnavailable(
    "the database went away in the middle of a commit, and it is not known whether this happened: look it up before you send it again",
    { cause: cut },
  );
}
