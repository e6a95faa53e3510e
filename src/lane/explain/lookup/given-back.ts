import { WITHHELD } from "../../../core/domain/ledger.js";
import { type MinorUnits, minorUnits } from "../../../core/domain/money.js";
import { netAmount, type Order, refundOf, saleOf, voidOf } from "../../../core/domain/order.js";
import { isPaymentMethod, methods } from "../../../core/facts/methods.js";
import { isPaymentCall } from "../../../core/scenario/values/operations.js";
import { type Exchange, requestId } from "../../ports/exchange.js";
import { iso } from "../../views/order-json.js";
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
  sentTwiceText,
  unpaidText,
} from "./refused-call.js";

/** The order that a refused refund, void or act on a page is about. */
export const orderInQuestion = async ({ views, exchange: { orderId } }: RefusedCall): Promise<Order | undefined> =>
  orderId === undefined ? undefined : views.order(orderId);

const askedAmount = ({ explanation: { subject } }: RefusedCall) => subject.amountMinor ?? minorUnits(0);

/** Explains a refund or void that the order's state refused. Undefined if the order is gone. */
export async function refusedReversal(call: RefusedCall): Promise<Lookup | undefined> {
  const order = await orderInQuestion(call);
  if (!order) return undefined;
  const isVoid = call.exchange.operation.endsWith("/void");
  const what = isVoid ? "a void" : `a refund of ${moneyText(askedAmount(call), order)}`;
  const asked = `${what} of order ${order.id}, which was ${call.exchange.orderStatus}`;
  return { asked, ...(await reasonOf(call, order, isVoid ? "void" : "refund")) };
}

type Found = Omit<Lookup, "asked">;

async function reasonOf(call: RefusedCall, order: Order, what: "void" | "refund"): Promise<Found> {
  switch (call.exchange.orderStatus) {
    case "REFUNDED":
      return what === "refund" ? refundedBefore(call, order) : voidOfRefunded(call, order);
    case "VOIDED":
      return voidedBefore(call, order, what);
    case "SETTLED":
      // Without a refund, only a void or the method can be the reason.
      return what === "void" ? voidOfSettled(call, order) : byMethod(call, order, what);
    case "SUCCESS":
      return call.explanation.assumed?.includes("void-paths")
        ? ofAnotherKind(call, order)
        : byMethod(call, order, what);
    case "OPEN":
    case "CLOSED":
    case "CANCELLED":
    case undefined:
      return {
        found: `No money was taken for order ${order.id}: ${unpaidText(order, call.exchange.at)}.`,
        next: `There is nothing to ${what === "void" ? "void" : "give back"}. If your shop believes that the order is paid, find out what told it so.`,
      };
  }
}

async function refundedBefore(call: RefusedCall, order: Order): Promise<Found> {
  const refunded = refundOf(order)?.amount ?? minorUnits(0);
  const asked = askedAmount(call);
  const by = await earlierCall(call, order, /\/refund$/);
  const isSame = refunded === asked;
  const left = restText(order, asked);
  return {
    found: `${moneyText(refunded, order)} were refunded by ${callText(by)}. The net amount is ${netText(order)}.`,
    ...byWhom(by, {
      ifYours: isSame
        ? `that refund is done: the shopper gets ${moneyText(refunded, order)}. Book it once.${sentTwiceText(call, by)}`
        : `it gave back ${moneyText(refunded, order)}, and this call asked for ${moneyText(asked, order)}. ${left}`,
      // A part that is left is told once.
      ifNot: `somebody else refunded the order, such as another worker of the shop or the back office. Query it, and book its netAmount.${isSame || isPaymentCall(by?.operation ?? "settlement") ? "" : ` ${left}`}`,
    }),
  };
}

/** What became of the rest of the amount that a second refund asked for. No more than is left can be owed. */
function restText(order: Order, asked: MinorUnits): string {
  const left = netAmount(order);
  if (left === 0) return "Nothing is left to give back: the shopper got everything.";
  const missing = moneyText(minorUnits(Math.min(asked, left)), order);
  const most = asked > left ? " No more is left of the order." : "";
  return `${missing} more were not given back: an order can be refunded only once.${most} If you owe them, pay them back another way.`;
}

async function voidOfRefunded(call: RefusedCall, order: Order): Promise<Found> {
  const refunded = refundOf(order)?.amount ?? minorUnits(0);
  const by = await earlierCall(call, order, /\/refund$/);
  const rest =
    netAmount(order) === 0
      ? "The shopper got everything back."
      : `The other ${netText(order)} stay with the merchant: pay them back another way if you owe them.`;
  return {
    found: `${moneyText(refunded, order)} were refunded by ${callText(by)}. A refunded order cannot be voided.`,
    ...byWhom(by, {
      ifYours: `the refund stands. ${rest}`,
      ifNot: `somebody else refunded the order. Query it, and book its netAmount. ${rest}`,
    }),
  };
}

async function voidedBefore(call: RefusedCall, order: Order, what: "void" | "refund"): Promise<Found> {
  const by = await earlierCall(call, order, /\/void$/);
  if (!voidOf(order))
    return {
      found: `The order was voided unpaid, by ${callText(by)}. No money was taken.`,
      next: `There is nothing to ${what === "void" ? "void again" : "give back"}. Book the order as never paid.`,
    };
  const paid = moneyText(saleOf(order)?.amount ?? minorUnits(0), order);
  return {
    found: `The whole amount, ${paid}, was voided by ${callText(by)}. The net amount is 0.00.`,
    ...byWhom(by, {
      ifYours:
        what === "void"
          ? `that void is done. Book it once, and do not refund the order.${sentTwiceText(call, by)}`
          : "the void gave everything back. Do not refund the order too.",
      ifNot: "somebody else voided the order. Query it, and book it as voided. Do not refund it.",
    }),
  };
}

/** Advice is about the order as it is now. */
const GIVEN_BACK_SINCE = "Nothing: it was refunded since, and its net amount is 0.00.";

async function voidOfSettled(call: RefusedCall, order: Order): Promise<Found> {
  const by = await settlementOf(call, order);
  const at = order.settledAt === undefined ? "" : ` at ${iso(order.settledAt)}`;
  return {
    found: `The order was settled${at}${by ? `, by ${requestId(by.id)} (${by.operation})` : ""}. A void works only before that.`,
    next:
      netAmount(order) === 0
        ? GIVEN_BACK_SINCE
        : `Refund it instead: hosted-checkout/refund, up to ${netText(order)}. The merchant's unsettled balance must cover it.`,
  };
}

/** A settlement of all orders is a journal entry without an order. */
async function settlementOf(call: RefusedCall, { id: orderId, settledAt }: Order): Promise<Exchange | undefined> {
  const [own] = await callsBefore(call, { orderId, operation: "checkout/settle", responseCode: "0000", limit: 1 });
  if (own) return own;
  const all = await callsBefore(call, { operation: "settlement" });
  return all.findLast(
    ({ at, merchantId }) => at === settledAt && (merchantId === undefined || merchantId === merchantIdOf(call)),
  );
}

async function ofAnotherKind(call: RefusedCall, order: Order): Promise<Found> {
  const by = await creationOf(call, order);
  const path = order.origin.startsWith("token")
    ? "tokenization"
    : order.origin === "direct"
      ? "direct"
      : "hosted-checkout";
  return {
    found: `It was created by ${callText(by)}, and this lane lets each void path void only its own kind of order.`,
    next: `Void it by ${path}/void.`,
  };
}

async function byMethod(call: RefusedCall, order: Order, what: "void" | "refund"): Promise<Found> {
  const method = saleOf(order)?.method ?? "an unknown method";
  const isOwn = !call.explanation.assumed?.includes("method-capabilities");
  const { capabilities = {} } = (await call.views.merchant(order.merchantId)) ?? {};
  const mayRefund = isPaymentMethod(method) && (capabilities[method]?.refund ?? methods[method].refund);
  const instead =
    netAmount(order) === 0
      ? GIVEN_BACK_SINCE
      : `Refund the order instead: hosted-checkout/refund of ${netText(order)}.`;
  const why = isOwn ? `merchant ${order.merchantId} has the capability switched off` : "no order of that method does";
  return {
    found: `The order was paid by ${method}, which allows no ${what}: ${why}.`,
    next:
      what === "void" && mayRefund
        ? instead
        : `Pay the shopper back another way. To allow it here: PUT /_sandbox/merchants/${order.merchantId} {"capabilities": {"${method}": {"${what}": true}}}.`,
  };
}

/** Explains a refund that is larger than what is left of the payment. */
export async function refundTooLarge(call: RefusedCall): Promise<Lookup | undefined> {
  const order = await orderInQuestion(call);
  if (!order) return undefined;
  const asked = askedAmount(call);
  const paid = saleOf(order)?.amount ?? minorUnits(0);
  const by = await earlierCall(call, order, /\/(pay|sale|recurring)$/);
  const inCents =
    asked === paid * 100 ? " It is 100 times the payment: amounts are in the main unit, not in cents." : "";
  return {
    asked: `a refund of ${moneyText(asked, order)} of order ${order.id}, which was ${call.exchange.orderStatus}`,
    found: `${moneyText(paid, order)} were paid, by ${callText(by)}.${inCents}`,
    next: `Refund at most ${moneyText(paid, order)}, in one call: an order can be refunded only once.`,
  };
}

/** Explains a reversal that the merchant's unsettled balance does not cover. */
export async function balanceTooLow(call: RefusedCall): Promise<Lookup | undefined> {
  const order = await orderInQuestion(call);
  if (!order) return undefined;
  const { operation, merchantId, orderStatus } = call.exchange;
  const { unsettledMinor = minorUnits(0) } = call.explanation;
  const needed = operation.endsWith("/refund") ? askedAmount(call) : netAmount(order);
  const settlements = await callsBefore(call, { operation: "settlement" });
  const last = settlements.find((one) => one.merchantId === undefined || one.merchantId === merchantId);
  const paidOut = last
    ? ` The last settlement, ${requestId(last.id)} at ${iso(last.at)}, paid earlier sales out.`
    : " It starts at 0.00 and grows with sales.";
  const byLedger = await lastSetBy(call, order, unsettledMinor);
  return {
    asked: `${moneyText(needed, order)} back from order ${order.id}, which was ${orderStatus}`,
    found: `Merchant ${merchantId} had ${moneyText(unsettledMinor, order)} unsettled.${byLedger ?? paidOut}`,
    next: `Nothing was given back. Wait until new sales cover ${moneyText(needed, order)} and send it again, or set the balance by PUT /_sandbox/merchants/${merchantId}.`,
  };
}

/**
 * Says who set a balance, if it was set by hand since the last settlement, or if that settlement left it below zero. A
 * change by hand isn't a call of the journal, and on a frozen clock later ones have the same instant, so looks at the
 * lines that add up to the balance of this call.
 */
async function lastSetBy(
  { exchange: { at }, views }: RefusedCall,
  { merchantId, currency }: Order,
  had: MinorUnits,
): Promise<string | undefined> {
  const lines = (await views.ledger({ merchantId })).filter(
    (line) => line.account === "unsettled" && line.currency === currency && line.at <= at,
  );
  const balances: MinorUnits[] = [];
  for (const { amount } of lines) balances.push(minorUnits((balances.at(-1) ?? 0) + amount));
  const seen = balances.lastIndexOf(had) + 1;
  const last = lines.slice(0, seen).findLastIndex(({ why }) => ["adjustment", "settlement", WITHHELD].includes(why));
  const line = lines[last];
  const balance = balances[last];
  if (!line || balance === undefined) return undefined;
  const to = moneyText(balance, { currency });
  if (line.why !== "adjustment")
    return line.why === "settlement" && balance < 0
      ? ` The settlement at ${iso(line.at)} left it at ${to}: it paid all sales out, though refunds of settled orders or a change by hand had lowered the balance. Under the choice "settlement-balance": "net" it pays out less instead.`
      : undefined;
  return ` It was set to ${to} at ${iso(line.at)}, by PUT /_sandbox/merchants/${merchantId}, a scenario's \`given\` or a rule (meanwhile: drain-balance).`;
}
