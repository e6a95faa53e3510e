import type { Lane } from "../../lane.js";
import { callCount } from "../../ports/journal.js";
import { messageOf } from "../../ports/log.js";

/** Limits for a lane's copies: their number, and their total bytes. The oldest are dropped first. */
const POINTS_MAX = 64;
const BYTES_MAX = 16 * 1024 * 1024;
/** Larger lanes are not copied, because each copy would delay their calls. */
const LANE_BYTES_MAX = 4 * 1024 * 1024;

interface Point {
  /** The newest call in the copy. 0 if there is none. */
  readonly after: number;
  readonly bytes: Buffer;
}

/**
 * Copies of a lane between its calls, kept in memory while somebody watches the lane. Its timelines can be forked at
 * these points.
 */
class ForkPoints {
  readonly #lane: Lane;
  #points: Point[] = [];
  #followers = 0;
  #unwatch: (() => void) | undefined;
  #isTaking = false;
  #isStale = false;
  #isTooLarge = false;

  constructor(lane: Lane) {
    this.#lane = lane;
  }

  /** Starts copying. The returned function stops it, but keeps the copies. */
  follow(): () => void {
    if (this.#followers++ === 0) {
      this.#unwatch = this.#lane.waiting.watch((changes) => changes && this.#changed());
      this.#changed();
    }
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      if (--this.#followers === 0) this.#unwatch?.();
    };
  }

  /** The lane as it was just before a call. Undefined if no copy was made there. */
  before(exchangeId: number): Buffer | undefined {
    return this.#points.find(({ after }) => after === exchangeId - 1)?.bytes;
  }

  #changed(): void {
    this.#isStale = true;
    if (!this.#isTaking && !this.#isTooLarge) void this.#takeAll();
  }

  async #takeAll(): Promise<void> {
    this.#isTaking = true;
    try {
      while (this.#isStale && !this.#isTooLarge && !this.#lane.waiting.isClosed) {
        this.#isStale = false;
        await this.#take();
      }
    } catch (error) {
      this.#lane.log.debug(`no fork point is kept: ${messageOf(error)}`);
    } finally {
      this.#isTaking = false;
    }
  }

  /** Discards the copy if a call was recorded while it was made: the copy might or might not include that call. */
  async #take(): Promise<void> {
    const after = await this.#newest();
    const bytes = await this.#lane.store.snapshot();
    if (after !== (await this.#newest())) return;
    this.#isTooLarge = bytes.byteLength > LANE_BYTES_MAX;
    if (!this.#isTooLarge) this.#keep({ after, bytes });
  }

  #keep(point: Point): void {
    this.#points = [...this.#points.filter(({ after }) => after !== point.after), point].slice(-POINTS_MAX);
    let bytes = this.#points.reduce((sum, one) => sum + one.bytes.byteLength, 0);
    while (bytes > BYTES_MAX) bytes -= this.#points.shift()!.bytes.byteLength;
  }

  #newest(): Promise<number> {
    return callCount(this.#lane.store.views);
  }
}

const kept = new WeakMap<Lane, ForkPoints>();

/** A lane's fork points. They are dropped with the lane. */
export function forkPointsOf(lane: Lane): ForkPoints {
  const found = kept.get(lane) ?? new ForkPoints(lane);
  kept.set(lane, found);
  return found;
}
