import { setTimeout as pause } from "node:timers/promises";
import type { UnitOptions, Work } from "../../../ports/store.js";
import { LaneGone, StoreUnavailable } from "../../../ports/store-errors.js";
import { countIn } from "../connection/database-counts.js";
import { Conflict, DiskFull } from "../connection/failures.js";
import type { LaneOfNode } from "./lane-units.js";
import { failUnit, runTogether, type Unit } from "./transaction.js";

/** How many units of a lane can share a transaction. */
const UNITS_MAX = 64;
/** How often to try a transaction that conflicts with another one. */
const TRIES = 5;
const FIRST_PAUSE_MS = 5;

/** One lane's waiting units of work in this node. Units that arrive while others run share the next transaction. */
export function laneQueue(lane: LaneOfNode) {
  const waiting: Unit[] = [];
  let running: Promise<void> | undefined;
  let isClosed = false;

  const runAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      let taken: readonly Unit[] | undefined;
      // Taken once there is a connection, so that units which arrive until then share the transaction.
      await run(lane, () => (taken ??= waiting.splice(0, UNITS_MAX)));
    }
    running = undefined;
  };
  const assertOpen = (): void => {
    if (isClosed) throw new LaneGone();
  };
  return {
    /** Throws LaneGone if the lane was closed. */
    assertOpen,
    transact: async <R>(work: Work<R>, { names, hold }: UnitOptions<R> = {}): Promise<R> => {
      assertOpen();
      const { promise, resolve, reject } = Promise.withResolvers<R>();
      const unit = { work, names: names?.() ?? {}, hold, letGo: undefined, succeed: resolve, fail: reject };
      waiting.push(unit as unknown as Unit);
      running ??= runAll();
      return promise;
    },
    /** Resolves once the running units have ended. */
    close: async (): Promise<void> => {
      isClosed = true;
      await running;
    },
  };
}

/** Answers each unit. */
async function run(lane: LaneOfNode, take: () => readonly Unit[]): Promise<void> {
  try {
    await tryAgain(lane, take);
  } catch (reason) {
    const units = take();
    // If one unit can't be written, the others must still succeed.
    const isOfAll = reason instanceof StoreUnavailable || reason instanceof LaneGone;
    const isEach = !isOfAll && units.length > 1;
    for (const unit of units) {
      if (isEach) await run(lane, () => [unit]);
      // Units that only read are answered even if the disk is full. Only their journal entries are missing.
      else if (reason instanceof DiskFull)
        await runTogether(lane, () => [unit], reason).catch(() => failUnit(unit, reason));
      else failUnit(unit, reason);
    }
  }
}

/** After a conflict, the whole transaction was rolled back, so it starts again. */
async function tryAgain(lane: LaneOfNode, take: () => readonly Unit[]): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await runTogether(lane, take);
    } catch (error) {
      if (!(error instanceof Conflict) || tries === TRIES) throw error;
      countIn(lane.database.counts.retries, "conflict");
      await pause(FIRST_PAUSE_MS * 2 ** tries * Math.random());
    }
  }
}
