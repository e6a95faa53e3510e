import type { InvariantRules } from "../../../ports/lane-storage.js";
import type { Changes, Named, Work } from "../../../ports/store.js";
import { LaneGone } from "../../../ports/store-errors.js";
import {
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
import { type KnownRecord, lockLane, readLaneUnlocked, rowOf } from "./lane-state.js";
import { LaneUnits } from "./lane-units.js";
import { namedReads, recordIn } from "./named-reads.js";
import { assertCommitted } from "./outcome.js";

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
}

/** The outcome of a unit. It becomes valid with the commit. */
type Outcome = { readonly unit: Unit } & ({ readonly result: unknown } | { readonly reason: unknown });

/**
 * Runs the units of a lane that `take` returns in one transaction. The first round trip locks the lane's row and
 * fetches what the units name, the last one writes and commits. If it throws, nothing was stored and no unit was
 * answered.
 */
export async function runTogether(lane: LaneOfNode, take: () => readonly Unit[]): Promise<void> {
  const { database } = lane.options;
  let done: Done | undefined;
  let locked: { readonly xid: string; readonly timeline: string | undefined } | undefined;
  try {
    await database.connected(async (connection) => {
      const { timeline } = connection;
      const units = take();
      const started = await start(connection, lane, units, "lock");
      locked = { xid: started.row.xid, timeline };
      done = await runUnits(connection, lane, units, started);
      if (connection.failure !== undefined) throw connection.failure;
      const { written, writes } = done.run;
      await Promise.all([...writes, connection.rows(written.length > 0 ? commit : rollback)]);
      lane.cached = { known: done.run.known, timeline };
    });
  } catch (error) {
    if (!done || !locked || !isAway(error)) throw error;
    database.counts.retried("lost-answer");
    await assertCommitted(database, locked, error);
  }
  for (const changes of done!.run.written) lane.options.onCommit(changes);
  tell(done!.outcomes);
}

/**
 * Answers a unit that writes nothing but its journal entry, without a lock and without that entry. Throws if it has
 * something else to write.
 */
export async function answerReading(lane: LaneOfNode, unit: Unit): Promise<void> {
  const done = await lane.options.database.connected(async (connection) => {
    const run = await runUnits(connection, lane, [unit], await start(connection, lane, [unit], "none"));
    await connection.rows(rollback);
    return run;
  });
  const [outcome] = done.outcomes as [Outcome];
  if ("reason" in outcome) throw outcome.reason;
  unit.succeed(outcome.result);
}

interface Started {
  readonly row: Row;
  readonly known: KnownRecord;
  readonly named: readonly Row[];
  readonly isReading: boolean;
}

/**
 * The first round trip. The reads are statements of their own behind the lock, because a statement that waits for a
 * lock doesn't see what its holder has changed in other rows.
 */
async function start(
  connection: Connection,
  lane: LaneOfNode,
  units: readonly Unit[],
  locking: "lock" | "none",
): Promise<Started> {
  const { laneId, database } = lane.options;
  const { cached } = lane;
  const known = cached?.timeline === connection.timeline ? cached?.known : undefined;
  const isReading = locking === "none";
  const settings = [begin, ...(isReading ? [repeatableRead] : lane.isStaged ? [commitUnhurried] : [])];
  const begun = settings.map((statement) => connection.rows(statement));
  const [[row], named] = await Promise.all([
    database.counts.locking(connection.rows(isReading ? readLaneUnlocked : lockLane, [laneId])),
    connection.rows(
      ...namedReads(
        laneId,
        known?.version,
        units.map(({ names }) => names),
      ),
    ),
    ...begun,
  ]);
  if (!row) throw new LaneGone();
  const fresh = await recordIn(named);
  return { row, known: fresh ?? known!, named, isReading };
}

interface Done {
  readonly run: LaneUnits;
  readonly outcomes: readonly Outcome[];
}

async function runUnits(
  connection: Connection,
  lane: LaneOfNode,
  units: readonly Unit[],
  { row, known, named, isReading }: Started,
): Promise<Done> {
  const { laneId, node, isMoving, invariantRules } = lane.options;
  const { rows } = connection;
  const isMover = !isMoving() || row.moved_by === node;
  const run = new LaneUnits({ laneId, node, rows, invariantRules, isMover, isReading }, rowOf(row), known, named);
  const outcomes: Outcome[] = [];
  for (const unit of units) {
    try {
      const result = await run.run(unit.work);
      unit.hold(result);
      outcomes.push({ unit, result });
    } catch (reason) {
      outcomes.push({ unit, reason });
    }
  }
  return { run, outcomes };
}

function tell(outcomes: readonly Outcome[]): void {
  for (const outcome of outcomes)
    if ("reason" in outcome) outcome.unit.fail(outcome.reason);
    else outcome.unit.succeed(outcome.result);
}
