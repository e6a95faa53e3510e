import type { Json } from "../../../package/json.js";
import { declineIn, isPaidStatus, queriesOrder, refundsOrder, voidsOrder } from "../recording/exchange.js";
import { afterwards, isSuccessful, type LogCall } from "../recording/log-call.js";
import { paidWith } from "../replay/acts.js";

/**
 * What the shopper did on the page of a new order, as the `page` of its rule: paid, else the last thing before that. Undefined if
 * the recording doesn't show it.
 */
export function shopperAct(made: LogCall): Json | undefined {
  if (made.operation !== "hosted-checkout/create" || made.outcome.kind === "refused") return undefined;
  let openUntil: number | undefined;
  let unpaid: Json | undefined;
  for (const later of afterwards(made)) {
    const { operation, body, at } = later;
    const { status, cardType } = later.order;
    // A shop that is faster or slower than in the recording still meets the order open, and then not.
    const dueMs = openUntil === undefined ? undefined : Math.round((openUntil + at) / 2) - made.at;
    const after = dueMs === undefined ? {} : { after: `${Math.max(1, dueMs)}ms` };
    const reason = declineIn(body);
    if (operation === "checkout/pay" && reason !== undefined) unpaid = { auto: "decline", ...after, reason };
    if (!isSuccessful(later)) continue;
    if (status === "CANCELLED" || operation === "checkout/cancel") unpaid = { auto: "cancel", ...after };
    if (queriesOrder(operation) && status === "OPEN") openUntil = at;
    if (status === "OPEN") continue;
    const isPaid = refundsOrder(operation) || isPaidStatus(status) || wasCharged(later);
    return isPaid ? { auto: "pay", ...after, ...payingCardOf(cardType) } : unpaid;
  }
  return unpaid;
}

/** A voided order was paid before if the answer has a card or a transaction. */
const wasCharged = (later: LogCall): boolean => {
  const { status, cardType } = later.order;
  if (status !== "VOIDED") return false;
  const hasCard = typeof cardType === "string" && cardType !== "";
  return hasCard || (voidsOrder(later.operation) && later.body.transaction !== undefined);
};

/** A test card of the brand that an order shows. Empty if it shows none, or Visa, which is the default. */
function payingCardOf(cardType: unknown): { readonly card?: string } {
  const { card } = paidWith(cardType);
  return card === undefined || card === "visa-credit" ? {} : { card };
}
