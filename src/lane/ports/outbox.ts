import type { Instant } from "../../core/domain/money.js";
import type { AnyForgery } from "../../core/scenario/effects/forgeries.js";
import type { Then } from "../../core/scenario/rule/rule.js";

/** The states of a notification. `due` means that it waits for its instant, also between attempts. */
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

type Notify = Readonly<NonNullable<Then["notify"]>>;
type Switches = Readonly<Partial<Record<"swap" | "replay" | "hold" | "drop" | "overlap", boolean | undefined>>>;

/** A rule's effects on a notification, as `core/scenario/effects` describes them. Plain data that is stored with it. */
export interface NotificationEffects extends Switches, Pick<Notify, "before" | "giveUp"> {
  readonly forge?: AnyForgery | undefined;
  /** An extra, forged notification. It is sent once, whatever the shop answers. */
  readonly isBeside?: boolean | undefined;
  /**
   * The W3C traceparent of its request, taken from its cause. Not an effect of a rule, but stored with the effects.
   */
  readonly traceparent?: string | undefined;
  /** True if it was acknowledged before it was sent again manually. It stays so, whatever the shop answers now. */
  readonly wasAcknowledged?: boolean | undefined;
  /** The numbers of the attempts that were made manually, by a resend or a release. */
  readonly manual?: readonly number[] | undefined;
}

/** A notification, frozen when its cause was committed. It is signed when it is sent. */
export interface OutboxEntry {
  readonly id: number;
  readonly kind: "payment" | "token";
  readonly merchantId: number;
  readonly orderId?: number | undefined;
  readonly reference?: string | undefined;
  readonly url: string;
  /** The payload without its signature. The fields are in the order in which they are sent. */
  readonly fields: Readonly<Record<string, string>>;
  readonly createdAt: Instant;
  /** When the next attempt is due on the lane's clock. Null if there is none. */
  readonly dueAt: Instant | null;
  readonly state: NotificationState;
  readonly attemptCount: number;
  readonly effects: NotificationEffects;
  /** The exchange that caused it. */
  readonly causedBy: number;
  /** Explains why it is held, dropped or refused. */
  readonly note?: string | undefined;
}

/** One attempt to deliver. */
export interface AttemptRecord {
  readonly n: number;
  /** Time on the lane's clock. */
  readonly at: Instant;
  /** The body as sent; empty if nothing was sent. */
  readonly request: string;
  /** HTTP status. Null if no answer came. */
  readonly status: number | null;
  /** The first 4 KB of the answer. */
  readonly body: string;
  readonly durationMs: number;
  /** Why it doesn't count as acknowledged. Null if it does. */
  readonly why: string | null;
}

export type Notice = OutboxEntry & { readonly attempts: readonly AttemptRecord[] };
