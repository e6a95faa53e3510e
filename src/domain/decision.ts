import type { Policy } from "../facts/assumptions.js";
import type { DeclineName, RefusalName } from "../facts/codes.js";
import type { PaymentMethod } from "../facts/methods.js";
import type { CarriedDecline } from "./carried-decline.js";
import type { OrderEvent } from "./events.js";
import type { Instant, MinorUnits } from "./money.js";
import type { Order, Transaction } from "./order.js";
import type { Token } from "./token.js";

/** What acquirer or issuer said. */
export type HostAnswer = { readonly approved: true } | { readonly approved: false; readonly decline: DeclineName };

/** Which page a session names. */
export type SessionPurpose = "checkout" | "card-entry";

/** Ids of what a commit creates, dense in commit order. */
export interface FreshIds {
  orderId(): number;
  transaction(): { readonly id: number; readonly stan: string };
  tokenId(): number;
  cardEntryId(): number;
  /** Names the page of an order or a card entry; cannot be guessed. */
  session(purpose: SessionPurpose, id: number): string;
}

/** Whether a merchant's orders may be refunded and voided, by method; beats the method's own row. */
export type Capabilities = Partial<
  Record<PaymentMethod, { readonly refund?: boolean | undefined; readonly void?: boolean | undefined }>
>;

/** All that a decision may depend on besides the command and its order. */
export interface Circumstances {
  readonly now: Instant;
  readonly answer: HostAnswer;
  /** The merchant's unsettled balance in the order's currency. */
  readonly unsettled: MinorUnits;
  readonly fresh: FreshIds;
  readonly policy: Policy;
  readonly capabilities: Capabilities;
  /** The order that already has the reference of the order to be made. */
  readonly existingOrder?: Order | undefined;
  readonly token?: Token | undefined;
  /** The cards that the user has stored, where another one is saved. */
  readonly tokens?: readonly Token[] | undefined;
  readonly parent?: Order | undefined;
  /** What the first attempt on the page that is opened will meet. */
  readonly carried?: CarriedDecline | undefined;
}

/** An open order that ends because another one takes its reference, and how it ends. */
export interface Replaced {
  readonly order: Order;
  readonly event: OrderEvent;
}

export interface Rejection {
  readonly reason: RefusalName;
  /** What was found, after the row's message. */
  readonly detail?: string;
}

export type Decision<Event = OrderEvent> =
  | {
      readonly kind: "accepted";
      readonly events: readonly [Event, ...Event[]];
      readonly replaced?: Replaced;
    }
  /** Nothing new: the order of this reference is answered once more. */
  | { readonly kind: "repeated"; readonly order: Order }
  /** The issuer declined, and no order is kept of it. */
  | { readonly kind: "unrecorded"; readonly decline: DeclineName; readonly transaction: Transaction }
  /** There is nothing to be done, which is as good as done. */
  | { readonly kind: "nothing" }
  | { readonly kind: "rejected"; readonly rejection: Rejection };

export const accept = <First, Rest = First>(first: First, ...rest: Rest[]): Decision<First | Rest> => ({
  kind: "accepted",
  events: [first, ...rest],
});
export const reject = (reason: RefusalName, detail?: string): Decision<never> => ({
  kind: "rejected",
  rejection: detail === undefined ? { reason } : { reason, detail },
});
