import { DEFAULT_LANE } from "./lane-path.js";

/** How often it is looked, as a part of the time after which lanes go, and within which bounds, in milliseconds. */
const LOOKS = 10;
const SHORTEST_MS = 500;
const LONGEST_MS = 3_600_000;

export interface LaneExpiryOptions {
  readonly ttlMs: number;
  readonly names: () => readonly string[];
  /** When a lane that was kept was last used before the start, in milliseconds since the epoch; undefined where nobody knows. */
  readonly lastUse: (name: string) => number | undefined;
  /** Takes note for the next start. */
  readonly keep: (idleSince: ReadonlyMap<string, number>) => void;
  readonly drop: (name: string) => Promise<unknown>;
  /** The real time, in milliseconds since the epoch. */
  readonly now: () => number;
}

/** Drops lanes that nobody used for so long. A call only notes the lane's name; what is noted is looked at now and then. */
export class LaneExpiry {
  readonly #options: LaneExpiryOptions;
  readonly #used = new Set<string>();
  /** Since when each lane was not used, in milliseconds since the epoch. */
  readonly #idleSince = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;

  constructor(options: LaneExpiryOptions) {
    this.#options = options;
    const every = Math.min(Math.max(options.ttlMs / LOOKS, SHORTEST_MS), LONGEST_MS);
    this.#timer = setInterval(() => void this.look(), every).unref();
  }

  used(name: string): void {
    this.#used.add(name);
  }

  /** Drops what is idle for too long. A lane that cannot be dropped now is looked at again. */
  async look(): Promise<void> {
    const { ttlMs, names, lastUse, drop, now } = this.#options;
    const at = now();
    const there = names();
    this.#note(at);
    for (const name of there)
      if (!this.#idleSince.has(name)) this.#idleSince.set(name, Math.min(lastUse(name) ?? at, at));
    for (const name of this.#idleSince.keys()) if (!there.includes(name)) this.#idleSince.delete(name);
    // One may be used while others are dropped.
    for (const [name, since] of this.#idleSince)
      if (name !== DEFAULT_LANE && at - since >= ttlMs && !this.#used.has(name)) await drop(name).catch(() => {});
    this.keep();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#note(this.#options.now());
  }

  /** What is known of the lanes' uses outlives a stop; who never looked knows nothing. */
  keep(): void {
    if (this.#idleSince.size > 0) this.#options.keep(this.#idleSince);
  }

  #note(at: number): void {
    for (const name of this.#used) this.#idleSince.set(name, at);
    this.#used.clear();
  }
}
