import { typed } from "../../../package/typed.js";
import type { Accusation } from "./verdicts.js";

/** A verdict in words. */
export interface VerdictText {
  /** The shop … */
  readonly means: string;
  /** How a finding's money was harmed, for totals. */
  readonly harm: string;
}

/** The command that prints the chapter about a verdict. */
export const verdictDocs = (verdict: Accusation): string => `${typed()} docs ${verdict}`;

/** The meaning and harm of each verdict. */
export const verdictTexts: Readonly<Record<Accusation, VerdictText>> = {
  "believed-forged": {
    means: "believed a forged notification",
    harm: "believed because of a forged notification",
  },
  "charged-twice": {
    means: "charged one cart too often",
    harm: "charged twice",
  },
  "wrong-payer": {
    means: "charged another user's stored card",
    harm: "charged to another user",
  },
  "refunded-twice": {
    means: "refunded twice, or counts a refund twice",
    harm: "refunded or counted twice",
  },
  "fulfilled-twice": {
    means: "delivered more often than it was paid",
    harm: "delivered once too often",
  },
  "paid-unpaid": {
    means: "counts an unpaid order as paid",
    harm: "counted as paid, but not paid",
  },
  "refund-not-made": {
    means: "counts a refund that was not made",
    harm: "counted as refunded, but kept",
  },
  "refunded-still-paid": {
    means: "does not know about a refund",
    harm: "refunded without the shop's knowledge",
  },
  "shipped-unpaid": {
    means: "delivered an unpaid order",
    harm: "delivered without payment",
  },
  "paid-unknown": {
    means: "does not know about a payment",
    harm: "charged without the shop's knowledge",
  },
  "kept-unfulfilled": {
    means: "was paid, knows it, and delivered nothing",
    harm: "kept and not delivered",
  },
  "void-lost": {
    means: "does not know that a sale was voided",
    harm: "voided without the shop's knowledge",
  },
  "amount-differs": {
    means: "has a different amount or currency than the books",
    harm: "off from the books",
  },
  "order-unknown": {
    means: "believes in an order that the service never received",
    harm: "believed, but never charged",
  },
  "waits-for-ever": {
    means: "waited for an answer until it was ended",
    harm: "moved while the shop waited for ever",
  },
};
