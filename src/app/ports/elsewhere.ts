import type { Order, OrderStatus } from "../../domain/order.js";
import type { Exchange } from "./exchange.js";
import type { AttemptRecord, NotificationState } from "./outbox.js";

/** What another process committed: a call, or a change by hand. */
export interface CommitElsewhere {
  readonly exchange: Exchange | undefined;
  /** As they are now; null: it was made by this commit. */
  readonly orders: readonly { readonly order: Order; readonly statusBefore: OrderStatus | null }[];
  /** The parts of the lane that it changed besides. */
  readonly changed: readonly string[];
  readonly hasMovedClock: boolean;
}

/** An attempt that another process made, and where it leaves the notification. */
export interface AttemptElsewhere {
  readonly id: number;
  readonly orderId: number | undefined;
  readonly attempt: AttemptRecord;
  readonly state: NotificationState;
}

export interface Elsewhere {
  readonly commits: readonly CommitElsewhere[];
  readonly attempts: readonly AttemptElsewhere[];
}

/** Reads what other processes did in a lane since it was read before. */
export interface Following {
  read(): Promise<Elsewhere>;
}
