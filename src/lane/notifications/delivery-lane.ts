import type { Instant } from "../../core/domain/money.js";
import type { Choices } from "../choices.js";
import type { Until } from "../ports/hear-change.js";
import type { Log } from "../ports/log.js";
import type { NotificationState } from "../ports/outbox.js";
import type { Outbox, Views } from "../ports/store.js";

/** The part of a lane that its deliveries need. */
export interface DeliveryLane {
  readonly store: Outbox & { readonly views: Pick<Views, "lane" | "notifications"> };
  readonly clock: { readonly now: () => Promise<Instant>; readonly movesWaiting: number };
  readonly choices: Choices;
  readonly log: Log;
  /** Woken by each commit, including those of other processes. */
  readonly waiting: { readonly until: Until };
}

/** An attempt, and the notification's state after it. */
export interface Attempted {
  readonly kind: "notification";
  /** Time on the lane's clock. */
  readonly at: Instant;
  readonly id: number;
  readonly orderId?: number | undefined;
  readonly merchantReference?: string | undefined;
  readonly attempt: number;
  /** Null if no answer came. */
  readonly status: number | null;
  readonly why: string | null;
  /** Present if the shop accepted a forged notification: what was forged. */
  readonly warning?: string | undefined;
  readonly state: NotificationState;
  /** The W3C traceparent in its request. */
  readonly traceparent?: string | undefined;
}
