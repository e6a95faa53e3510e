import { typed } from "../../../package/typed.js";
import type { Accusation } from "./verdicts.js";

/** A verdict in words. */
export interface VerdictText {
  /** The shop … */
  readonly means: string;
  /** How a finding's money was harmed, for totals. */
  readonly harm: string;
  /** The cure, in two sentences at most. */
  readonly cure: string;
}

/** The command that prints the chapter about a verdict. */
export const verdictDocs = (verdict: Accusation): string => [...typed, "docs", verdict].join(" ");

/** The meaning, harm and cure of each verdict. */
export const verdictTexts: Readonly<Record<Accusation, VerdictText>> = {
  "believed-forged": {
    means: "believed a forged notification",
    harm: "believed because of a forged notification",
    cure: "Verify the signature of each notification over all of its fields before you write anything. Better still, treat it as a hint and query the order.",
  },
  "charged-twice": {
    means: "charged one cart too often",
    harm: "charged twice",
    cure: "If the answer to a charge is lost, query its reference before you charge again. Charge again only if the service does not know the order or says that it is not paid.",
  },
  "wrong-payer": {
    means: "charged another user's stored card",
    harm: "charged to another user",
    cure: "Read the stored card from the user who pays, in the same request that charges it. Keep no card from an earlier request or customer.",
  },
  "refunded-twice": {
    means: "refunded twice, or counts a refund twice",
    harm: "refunded or counted twice",
    cure: "Record a refund before you send it, and set the refunded amount instead of adding to it. If the answer is lost, query the order.",
  },
  "fulfilled-twice": {
    means: "delivered more often than it was paid",
    harm: "delivered once too often",
    cure: "Deliver in the transaction that first marks the order as paid, with a condition such as UPDATE … WHERE status = 'pending'. Answer a repeated notification with OK and do nothing.",
  },
  "paid-unpaid": {
    means: "counts an unpaid order as paid",
    harm: "counted as paid, but not paid",
    cure: 'Count an order as paid only if an answer, a query or a genuine notification for this order has responseCode "0000" and a paid status. A redirect proves nothing.',
  },
  "refund-not-made": {
    means: "counts a refund that was not made",
    harm: "counted as refunded, but kept",
    cure: 'Count a refund only if its answer says responseCode "0000", or a query shows it. If it was refused, tell the customer and try again later.',
  },
  "refunded-still-paid": {
    means: "does not know about a refund",
    harm: "refunded without the shop's knowledge",
    cure: "If the answer to a refund is lost, query the order and use its netAmount. Also query an order before you deliver it, because the back office may have refunded it.",
  },
  "shipped-unpaid": {
    means: "delivered an unpaid order",
    harm: "delivered without payment",
    cure: "Deliver only after the service has said that the order is paid. Do not deliver when the order is created or the shopper comes back.",
  },
  "paid-unknown": {
    means: "does not know about a payment",
    harm: "charged without the shop's knowledge",
    cure: "If an answer is lost, the result is unknown: query the order until an answer arrives. Never record it as failed because of a timeout.",
  },
  "kept-unfulfilled": {
    means: "was paid, knows it, and delivered nothing",
    harm: "kept and not delivered",
    cure: "Deliver on every path that marks an order as paid: answer, notification, query and recovery job. Best of all, let them share one function.",
  },
  "void-lost": {
    means: "does not know that a sale was voided",
    harm: "voided without the shop's knowledge",
    cure: "If the answer to a void is lost, query the order. The status VOIDED means that the money went back.",
  },
  "amount-differs": {
    means: "has a different amount or currency than the books",
    harm: "off from the books",
    cure: "Read amounts as decimals of the main unit, calculate in integer cents, and send and compare the currency. A refund may be partial: its amount is the order's amount minus its netAmount.",
  },
  "order-unknown": {
    means: "believes in an order that the service never received",
    harm: "believed, but never charged",
    cure: 'A call whose answer is lost may never have arrived. Query the reference, and treat "not found" as not paid.',
  },
  "waits-for-ever": {
    means: "waited for an answer until it was ended",
    harm: "moved while the shop waited for ever",
    cure: "Give each call a time limit, such as 30 s. When it passes, the result is unknown: query the order.",
  },
};
