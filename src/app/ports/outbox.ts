import type { Instant } from "../../domain/money.js";
import type { besideForgeries, Forgery } from "../../scenario/then-schema.js";

/** Where a notification stands. `due` waits for its instant, also between attempts. */
export const notificationStates = [
  "due",
  "in-flight",
  "acknowledged",
  "gave-up",
  "held",
  "dropped",
  "refused",
] as const;
export type NotificationState = (typeof notificationStates)[number];

/** What a scenario does to a notification. Plain data, kept with it. */
export interface NotificationEffects {
  readonly forge?: Forgery | (typeof besideForgeries)[number] | undefined;
  /** A forger sends it: once, whatever the shop answers. */
  readonly isBeside?: boolean | undefined;
  /** Leaves behind the next one of another order. */
  readonly swap?: boolean | undefined;
  /** The last one of an earlier order is sent again behind it. */
  readonly replay?: boolean | undefined;
  readonly hold?: boolean | undefined;
  readonly drop?: boolean | undefined;
  readonly before?: "answer" | undefined;
}

/** A notification as it was frozen when its cause was committed; signed when sent. */
export interface OutboxEntry {
  readonly id: number;
  readonly kind: "payment" | "token";
  readonly merchantId: number;
  readonly orderId?: number | undefined;
  readonly reference?: string | undefined;
  readonly url: string;
  /** The payload without its signature, in the order in which it is sent. */
  readonly fields: Readonly<Record<string, string>>;
  readonly createdAt: Instant;
  /** When the next attempt falls due on the lane's clock; null when none will. */
  readonly dueAt: Instant | null;
  readonly state: NotificationState;
  readonly attemptCount: number;
  readonly effects: NotificationEffects;
  /** The exchange that caused it. */
  readonly causedBy: number;
  /** Why it is held, dropped or refused, for people. */
  readonly note?: string | undefined;
}

/** A notification to be sent now. */
export type Due = OutboxEntry;

/** One try to deliver. */
export interface AttemptRecord {
  readonly n: number;
  /** On the lane's clock. */
  readonly at: Instant;
  /** Bytes as sent. */
  readonly request: string;
  /** HTTP status; null when no answer came. */
  readonly status: number | null;
  /** The first 4 KB of the answer. */
  readonly body: string;
  readonly durationMs: number;
  /** Why it does not count as acknowledged; null when it does. */
  readonly why: string | null;
}
