import type { Instant } from "../../../core/domain/money.js";
import { type Order, saleOf, statusOf, voidOf } from "../../../core/domain/order.js";
import { foldUserId, type Token, tokenMask } from "../../../core/domain/token.js";
import type { Exchange } from "../../ports/exchange.js";
import { iso } from "../../views/order-json.js";
import { actOfRule } from "./by-rule.js";
import { orderInQuestion } from "./given-back.js";
import { orderNotFound } from "./order-not-found.js";
import {
  byWhom,
  callsBefore,
  callText,
  creationOf,
  earlierCall,
  type Lookup,
  merchantIdOf,
  moneyText,
  netText,
  type RefusedCall,
  sentParameters,
  sentTwiceText,
  unpaidText,
} from "./refused-call.js";

/** Explains a reference that is used up. */
export async function duplicateReference(call: RefusedCall): Promise<Lookup | undefined> {
  const order = await orderInQuestion(call);
  if (!order) return undefined;
  const { amountMinor, currency = order.currency } = call.explanation.subject;
  const created = await creationOf(call, order);
  const status = call.exchange.orderStatus ?? statusOf(order, call.exchange.at);
  const isSame = amountMinor === order.amount && currency === order.currency;
  // A first payment and its renewal often have one amount.
  const isOtherKind = call.exchange.operation.endsWith("/recurring") !== order.origin.endsWith("-recurring");
  const asks =
    amountMinor === undefined ? "" : ` This call asks for ${moneyText(amountMinor, { currency: order.currency })}.`;
  return {
    asked: `merchantReference ${JSON.stringify(call.explanation.subject.merchantReference)} of merchant ${merchantIdOf(call)}`,
    found: `It is order ${order.id}, ${moneyText(order.amount, order)}, which was ${status}, created by ${callText(created)}.${isSame ? "" : asks}`,
    ...byWhom(created, {
      ifYours:
        isSame && !isOtherKind
          ? firstResult(order, { status, sentTwice: sentTwiceText(call, created) })
          : "your shop used one reference for two payments. Use a new merchantReference for each order.",
      ifNot:
        "the reference is not unique: a counter started anew, or another shop has this merchantId. Use another one. Nothing was charged for this call.",
    }),
  };
}

/** What became of the first call with this reference. */
function firstResult(
  order: Order,
  { status, sentTwice }: { readonly status: string; readonly sentTwice: string },
): string {
  const declined = order.transactions.at(-1)?.declined;
  const hasPage = order.session !== "";
  switch (status) {
    case "SUCCESS":
    case "SETTLED":
      return `the money moved, once. Query the reference and take that result. A new reference would charge again.${sentTwice}`;
    case "OPEN":
      if (hasPage)
        return `the order waits for its shopper. Use the checkoutUrl of that answer. If you lost it, let the order expire before you create another.${sentTwice}`;
      return `that charge was declined${declined === undefined ? "" : ` (${declined})`}. Try again with a new reference.`;
    case "REFUNDED":
    case "VOIDED":
      return `the order was paid and given back (net ${netText(order)}). A new payment needs a new reference.`;
    default:
      return "that order ended unpaid. A new payment needs a new reference.";
  }
}

/** Explains a token that the user doesn't have. */
export async function tokenNotFound(call: RefusedCall): Promise<Lookup> {
  const { tokenId = 0, userId = "" } = call.explanation.subject;
  const merchantId = merchantIdOf(call);
  const asked = `tokenId ${tokenId} of user ${JSON.stringify(userId)} of merchant ${merchantId}`;
  const deleted = await deletionOf(call, tokenId);
  if (deleted)
    return {
      asked,
      found: `The token was deleted by ${callText(deleted)}.`,
      ...byWhom(deleted, {
        ifYours: call.exchange.operation.endsWith("/delete-token")
          ? "that deletion is done. Book it once."
          : "the card is gone. Let the shopper store one again, and forget the old tokenId.",
        ifNot: "somebody else deleted the card. List the user's tokens with query-token.",
      }),
    };
  const token = await call.views.token(merchantId, tokenId);
  if (token && foldUserId(token.userId) !== foldUserId(userId))
    return {
      asked,
      found: `The token belongs to user ${JSON.stringify(token.userId)}.`,
      next: "A token works only for its own user. Send the userId with which the card was stored.",
    };
  if (token)
    return {
      asked,
      found: `The token is there now, for user ${JSON.stringify(token.userId)}: it was stored later, or userId is compared by case here.`,
      next: "Send the userId exactly as it was when the card was stored, after the card was stored.",
    };
  return { asked, ...(await unknownToken(call, tokenId, userId)) };
}

async function unknownToken(call: RefusedCall, tokenId: number, userId: string): Promise<Omit<Lookup, "asked">> {
  const all = await call.views.tokens();
  const other = all.find((one) => one.tokenId === tokenId);
  if (other)
    return {
      found: `Merchant ${other.merchantId} has a token ${tokenId}.`,
      next: "A token works only for its own merchant. Check merchantId.",
    };
  const order = await call.views.order(tokenId);
  if (order)
    return { found: `${tokenId} is the id of order ${order.id}.`, next: "Send a tokenId, as query-token lists it." };
  if (await actOfRule(call, "token-not-found"))
    return {
      found: "It is no longer there.",
      next: "The card is gone, as if somebody else had deleted it. Let the shopper store one again, and forget the old tokenId.",
    };
  const own = all.filter(
    (one) => one.merchantId === merchantIdOf(call) && foldUserId(one.userId) === foldUserId(userId),
  );
  return {
    found: `No such token was stored here. User ${JSON.stringify(userId)} has ${own.length === 0 ? "no tokens" : own.map(tokenText).join(", ")}.`,
    next: "List the user's tokens with query-token, or store one in the test with POST /_sandbox/tokens. A reset or a restart in memory forgets stored cards.",
  };
}

const tokenText = (token: Token): string => `${token.tokenId} (${token.brand} ${tokenMask(token)})`;

async function deletionOf(call: RefusedCall, tokenId: number): Promise<Exchange | undefined> {
  const all = await callsBefore(call, {
    operation: "tokenization/delete-token",
    merchantId: call.exchange.merchantId,
    responseCode: "0000",
  });
  return all.find((one) => Number(sentParameters(one).tokenId) === tokenId);
}

/** Explains an expired token. */
export async function tokenExpired(call: RefusedCall): Promise<Lookup | undefined> {
  const { tokenId = 0 } = call.explanation.subject;
  const token = await call.views.token(merchantIdOf(call), tokenId);
  return (
    token && {
      asked: `tokenId ${tokenId} of user ${JSON.stringify(token.userId)}`,
      found: `Its card, ${token.brand} ${tokenMask(token)}, was valid until the end of ${token.expiryDate} (YYYYMM). The lane's clock stood at ${iso(call.exchange.at)}.`,
      next: "Ask the shopper to store a new card, and delete this token. query-token tells the expiryDate beforehand.",
    }
  );
}

/** Explains an order that cannot be the parent of a recurring charge. */
export async function whyUnfitParent(call: RefusedCall): Promise<Lookup | undefined> {
  const orderId = Number(sentParameters(call.exchange).parentOrderId);
  if (!Number.isSafeInteger(orderId)) return undefined;
  const parent = await call.views.order(orderId);
  if (parent?.merchantId !== merchantIdOf(call)) {
    const { asked, ...found } = await orderNotFound(call, { orderId });
    return { asked: `parentOrderId ${orderId} of merchant ${merchantIdOf(call)}`, ...found };
  }
  return { asked: `order ${orderId} as the parent of a recurring charge`, ...(await unfitReason(call, parent)) };
}

/** A stored card is charged only once, so its declined order stays OPEN and unpaid. */
const canBePaid = (order: Order, at: Instant): boolean => order.session !== "" && statusOf(order, at) === "OPEN";

async function unfitReason(call: RefusedCall, parent: Order): Promise<Omit<Lookup, "asked">> {
  const { userId = "", tokenId } = call.explanation.subject;
  const { assumed = [] } = call.explanation;
  const created = await creationOf(call, parent);
  const by = `It was created by ${callText(created)}`;
  if (parent.userId !== undefined && userId !== "" && foldUserId(parent.userId) !== foldUserId(userId))
    return {
      found: `${by} for user ${JSON.stringify(parent.userId)}, and this call is for user ${JSON.stringify(userId)}.`,
      next: "Use a parent order of the same user.",
    };
  if (assumed.includes("parent-other-token"))
    return {
      found: `${by} with token ${parent.tokenId}, and this call names token ${tokenId}.`,
      next: `Charge token ${parent.tokenId}, or leave parentOrderId out. The assumption parent-other-token allows both.`,
    };
  if (assumed.includes("parent-is-recurring"))
    return {
      found: `${by}: it is itself a recurring payment.`,
      next: `Use the first order as the parent${parent.parentOrderId === undefined ? "" : `: ${parent.parentOrderId}`}.`,
    };
  if (!parent.recurring)
    return {
      found: `${by} without isRecurring.`,
      next: "Create the first order with isRecurring: true. The shopper has to pay once more.",
    };
  const voided = voidOf(parent);
  if (voided) {
    const voiding = await earlierCall(call, parent, /\/void$/);
    return {
      found: `It was voided by ${callText(voiding)}, so it is paid no more.`,
      ...byWhom(voiding, {
        ifYours: "the agreement ended with the void. Start a new recurring order.",
        ifNot: "somebody else voided it. Query it, and start a new recurring order.",
      }),
    };
  }
  const sale = saleOf(parent);
  return sale
    ? { found: `It was paid by ${sale.method}.`, next: "Only an order that was paid by card can be the parent here." }
    : {
        found: `${by}, and ${unpaidText(parent, call.exchange.at)}.`,
        next: canBePaid(parent, call.exchange.at)
          ? "Wait for its payment before you charge again. Query it first."
          : "It can never be paid. Make a new first sale under a new reference, and use that order as the parent.",
      };
}
