import { setTimeout as pause } from "node:timers/promises";
import type { InvariantRules } from "../../../ports/lane-storage.js";
import type { Changes, Named, Work } from "../../../ports/store.js";
import { LaneGone, StoreUnavailable } from "../../../ports/store-errors.js";
import { begin, type Connection, commit, commitUnhurried, type Row, rollback } from "../connection/connection.js";
import type { Database } from "../connection/database.js";
import { countIn } from "../connection/database-counts.js";
import { isAway } from "../connection/failures.js";
import { type KnownRecord, lockLane, readLane, readRecord } from "./lane-state.js";
import { LaneTx } from "./lane-tx.js";
import { LaneUnits } from "./lane-units.js";

/** A unit of work that waits to be run. */
export interface Unit {
  readonly work: Work<unknown>;
  readonly names: Named;
  /** Call before the commit. A second call undoes the first, as `fail` does. */
  readonly hold: (result: unknown) => void;
  readonly succeed: (result: unknown) => void;
  readonly fail: (reason: unknown) => void;
}

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

/** A transaction whose commit may get no answer. */
interface Pending {
  readonly xid: string;
  readonly timeline: string | undefined;
  readonly units: LaneUnits;
}

/**
 * Runs the units of a lane that `take` returns in one transaction. The first round trip locks the lane's row and
 * fetches what the first unit names, the last one writes and commits. If it throws, nothing was stored and no unit was
 * answered. `unwritable`: nothing can be written, so units that only read are answered, without their journal entries.
 */
export async function runTogether(
  lane: LaneOfNode,
  take: () => readonly Unit[],
  unwritable?: StoreUnavailable,
): Promise<void> {
  const { database, onCommit } = lane;
  let pending: Pending | undefined;
  const answers: (() => void)[] = [];
  try {
    await database.connected(async (connection) => {
      const { timeline } = connection;
      const all = take();
      const [row, units] = await locked(connection, lane, { first: all[0]!, unwritable });
      for (const unit of all) answers.push(await settledUnit(units, unit, lane.hasCounts));
      if (connection.failure !== undefined) throw connection.failure;
      pending = { xid: row.xid, timeline, units };
      await connection.rows(units.written.length > 0 ? commit : rollback);
      lane.cached = { known: units.known, timeline };
      lane.hasCounts ||= units.tx.hasCounts;
    });
  } catch (error) {
    if (!pending || !isAway(error)) throw error;
    countIn(database.counts.retries, "lost-answer");
    await assertCommitted(database, pending, error);
  }
  for (const changes of pending!.units.written) onCommit(changes);
  for (const answer of answers) answer();
}

/** Runs a unit. Its answer becomes valid with the commit. */
async function settledUnit(units: LaneUnits, unit: Unit, hasCounts: boolean): Promise<() => void> {
  try {
    await units.tx.fetch(unit.names, hasCounts);
    const result = await units.run(unit.work);
    unit.hold(result);
    return () => unit.succeed(result);
  } catch (reason) {
    return () => unit.fail(reason);
  }
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
  { first, unwritable }: { readonly first: Unit; readonly unwritable: StoreUnavailable | undefined },
): Promise<readonly [Row, LaneUnits]> {
  const { laneId, database, node } = lane;
  const tx = new LaneTx(laneId, rows);
  const [, , [row]] = await Promise.all([
    rows(begin),
    lane.isStaged && rows(commitUnhurried),
    database.counts.locking(rows(lockLane, [laneId])),
    tx.fetch(first.names, lane.hasCounts),
  ]);
  if (!row) throw new LaneGone();
  let known = lane.cached?.timeline === timeline ? lane.cached?.known : undefined;
  if (known?.version !== row.record_version) known = await readRecord((await rows(readLane, [laneId, NO_VERSION]))[0]);
  const isMover = !lane.isMoving || row.moved_by === node;
  return [row, new LaneUnits({ ...lane, rows, isMover, unwritable }, row, known!, tx)];
}

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
