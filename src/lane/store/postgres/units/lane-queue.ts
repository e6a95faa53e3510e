import { setTimeout as pause } from "node:timers/promises";
import type { UnitOptions, Work } from "../../../ports/store.js";
import { LaneGone, StoreUnavailable } from "../../../ports/store-errors.js";
import { DiskFull, databaseError, isConflict } from "../connection/failures.js";
import { type LaneOfNode, runTogether, type Unit } from "./transaction.js";

/** How many units of a lane can share a transaction. */
const UNITS_MAX = 64;
/** How often to try a transaction that conflicts with another one. */
const TRIES = 5;
const FIRST_PAUSE_MS = 5;

/** One lane's waiting units of work in this node. Units that arrive while others run share the next transaction. */
export class LaneQueue {
  readonly #lane: LaneOfNode;
  readonly #waiting: Unit[] = [];
  #isUnderWay = false;
  #isClosed = false;
  #idle: (() => void) | undefined;

  constructor(lane: LaneOfNode) {
    this.#lane = lane;
  }

  transact<R>(work: Work<R>, { names, hold }: UnitOptions<R> = {}): Promise<R> {
    if (this.#isClosed) return Promise.reject(new LaneGone());
    return new Promise<R>((resolve, reject) => {
      let letGo: (() => void) | undefined;
      this.#waiting.push({
        work,
        names: names?.() ?? {},
        hold: (result) => {
          letGo?.();
          letGo = hold?.(result as R);
        },
        succeed: resolve as (result: unknown) => void,
        fail: (reason) => {
          letGo?.();
          reject(reason);
        },
      });
      if (!this.#isUnderWay) void this.#runAll();
    });
  }

  /** Resolves once the running units have ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#isUnderWay) await new Promise<void>((resolve) => (this.#idle = resolve));
  }

  async #runAll(): Promise<void> {
    this.#isUnderWay = true;
    while (this.#waiting.length > 0) {
      let taken: readonly Unit[] | undefined;
      // Taken once there is a connection, so that units which arrive until then share the transaction.
      const take = (): readonly Unit[] => (taken ??= this.#waiting.splice(0, UNITS_MAX));
      await this.#run(take);
    }
    this.#isUnderWay = false;
    this.#idle?.();
  }

  /** Answers each unit. */
  async #run(take: () => readonly Unit[]): Promise<void> {
    try {
      await this.#tryAgain(take);
    } catch (error) {
      const reason = databaseError(error);
      const units = take();
      // If one unit can't be written, the others must still succeed.
      const isOfAll = reason instanceof StoreUnavailable || reason instanceof LaneGone;
      if (!isOfAll && units.length > 1) {
        for (const unit of units) await this.#run(() => [unit]);
        return;
      }
      for (const unit of units) {
        // Units that only read are answered even if the disk is full. Only their journal entries are missing.
        if (reason instanceof DiskFull)
          await runTogether(this.#lane, () => [unit], reason).catch(() => unit.fail(reason));
        else unit.fail(reason);
      }
    }
  }

  /** After a conflict, the whole transaction was rolled back, so it starts again. */
  async #tryAgain(take: () => readonly Unit[]): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        return await runTogether(this.#lane, take);
      } catch (error) {
        if (!isConflict(error) || tries === TRIES) throw error;
        this.#lane.database.counts.retried("conflict");
        await pause(FIRST_PAUSE_MS * 2 ** tries * Math.random());
      }
    }
  }
}
