import { statusOf } from "../../../core/domain/order.js";
import { iso } from "../../views/order-json.js";
import { orderInQuestion } from "./given-back.js";
import {
  callsBefore,
  callText,
  chargeAgain,
  earlierCall,
  type Lookup,
  type RefusedCall,
  sentParameters,
  unpaidText,
} from "./refused-call.js";

/** Explains an act on a page, or of a tester, that the order's or the page's state refused. */
export async function refusedAct(call: RefusedCall): Promise<Lookup | undefined> {
  if (call.exchange.operation.startsWith("card-entry/")) return closedCardEntry(call);
  const order = await orderInQuestion(call);
  if (!order) return undefined;
  const { operation, at, orderStatus = statusOf(order, at) } = call.exchange;
  // A charge of a stored card has no page, so neither the shopper nor more time can help.
  const { declined } = order.transactions.at(-1) ?? {};
  const again = order.session === "" && declined ? chargeAgain(declined) : undefined;
  const asked = `${operation} of order ${order.id}, which was ${orderStatus}`;
  switch (orderStatus) {
    case "SUCCESS":
    case "SETTLED":
      return {
        asked,
        found: `It was paid by ${callText(await earlierCall(call, order, PAID))}.`,
        next: paid(operation),
      };
    case "REFUNDED":
    case "VOIDED":
      return {
        asked,
        found: `Its money was given back by ${callText(await earlierCall(call, order, /\/(refund|void)$/))}.`,
        next: "Nothing was charged. A new payment needs a new order.",
      };
    case "OPEN":
      return {
        asked,
        found: `It is OPEN: ${unpaidText(order, at)}.`,
        next: [operation === "checkout/settle" ? "Only a paid order can be settled." : "", again ?? "Pay it first."]
          .join(" ")
          .trim(),
      };
    case "CLOSED":
    case "CANCELLED":
      return {
        asked,
        found: `Nobody can pay it any more: ${unpaidText(order, at)}.`,
        next: `Nothing was charged. ${again ?? "Create a new order, with a later expiryTime if shoppers need longer."}`,
      };
  }
}

const PAID = /\/(pay|sale|recurring)$/;

const paid = (operation: string): string =>
  operation === "checkout/pay"
    ? "This attempt charged nothing: the shopper paid only once, and the page shows the result."
    : operation === "checkout/settle"
      ? "It is settled already."
      : "A paid order is given back by a void or a refund.";

async function closedCardEntry(call: RefusedCall): Promise<Lookup | undefined> {
  const id = Number(sentParameters(call.exchange).cardEntryId);
  const entry = Number.isSafeInteger(id) ? await call.views.cardEntry(id) : undefined;
  if (!entry) return undefined;
  const asked = `${call.exchange.operation} on card-entry page ${id} of user ${JSON.stringify(entry.userId)}`;
  if (!entry.saved)
    return {
      asked,
      found: `The page expired at ${iso(entry.expiresAt)}.`,
      next: "No card was stored. Open a new page with add-token.",
    };
  const saves = await callsBefore(call, { operation: "card-entry/save", responseCode: "0000" });
  const by = saves.find((one) => Number(sentParameters(one).cardEntryId) === id);
  return {
    asked,
    found: `The page stored token ${entry.saved.tokenId} at ${iso(entry.saved.at)}, by ${callText(by)}.`,
    next: "The card is stored once. Open a new page with add-token for another card.",
  };
}
