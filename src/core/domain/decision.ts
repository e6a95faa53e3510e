import type { AssumptionId, Policy } from "../facts/assumptions.js";
import type { DeclineName, RefusalName } from "../facts/codes.js";
import type { PaymentMethod } from "../facts/methods.js";
import type { CarriedDecline } from "./carried-decline.js";
import type { OrderEvent } from "./events.js";
import type { Instant, MinorUnits } from "./money.js";
import type { Order, Transaction } from "./order.js";
import type { Token } from "./token.js";

/** The acquirer's or issuer's answer. */
export type HostAnswer = { readonly approved: true } | { readonly approved: false; readonly decline: DeclineName };

/** The kind of page that a session identifies. */
export type SessionPurpose = "checkout" | "card-entry";

/** Ids for the records that a commit creates, without gaps and in commit order. */
export interface FreshIds {
  /** The number of a new order, dense in a lane. Its id may be larger. */
  orderId(): number;
  transaction(): { readonly id: number; readonly stan: string };
  tokenId(): number;
  cardEntryId(): number;
  /** Identifies the page of an order or a card entry. Cannot be guessed. */
  session(purpose: SessionPurpose, id: number): string;
}

/** True or false for refunds and voids, by payment method. Overrides the method's own row. */
export type Capabilities = Partial<
  Record<PaymentMethod, { readonly refund?: boolean | undefined; readonly void?: boolean | undefined }>
>;

/** Everything that a decision may depend on, besides the command and its order. */
export interface Circumstances {
  readonly now: Instant;
  readonly answer: HostAnswer;
  /** The merchant's unsettled balance in the order's currency. */
  readonly unsettled: MinorUnits;
  readonly fresh: FreshIds;
  readonly policy: Policy;
  readonly capabilities: Capabilities;
  /** An earlier order with the same reference. */
  readonly existingOrder?: Order | undefined;
  /** True if the call's orderId and merchantReference name different orders. */
  readonly isMismatch?: boolean | undefined;
  readonly token?: Token | undefined;
  /** The user's stored cards. Present only if a card is being saved. */
  readonly tokens?: readonly Token[] | undefined;
  readonly parent?: Order | undefined;
  /** The forced decline for the first attempt on the new page. */
  readonly carried?: CarriedDecline | undefined;
  /** The trace of the call. A page that it opens continues that trace. */
  readonly traceparent?: string | undefined;
}

/** An open order that is closed because a new one takes its reference, and how it is closed. */
export interface Replaced {
  readonly order: Order;
  readonly event: OrderEvent;
}

export interface Rejection {
  readonly reason: RefusalName;
  /** A detail that is appended to the message. */
  readonly detail?: string;
  /** The assumptions without which the gateway might not reject. Absent if the provider's documents cover it. */
  readonly assumes?: readonly AssumptionId[];
}

export type Decision<Event = OrderEvent> =
  | {
      readonly kind: "accepted";
      readonly events: readonly [Event, ...Event[]];
      readonly replaced?: Replaced;
    }
  /** Nothing changes: the answer is the existing order with this reference. */
  | { readonly kind: "repeated"; readonly order: Order }
  /** The issuer declined, and no order is recorded. */
  | { readonly kind: "unrecorded"; readonly decline: DeclineName; readonly transaction: Transaction }
  /** Nothing is left to do, so the command succeeds without a change. */
  | { readonly kind: "nothing" }
  | { readonly kind: "rejected"; readonly rejection: Rejection };

export const accept = <First, Rest = First>(first: First, ...rest: Rest[]): Decision<First | Rest> => ({
  kind: "accepted",
  events: [first, ...rest],
});
export const reject = (reason: RefusalName, detail?: string, ...assumes: AssumptionId[]): Decision<never> => ({
  kind: "rejected",
  rejection: { reason, ...(detail !== undefined && { detail }), ...(assumes.length > 0 && { assumes }) },
});
