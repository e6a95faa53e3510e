import { assumed, docs, type Source, seen, spec } from "./source.js";

export const orderStatuses = ["OPEN", "SUCCESS", "REFUNDED", "VOIDED", "CLOSED", "SETTLED", "CANCELLED"] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** True for an order that waits for its payment, or waited until it expired. Only then is its expiry worth telling. */
export const isOpenOrClosed = (status: OrderStatus): boolean => status === "OPEN" || status === "CLOSED";

export interface Transition {
  /** `none`: the order is made. */
  readonly from: OrderStatus | "none";
  readonly to: OrderStatus;
  /** The act that moves it. */
  readonly by: string;
  readonly source: Source;
}

/** Every possible change of an order's status, including its first one. */
export const transitions: readonly Transition[] = [
  { from: "none", to: "OPEN", by: "create", source: spec("3 (none) → OPEN by /hosted-checkout/create") },
  { from: "none", to: "SUCCESS", by: "token sale", source: spec("3 (none) → SUCCESS by /tokenization/sale") },
  {
    from: "none",
    to: "SUCCESS",
    by: "recurring payment",
    source: spec("3 (none) → SUCCESS by /tokenization/recurring"),
  },
  { from: "none", to: "OPEN", by: "declined token charge", source: assumed("declined-token-order") },
  { from: "none", to: "CLOSED", by: "declined token charge, by choice", source: assumed("declined-token-order") },
  { from: "none", to: "CLOSED", by: "create with an expiry in the past", source: assumed("past-expiry") },
  { from: "OPEN", to: "SUCCESS", by: "payment on the page", source: seen("clients poll the query until SUCCESS") },
  { from: "OPEN", to: "OPEN", by: "decline on the page", source: seen("the shopper may try again") },
  { from: "OPEN", to: "CLOSED", by: "expiry", source: docs("order statuses: CLOSED, expired") },
  { from: "OPEN", to: "CLOSED", by: "cancel, by choice", source: assumed("cancel") },
  { from: "OPEN", to: "CLOSED", by: "third decline, by choice", source: assumed("page-states") },
  { from: "OPEN", to: "CLOSED", by: "void, by choice", source: assumed("void-open-order") },
  { from: "OPEN", to: "CANCELLED", by: "cancel, by choice", source: assumed("cancel") },
  {
    from: "OPEN",
    to: "CLOSED",
    by: "another order of its reference, by choice",
    source: assumed("duplicate-reference"),
  },
  { from: "OPEN", to: "VOIDED", by: "void, by choice", source: assumed("void-open-order") },
  { from: "SUCCESS", to: "REFUNDED", by: "refund", source: spec("3 SUCCESS → REFUNDED by /hosted-checkout/refund") },
  {
    from: "SUCCESS",
    to: "VOIDED",
    by: "void",
    source: spec("3 SUCCESS → VOIDED by /hosted-checkout/void or /direct/void"),
  },
  { from: "SUCCESS", to: "SETTLED", by: "settlement", source: docs("order statuses: SETTLED") },
  { from: "SETTLED", to: "REFUNDED", by: "refund", source: seen("one client refunds only settled orders") },
];

const ways = new Set(transitions.map(({ from, to }) => `${from} ${to}`));

/** True if an order may go from one status to the other. It may always keep its status. */
export const mayFollow = (from: Transition["from"], to: OrderStatus): boolean =>
  from === to || ways.has(`${from} ${to}`);
