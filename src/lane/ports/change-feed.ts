import type { Order, OrderStatus } from "../../core/domain/order.js";
import type { Exchange } from "./exchange.js";
import type { AttemptRecord, NotificationState } from "./outbox.js";

/** A commit of another process: a call, or a manual change. */
export interface OtherCommit {
  readonly exchange: Exchange | undefined;
  /** The changed orders in their current state. `statusBefore` is null if this commit created the order. */
  readonly orders: readonly { readonly order: Order; readonly statusBefore: OrderStatus | null }[];
  /** Other parts of the lane that the commit changed. */
  readonly changed: readonly string[];
  readonly hasMovedClock: boolean;
}

/** An attempt made by another process, and the notification's state after it. */
export interface OtherAttempt {
  readonly id: number;
  readonly orderId: number | undefined;
  readonly merchantReference: string | undefined;
  readonly attempt: AttemptRecord;
  readonly state: NotificationState;
}

export interface OtherChanges {
  readonly commits: readonly OtherCommit[];
  readonly attempts: readonly OtherAttempt[];
}

/** Reads other processes' changes in a lane since the last read. */
export interface Following {
  read(): Promise<OtherChanges>;
}
