import { performance } from "node:perf_hooks";
import type { DatabaseUse, Waits } from "../../../ports/storage-measures.js";

export type UpkeepTask = "look" | "listen" | "notify";

/** A lane's lock that takes so long was another transaction's. Only such a wait counts. */
const LOCK_WAIT_MS = 10;

const zeros = <Name extends string>(...names: readonly Name[]) => new Map(names.map((name) => [name, 0]));
const noWaits: Waits = { count: 0, ms: 0 };

/** Statistics about a process's work with the database since it started. */
export class DatabaseCounts implements Omit<DatabaseUse, "pool"> {
  readonly errors = new Map<string, number>();
  readonly retries = zeros("conflict", "lost-answer");
  readonly waits = new Map(["lane", "connection"].map((what) => [what, noWaits]));
  readonly upkeepErrors = zeros<UpkeepTask>("look", "listen", "notify");
  looks = 0;
  dueLanes = 0;

  /** Counts a wait for a lane's lock or for a connection. */
  async waiting<T>(what: "lane" | "connection", promise: Promise<T>): Promise<T> {
    const since = performance.now();
    try {
      return await promise;
    } finally {
      const tookMs = performance.now() - since;
      const { count, ms } = this.waits.get(what)!;
      if (what === "connection" || tookMs >= LOCK_WAIT_MS) this.waits.set(what, { count: count + 1, ms: ms + tookMs });
    }
  }
}

export function countIn<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
