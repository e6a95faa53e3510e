import { DEFAULT_LANE } from "./lane-path.js";

/** How often it is looked, as a part of the time after which lanes go, and within which bounds, in milliseconds. */
const LOOKS = 10;
const SHORTEST_MS = 500;
const LONGEST_MS = 3_600_000;

export interface LaneExpiryOptions {
  readonly ttlMs: number;
  readonly names: () => readonly string[];
  /** When a lane that was kept was last written to, in milliseconds since the epoch; undefined where nobody knows. */
  readonly lastWrite: (name: string) => number | undefined;
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
    const { ttlMs, names, lastWrite, drop, now } = this.#options;
    const at = now();
    const there = names();
    for (const name of there) {
      if (this.#used.has(name)) this.#idleSince.set(name, at);
      else if (!this.#idleSince.has(name)) this.#idleSince.set(name, Math.min(lastWrite(name) ?? at, at));
    }
    this.#used.clear();
    for (const name of this.#idleSince.keys()) if (!there.includes(name)) this.#idleSince.delete(name);
    for (const [name, since] of this.#idleSince)
      if (name !== DEFAULT_LANE && at - since >= ttlMs) await drop(name).catch(() => {});
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
