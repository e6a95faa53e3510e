import type { InvariantRules } from "../../../app/ports/lane-storage.js";
import type { Changes, Named, UnitOptions, Work } from "../../../app/ports/store.js";
import { LaneGone } from "../../../app/ports/store-errors.js";
import { LaneCache } from "./lane-cache.js";

/** A unit of work that waits to be run. */
export interface Unit {
  readonly work: Work<unknown>;
  readonly names: Named;
  /** Call before the commit. A second call undoes the first, as `fail` does. */
  readonly hold: (result: unknown) => void;
  readonly succeed: (result: unknown) => void;
  readonly fail: (reason: unknown) => void;
}

export interface LaneQueueOptions {
  readonly laneId: number;
  /** True if the lane isn't visible to others yet. Its commits become valid once it gets its name. */
  readonly isStaged: boolean;
  /** True if this node moves the lane's clock. */
  readonly isMoving: () => boolean;
  readonly invariantRules: InvariantRules | undefined;
  /** Called when the lane has waiting units that nobody has been told about. */
  readonly isReady: (lane: LaneQueue) => void;
}

/** How many units of a lane can share a transaction. */
const UNITS_MAX = 64;

/** One lane's waiting units of work in this node. Units that arrive while others run share the next transaction. */
export class LaneQueue {
  readonly cache = new LaneCache();
  readonly laneId: number;
  readonly isMoving: () => boolean;
  readonly invariantRules: InvariantRules | undefined;
  isStaged: boolean;
  /** Called for each unit of work that changed something, after its commit. */
  onCommit: ((changes: Changes) => void) | undefined;
  /** How many more transactions wait for the lane's lock without first checking whether it is free. */
  waitsLeft = 0;
  readonly #isReady: (lane: LaneQueue) => void;
  readonly #waiting: Unit[] = [];
  #isUnderWay = false;
  #isClosed = false;
  #idle: (() => void) | undefined;

  constructor({ laneId, isStaged, isMoving, invariantRules, isReady }: LaneQueueOptions) {
    this.laneId = laneId;
    this.isStaged = isStaged;
    this.isMoving = isMoving;
    this.invariantRules = invariantRules;
    this.#isReady = isReady;
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
      if (this.#isUnderWay) return;
      this.#isUnderWay = true;
      this.#isReady(this);
    });
  }

  take(): readonly Unit[] {
    return this.#waiting.splice(0, UNITS_MAX);
  }

  /** The taken units have ended. Units that arrived in the meantime are next. */
  ended(): void {
    this.#isUnderWay = this.#waiting.length > 0;
    if (this.#isUnderWay) this.#isReady(this);
    else this.#idle?.();
  }

  /** Resolves once the running units have ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#isUnderWay) await new Promise<void>((resolve) => (this.#idle = resolve));
  }
}
