import type { Context } from "hono";
import type { Lane } from "../app/lane.js";
import type { LaneStorage } from "../app/ports/lane-storage.js";
import type { SnapshotStore } from "../app/ports/snapshots.js";
import type { ReadScenario } from "../app/rules/read-scenario.js";
import type { SignedEnvelope } from "../signing/envelope.js";

/** What the control API needs to know of the server around it. */
export interface ControlContext {
  readonly version: string;
  readonly startedAt: number;
  readonly now: () => number;
  /** Runs `use` with the lane of a request. Only `make` makes one; who looks sees one that is not there as it would begin. */
  readonly withLane: <T>(c: Context, how: "make" | "look", use: (lane: Lane) => Promise<T>) => Promise<T>;
  readonly lanes: {
    readonly names: () => Promise<readonly string[]>;
    readonly seed: (name: string) => Promise<number | undefined>;
    readonly url: (name: string) => string;
    /** Undefined where there is one of this name. */
    readonly add: (
      name: string,
      how: { readonly seed?: number | undefined; readonly bytes?: Buffer },
    ) => Promise<Lane | undefined>;
    readonly create: (name: string, seed?: number) => Promise<Lane>;
    readonly drop: (name: string) => Promise<boolean>;
    readonly restore: (name: string, bytes: Buffer) => Promise<Lane>;
    readonly isName: (name: string) => boolean;
  };
  readonly snapshots: SnapshotStore;
  /** Where the lanes are kept. */
  readonly store: Pick<LaneStorage, "kind" | "ping">;
  /** Aborted when the server begins to stop: what keeps a call open ends it. */
  readonly stopping: AbortSignal;
  /** Calls `watcher` with each call of the payment API that was answered: how long it took. The returned function ends it. */
  readonly watchCalls: (watcher: (call: TimedCall) => void) => () => void;
  /** The service's public key, as merchants paste it. */
  readonly notificationKey: () => { readonly pem: string; readonly base64: string };
  /** The body of a call, signed by the demo merchant's key; undefined where that is none of the merchant's keys. */
  readonly sign: (lane: Lane, merchantId: number, request: string) => Promise<SignedEnvelope | undefined>;
  /** The stories that ship with the package. */
  readonly catalogue: {
    readonly names: () => readonly string[];
    readonly read: (name: string) => Promise<ReadScenario | undefined>;
  };
}

/** A call that was answered. */
export interface TimedCall {
  readonly lane: string;
  /** Such as req-12. */
  readonly id: string;
  /** In real milliseconds, until the answer left. */
  readonly ms: number;
}
