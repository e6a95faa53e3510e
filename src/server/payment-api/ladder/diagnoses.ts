/** How many diagnoses a merchant can have in a row. Each second adds one. */
const BURST = 10;
/** How many merchants of a lane are remembered. */
const MERCHANTS_MAX = 1_000;

interface Recent {
  /** How many more are allowed, as of `at`. */
  left: number;
  /** Real time in milliseconds. */
  at: number;
  last: string | undefined;
}

/** Limits how often signatures are diagnosed: a burst per merchant of a lane, then one per second. */
export class Diagnoses {
  readonly #byLane = new WeakMap<object, Map<number, Recent>>();

  /** The last diagnosis, if the limit is reached. Undefined if another one is allowed, which is then counted. */
  instead(lane: object, merchantId: number, now: number): string | undefined {
    const recent = this.#of(lane, merchantId, now);
    recent.left = Math.min(BURST, recent.left + Math.max(0, now - recent.at) / 1000);
    recent.at = now;
    if (recent.left < 1 && recent.last !== undefined) return recent.last;
    recent.left--;
    return undefined;
  }

  made(lane: object, merchantId: number, diagnosis: string): string {
    const recent = this.#byLane.get(lane)?.get(merchantId);
    if (recent) recent.last = diagnosis;
    return diagnosis;
  }

  #of(lane: object, merchantId: number, now: number): Recent {
    const ofLane = this.#byLane.get(lane) ?? new Map<number, Recent>();
    this.#byLane.set(lane, ofLane);
    let recent = ofLane.get(merchantId);
    if (!recent) {
      if (ofLane.size === MERCHANTS_MAX) ofLane.clear();
      recent = { left: BURST, at: now, last: undefined };
      ofLane.set(merchantId, recent);
    }
    return recent;
  }
}
