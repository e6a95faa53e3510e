import { LaneGone } from "../../../app/ports/store-errors.js";
import { changesNothing } from "../../changes-nothing.js";
import { begin, type Connection, commit, commitUnhurried, repeatableRead, rollback } from "../connection/connection.js";
import type { Database } from "../connection/database.js";
import { isAway } from "../connection/failures.js";
import type { Row, Statement } from "../connection/round-trip.js";
import type { LaneQueue, Unit } from "./lane-queue.js";
import { lockFreeLanes, readLanes, readRecord, readRecordOf, rowOf, waitForLanes } from "./lane-state.js";
import { LaneUnits } from "./lane-units.js";
import { firstReadsOf, takeFirst } from "./named-records.js";
import { assertCommitted } from "./outcome.js";
import { writing } from "./writing.js";

/** The units of work of one lane that share a transaction. */
export interface Share {
  readonly lane: LaneQueue;
  readonly units: readonly Unit[];
}

/**
 * `skip` leaves out lanes that somebody else has locked, `wait` waits for them. `none` locks nothing: it sees all
 * lanes at a single instant and writes nothing, so it answers only units whose only change is a journal entry.
 */
export type Locking = "skip" | "wait" | "none";

const lockOf = { skip: lockFreeLanes, wait: waitForLanes, none: readLanes } as const;

/** Thrown if a unit has something to write, although its batch has no locks. */
class HasChanges extends Error {}

/** The outcome of a unit. It becomes valid with the commit. */
type Outcome = { readonly unit: Unit } & ({ readonly result: unknown } | { readonly reason: unknown });

interface Done {
  readonly lane: LaneQueue;
  readonly units: LaneUnits;
  readonly outcomes: readonly Outcome[];
}

/**
 * Runs units of several lanes in one transaction with two round trips: the first locks the lanes and runs the
 * declared reads, the second writes and commits. Returns the shares of lanes that somebody else has locked. If it
 * throws, nothing was stored and no unit was answered.
 */
export async function runBatch(
  database: Database,
  node: string,
  shares: readonly Share[],
  locking: Locking,
): Promise<readonly Share[]> {
  let done: readonly Done[] | undefined;
  let xid = "";
  let timeline: string | undefined;
  try {
    await database.connected(async (connection) => {
      timeline = connection.timeline;
      const begun = lockAndRead(connection, shares, locking);
      const rows = await (locking === "wait" ? database.counts.waiting("lane", begun) : begun);
      const met = shares.filter(({ lane }) => rows.locked.has(lane.laneId));
      xid = rows.locked.values().next().value?.xid ?? "";
      done = await Promise.all(met.map((share) => runShare(connection, node, share, rows)));
      if (connection.failure !== undefined) throw connection.failure;
      await writeAndCommit(connection, node, done, locking);
    });
  } catch (error) {
    if (!done || !xid || !isAway(error)) throw forgotten(shares, error);
    database.counts.retried("lost-answer");
    await assertCommitted(database, { xid, timeline }, error).catch((reason) => {
      throw forgotten(shares, reason);
    });
  }
  for (const one of done!) tell(one, locking);
  const missing = shares.filter(({ lane }) => !done!.some((one) => one.lane === lane));
  if (locking === "skip") return missing;
  for (const { units } of missing) for (const { fail } of units) fail(new LaneGone());
  return [];
}

interface Locked {
  readonly locked: ReadonlyMap<number, Row>;
  readonly first: readonly Row[];
}

/** The first round trip. */
async function lockAndRead(connection: Connection, shares: readonly Share[], locking: Locking): Promise<Locked> {
  const lanes = shares.map(({ lane }) => lane);
  const reads = firstReadsOf(
    shares.map(({ lane: { laneId, cache }, units }) => ({ laneId, cache, units: units.map(({ names }) => names) })),
  );
  const begun = beginOf(lanes, locking).map((statement) => connection.rows(statement));
  const [rows, first] = await Promise.all([
    connection.rows(lockOf[locking], [lanes.map(({ laneId }) => laneId)]),
    reads ? connection.rows(...reads) : [],
    ...begun,
  ]);
  return { locked: new Map(rows.map((row) => [row.id, row])), first };
}

function beginOf(lanes: readonly LaneQueue[], locking: Locking): readonly Statement[] {
  if (locking === "none") return [begin, repeatableRead];
  return lanes.every(({ isStaged }) => isStaged) ? [begin, commitUnhurried] : [begin];
}

async function runShare(connection: Connection, node: string, { lane, units }: Share, begun: Locked): Promise<Done> {
  const { laneId, cache, invariantRules } = lane;
  const found = begun.locked.get(laneId)!;
  const row = rowOf(found);
  cache.meet(row, connection.timeline);
  for (const one of begun.first) if (one.lane_id === laneId) takeFirst(cache, one);
  if (cache.record?.version !== row.recordVersion)
    cache.record = await readRecord((await connection.rows(readRecordOf, [laneId]))[0]);
  const start = { row, known: cache.record, movedBy: found.moved_by, rows: connection.rows };
  const run = new LaneUnits({ laneId, node, cache, invariantRules, isMoving: lane.isMoving }, start);
  const outcomes: Outcome[] = [];
  for (const unit of units) outcomes.push(await outcomeOf(run, unit));
  return { lane, units: run, outcomes };
}

async function outcomeOf(run: LaneUnits, unit: Unit): Promise<Outcome> {
  try {
    const result = await run.run(unit.work);
    unit.hold(result);
    return { unit, result };
  } catch (reason) {
    return { unit, reason };
  }
}

/** The second round trip. */
async function writeAndCommit(
  connection: Connection,
  node: string,
  done: readonly Done[],
  locking: Locking,
): Promise<void> {
  const written = done.flatMap(({ units }) => units.written);
  if (locking === "none" && !written.every(changesNothing)) throw new HasChanges();
  const writes = locking === "none" ? [] : done.flatMap(({ units }) => units.toWrite() ?? []);
  const last = writes.length > 0 && writing(node, writes);
  await Promise.all([
    last && connection.rows(last.statement, last.values),
    connection.rows(written.length > 0 && locking !== "none" ? commit : rollback),
  ]);
}

/** Caches the committed changes, and answers the waiting units. */
function tell({ lane, units, outcomes }: Done, locking: Locking): void {
  if (locking === "none") lane.cache.forget();
  else {
    units.committed();
    for (const changes of units.written) lane.onCommit?.(changes);
  }
  for (const outcome of outcomes)
    if ("reason" in outcome) outcome.unit.fail(outcome.reason);
    else outcome.unit.succeed(outcome.result);
}

function forgotten(shares: readonly Share[], error: unknown): unknown {
  for (const { lane } of shares) lane.cache.forget();
  return error;
}
