import { DEFAULT_LANE } from "../../lane/ports/name.js";

/**
 * How many checks to make within the time to live, and the shortest and longest time between two checks, in
 * milliseconds.
 */
const LOOKS = 10;
const SHORTEST_MS = 500;
const LONGEST_MS = 3_600_000;

export interface LaneExpiryOptions {
  readonly ttlMs: number;
  readonly names: () => readonly string[];
  /** When a stored lane was last used before the start, in milliseconds since the epoch. Undefined if unknown. */
  readonly lastUse: (name: string) => number | undefined;
  /** Stores the times for the next start. */
  readonly keep: (idleSince: ReadonlyMap<string, number>) => void;
  readonly drop: (name: string) => Promise<unknown>;
  /** The real time, in milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Drops lanes that nobody has used for a given time. A call only notes the lane's name, and a timer processes the
 * notes.
 */
export class LaneExpiry {
  readonly #options: LaneExpiryOptions;
  readonly #used = new Set<string>();
  /** By lane: since when it has been unused, in milliseconds since the epoch. */
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

  /** Drops lanes that have been idle for too long. Retries later if a lane cannot be dropped now. */
  async look(): Promise<void> {
    const { ttlMs, names, lastUse, drop, now } = this.#options;
    const at = now();
    const there = names();
    this.#note(at);
    for (const name of there)
      if (!this.#idleSince.has(name)) this.#idleSince.set(name, Math.min(lastUse(name) ?? at, at));
    for (const name of this.#idleSince.keys()) if (!there.includes(name)) this.#idleSince.delete(name);
    // A lane may be used while others are being dropped.
    for (const [name, since] of this.#idleSince)
      if (name !== DEFAULT_LANE && at - since >= ttlMs && !this.#used.has(name)) await drop(name).catch(() => {});
    this.keep();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#note(this.#options.now());
  }

  /** Stores the lanes' last uses before a stop. Stores nothing if none were read. */
  keep(): void {
    if (this.#idleSince.size > 0) this.#options.keep(this.#idleSince);
  }

  #note(at: number): void {
    for (const name of this.#used) this.#idleSince.set(name, at);
    this.#used.clear();
  }
}
