import { setTimeout as pause } from "node:timers/promises";
import type { Changes, Named, UnitOptions, Work } from "../../../ports/store.js";
import { LaneGone, StoreUnavailable } from "../../../ports/store-errors.js";
import { begin, type Connection, commit, commitUnhurried, type Row, rollback } from "../connection/connection.js";
import type { Database } from "../connection/database.js";
import { countIn } from "../connection/database-counts.js";
import { DatabaseAway } from "../connection/failures.js";
import { type KnownRecord, lockLane, readLane, readLaneRow, readRecord } from "./lane-state.js";
import { LaneTx } from "./lane-tx.js";
import { type LaneOfNode, unitsOf } from "./lane-units.js";

/** A unit of work that waits to be run. */
export interface Unit {
  readonly work: Work<unknown>;
  readonly names: Named;
  readonly hold: UnitOptions<unknown>["hold"];
  /** Undoes the last hold. */
  letGo: (() => void) | undefined;
  readonly succeed: (result: unknown) => void;
  readonly fail: (reason: unknown) => void;
}

/** A transaction whose commit may get no answer. */
interface Pending {
  readonly xid: string;
  readonly timeline: string | undefined;
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
  const { database, onCommit, laneId } = lane;
  let pending: Pending | undefined;
  let written: readonly Changes[] = [];
  /** They become valid with the commit. */
  const answers: (() => void)[] = [];
  try {
    await database.connected(async (connection) => {
      const { rows, timeline } = connection;
      const all = take();
      const tx = new LaneTx(laneId, rows);
      const fetch = ({ names }: Unit): Promise<void> => tx.fetch(names, lane.hasCounts);
      const [row, known] = await locked(connection, lane, () => fetch(all[0]!));
      const isMover = !lane.isMoving || row.moved_by === lane.node;
      const units = unitsOf({ lane, rows, row: readLaneRow(row), known, tx, isMover, unwritable });
      for (const unit of all)
        try {
          await fetch(unit);
          const result = await units.run(unit.work);
          unit.letGo?.();
          unit.letGo = unit.hold?.(result);
          answers.push(() => unit.succeed(result));
        } catch (reason) {
          answers.push(() => failUnit(unit, reason));
        }
      if (connection.failure !== undefined) throw connection.failure;
      pending = { xid: row.xid, timeline };
      ({ written } = units);
      await rows(written.length > 0 ? commit : rollback);
      lane.cached = { known: units.known(), timeline };
      lane.hasCounts ||= tx.hasCounts;
    });
  } catch (error) {
    if (!pending || !(error instanceof DatabaseAway)) throw error;
    countIn(database.counts.retries, "lost-answer");
    await assertCommitted(database, pending, error);
  }
  for (const changes of written) onCommit(changes);
  for (const answer of answers) answer();
}

export function failUnit({ letGo, fail }: Unit, reason: unknown): void {
  letGo?.();
  fail(reason);
}

/**
 * The first round trip. The reads are statements of their own behind the lock, because a statement that waits for a
 * lock doesn't see what its holder has changed in other rows.
 */
async function locked(
  { rows, timeline }: Connection,
  { laneId, database, isStaged, cached }: LaneOfNode,
  fetch: () => Promise<void>,
): Promise<readonly [Row, KnownRecord]> {
  const [, , [row]] = await Promise.all([
    rows(begin),
    isStaged && rows(commitUnhurried),
    database.counts.waiting("lane", rows(lockLane, [laneId])),
    fetch(),
  ]);
  if (!row) throw new LaneGone();
  const known = cached?.timeline === timeline ? cached?.known : undefined;
  if (known?.version === row.record_version) return [row, known!];
  return [row, await readRecord((await rows(readLane, [laneId, null]))[0])];
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
