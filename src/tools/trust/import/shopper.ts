import type { Json } from "../../../package/json.js";
import { queriesOrder, refundsOrder, voidsOrder } from "../recording/exchange.js";
import { afterwards, type HistoryCall } from "./history.js";

const CARDS: Readonly<Record<string, string>> = { MASTER: "master-credit", UNIONPAY: "unionpay-credit" };
const PAID = ["SUCCESS", "REFUNDED", "SETTLED"];

/**
 * What the shopper did on the page of a new order, as the `page` of its rule. Undefined if no later call shows it.
 */
export function shopperAct(history: readonly HistoryCall[], index: number): Json | undefined {
  const made = history[index]!;
  if (made.operation !== "hosted-checkout/create") return undefined;
  let waited: number | undefined;
  for (const later of afterwards(history, index)) {
    if (!later.isSuccess) continue;
    const { status, cardType } = later.order;
    if (queriesOrder(later.operation) && status === "OPEN") {
      waited = later.at - made.at;
      continue;
    }
    const after = waited === undefined || Number.isNaN(waited) ? {} : { after: `${Math.max(1, waited + 1)}ms` };
    if (status === "CANCELLED") return { auto: "cancel", ...after };
    const isPaid = refundsOrder(later.operation) || PAID.includes(String(status)) || wasCharged(later);
    if (isPaid) return { auto: "pay", ...after, ...payingCardOf(cardType) };
    return undefined;
  }
  return undefined;
}

/** A voided order was paid before if the answer has a card or a transaction. */
const wasCharged = (later: HistoryCall): boolean => {
  const { status, cardType } = later.order;
  if (status !== "VOIDED") return false;
  const hasCard = typeof cardType === "string" && cardType !== "";
  return hasCard || (voidsOrder(later.operation) && later.body?.transaction !== undefined);
};

/** A test card of the brand that an order shows. Empty if it shows none, or Visa, which is the default. */
const payingCardOf = (cardType: unknown): { readonly card?: string } => {
  const card = CARDS[String(cardType)];
  return card === undefined ? {} : { card };
};
