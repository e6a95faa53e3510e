import type { Context } from "hono";
import type { SignedEnvelope } from "../../core/signing/envelope.js";
import type { Lane } from "../../lane/lane.js";
import type { LaneStorage, LaneUsage, SnapshotStore } from "../../lane/ports/lane-storage.js";
import type { ReadScenario } from "../../lane/rules/read-scenario.js";

/** The server, as the control API sees it. */
export interface ControlContext {
  readonly version: string;
  readonly startedAt: number;
  readonly now: () => number;
  /**
   * Runs `use` with the lane of a request. `make` creates a missing lane. `look` shows a missing lane as if it were new,
   * and creates it only if `use` calls `make`.
   */
  readonly withLane: <T>(
    c: Context,
    how: "make" | "look",
    use: (lane: Lane, make: () => Promise<Lane>) => Promise<T>,
  ) => Promise<T>;
  readonly lanes: {
    /** The pattern of the lanes that the caller's token opens, if it doesn't open all. */
    readonly opened?: string;
    readonly names: () => Promise<readonly string[]>;
    /** The lane if it is open in this process. */
    readonly ifOpen: (name: string) => Lane | undefined;
    readonly seed: (name: string) => Promise<number | undefined>;
    /** What each lane holds, by its name. */
    readonly usage: () => Promise<ReadonlyMap<string, LaneUsage>>;
    readonly url: (name: string) => string;
    /** Undefined if the name is taken. */
    readonly add: (
      name: string,
      how: { readonly seed?: number | undefined; readonly bytes?: Buffer },
    ) => Promise<Lane | undefined>;
    readonly create: (name: string, seed?: number) => Promise<Lane>;
    readonly drop: (name: string) => Promise<boolean>;
    readonly restore: (name: string, bytes: Buffer) => Promise<Lane>;
  };
  readonly snapshots: SnapshotStore;
  readonly store: Pick<LaneStorage, "kind" | "ping">;
  /** Aborted when the server starts to stop. This ends open calls. */
  readonly stopping: AbortSignal;
  /**
   * Calls `watcher` for each answered call of the payment API, with its duration. The returned function stops that.
   */
  readonly watchCalls: (watcher: (call: TimedCall) => void) => () => void;
  /** The service's public key, in the form that merchants paste. */
  readonly notificationKey: () => { readonly pem: string; readonly base64: string };
  /** The body of a call, signed with the demo merchant's key. Undefined if the merchant does not use that key. */
  readonly sign: (lane: Lane, merchantId: number, request: string) => Promise<SignedEnvelope | undefined>;
  /** The scenarios that ship with the package. */
  readonly catalogue: {
    readonly names: () => readonly string[];
    /** The name that was probably meant by another text. */
    readonly meant: (name: string) => Promise<string | undefined>;
    readonly read: (name: string) => Promise<ReadScenario | undefined>;
  };
}

/** A call that was answered. */
export interface TimedCall {
  readonly lane: string;
  /** For example req-12. */
  readonly id: string;
  /** Milliseconds of real time until the answer was sent. */
  readonly ms: number;
}
