import type { Lane } from "../../app/lane.js";
import type { SnapshotStore } from "../../app/ports/snapshots.js";
import type { ReadScenario } from "../../app/rules/read-scenario.js";

/** What the console shows of the server around a lane. */
export interface ConsoleContext {
  readonly lanes: {
    readonly names: () => Promise<readonly string[]>;
    /** The lane, where it is open: to look at a list wakes none. */
    readonly ifOpen: (name: string) => Lane | undefined;
  };
  readonly snapshots: SnapshotStore;
  readonly catalogue: {
    readonly names: () => readonly string[];
    readonly read: (name: string) => Promise<ReadScenario | undefined>;
  };
  /** The body of a call as the merchant would sign it; undefined where nobody here has its key. */
  readonly sign: (
    lane: Lane,
    merchantId: number,
    request: string,
  ) => Promise<{ readonly request: string; readonly signature: string } | undefined>;
}

/** What every page of the console knows. */
export interface Visit {
  readonly lane: Lane;
  readonly context: ConsoleContext;
  /** Path of the lane's overview, as the browser called it, without a trailing slash. */
  readonly home: string;
  /** What stands before the lane in that path: the prefix of a proxy, else empty. */
  readonly root: string;
  readonly nonce: string;
  /** The lane's time. */
  readonly now: number;
  readonly isFrozen: boolean;
  readonly query: Readonly<Record<string, string>>;
}

/** The path of a lane's overview. */
export const laneHome = ({ root }: Visit, name: string): string =>
  `${root}${name === "default" ? "" : `/lane/${name}`}/_sandbox/ui`;
