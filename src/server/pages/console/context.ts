import type { Order } from "../../../core/domain/order.js";
import type { SignedEnvelope } from "../../../core/signing/envelope.js";
import type { Lane } from "../../../lane/lane.js";
import { type Exchange, readRequestId } from "../../../lane/ports/exchange.js";
import type { SnapshotStore } from "../../../lane/ports/lane-storage.js";
import { readId } from "../../../lane/ports/name.js";
import type { ReadScenario } from "../../../lane/rules/read-scenario.js";

/** What the console shows of a lane's server. */
export interface ConsoleContext {
  readonly lanes: {
    readonly names: () => Promise<readonly string[]>;
    /** The lane if it is open. Showing a list must not open lanes. */
    readonly ifOpen: (name: string) => Lane | undefined;
  };
  readonly snapshots: SnapshotStore;
  readonly catalogue: {
    readonly names: () => readonly string[];
    readonly read: (name: string) => Promise<ReadScenario | undefined>;
  };
  /** The body of a call, signed as the merchant would sign it. Undefined if the server doesn't have its key. */
  readonly sign: (lane: Lane, merchantId: number, request: string) => Promise<SignedEnvelope | undefined>;
}

/** The context of every console page. */
export interface ConsoleVisit {
  readonly lane: Lane;
  readonly context: ConsoleContext;
  /** The path of the lane's overview as seen by the browser, without a trailing slash. */
  readonly home: string;
  /** The path before the lane: a proxy's prefix, or empty. */
  readonly root: string;
  readonly nonce: string;
  /** The lane's time. */
  readonly now: number;
  readonly isFrozen: boolean;
  readonly query: Readonly<Record<string, string>>;
  /** True for the stream, and for an entry that is open beside it, not beside the list of its kind. */
  readonly isInStream?: boolean | undefined;
  /** True if the page's script asks for what changes alone: no style sheet, no script, no dialogs. */
  readonly isPart: boolean;
  /** The rows and sections that the page's script already shows, as `key:version`. They need not be sent again. */
  readonly shown: ReadonlySet<string>;
  /** The ids of the entries to compare. */
  readonly compared: readonly string[];
}

/** The path of a lane's overview. */
export const laneHome = ({ root }: ConsoleVisit, name: string): string =>
  `${root}${name === "default" ? "" : `/lane/${name}`}/_sandbox/ui`;

// Ids begin at 1, so nothing has the id 0.

export const orderInPath = ({ store }: Lane, id: string): Promise<Order | undefined> =>
  store.views.order(readId(id) ?? 0);

/** `id` is like req-12. */
export const exchangeInPath = ({ store }: Lane, id: string): Promise<Exchange | undefined> =>
  store.views.exchange(readRequestId(id) ?? 0);

export const notificationInPath = async ({ store }: Lane, id: string) =>
  (await store.views.notifications({ id: readId(id) ?? 0, limit: 1 }))[0];
