import { performance } from "node:perf_hooks";
import type { DatabaseUse, Waits } from "../../../ports/storage-measures.js";

export type Retry = "conflict" | "lost-answer";
export type WaitFor = "lane" | "connection";
export type UpkeepTask = "look" | "listen" | "notify";

/** A lock that takes so long was somebody else's. */
const LOCK_WAIT_MS = 10;

/** Statistics about a process's work with the database since it started. */
export class DatabaseCounts implements Omit<DatabaseUse, "pool"> {
  readonly errors = new Map<string, number>();
  readonly retries = new Map<Retry, number>([
    ["conflict", 0],
    ["lost-answer", 0],
  ]);
  readonly waits = new Map<WaitFor, Waits>([
    ["lane", { count: 0, ms: 0 }],
    ["connection", { count: 0, ms: 0 }],
  ]);
  readonly upkeepErrors = new Map<UpkeepTask, number>([
    ["look", 0],
    ["listen", 0],
    ["notify", 0],
  ]);
  looks = 0;
  dueLanes = 0;

  failed(reason: string): void {
    countIn(this.errors, reason);
  }

  retried(why: Retry): void {
    countIn(this.retries, why);
  }

  upkeepFailed(task: UpkeepTask): void {
    countIn(this.upkeepErrors, task);
  }

  /** Counts a wait for a lane's lock, if it took so long that another transaction must have had the lock. */
  async locking<T>(locked: Promise<T>): Promise<T> {
    const since = performance.now();
    const row = await locked;
    const ms = performance.now() - since;
    if (ms >= LOCK_WAIT_MS) this.#waited("lane", ms);
    return row;
  }

  /** Counts a wait, which lasts until the promise settles. */
  async waiting<T>(what: WaitFor, promise: Promise<T>): Promise<T> {
    const since = performance.now();
    try {
      return await promise;
    } finally {
      this.#waited(what, performance.now() - since);
    }
  }

  #waited(what: WaitFor, tookMs: number): void {
    const { count, ms } = this.waits.get(what)!;
    this.waits.set(what, { count: count + 1, ms: ms + tookMs });
  }
}

function countIn<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
