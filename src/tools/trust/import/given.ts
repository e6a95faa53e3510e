import { givenSchema } from "../../../core/scenario/rule/rule.js";
import type { Json } from "../../../package/json.js";
import { knowsCard, makesOrder, refundsOrder, tellsRefusal, voidsOrder } from "../recording/exchange.js";
import { callsOnly, type LogCall } from "../recording/log-call.js";
import { storedCardOf } from "../replay/acts.js";

const GIVEN_STATUSES = ["OPEN", "SUCCESS", "SETTLED", "REFUNDED", "VOIDED", "CLOSED"];

/** The state before the calls: orders that the calls use but did not create, and the cards that they charged. */
export function givenOf(history: readonly LogCall[]): Json {
  const made = new Set<string>();
  const orders = new Map<string, Json>();
  const tokens = new Map<string, Json>();
  const reversed = new Set<string>();
  for (const { operation, params, outcome, reference = "", ...call } of callsOnly(history)) {
    const order: Json = { merchantId: params.merchantId, ...call.order };
    const isReversal = refundsOrder(operation) || voidsOrder(operation);
    if (makesOrder(operation)) {
      made.add(reference);
      if (!tellsRefusal(call.body) || knowsCard(call.body)) noteToken(tokens, params, order);
    } else if (isReversal && outcome.kind === "lost") reversed.add(reference);
    else if (
      order.merchantReference !== undefined &&
      order.merchantId !== undefined &&
      !made.has(reference) &&
      !orders.has(reference)
    )
      orders.set(reference, givenOrder(order, isReversal || reversed.has(reference)));
  }
  // A call may have been refused for a value that no card or order can have.
  const cards = [...tokens.values()].filter((token) => givenSchema.safeParse({ tokens: [token] }).success);
  const existing = [...orders.values()].filter((order) => givenSchema.safeParse({ orders: [order] }).success);
  return {
    ...(cards.length > 0 && { tokens: cards }),
    ...(existing.length > 0 && { orders: existing }),
  };
}

function noteToken(tokens: Map<string, Json>, { merchantId, userId, tokenId }: Json, { cardType }: Json): void {
  const isWhole = [merchantId, tokenId].every((id) => id !== undefined && Number.isInteger(Number(id)));
  if (userId === undefined || !isWhole) return;
  const owner = { merchantId: Number(merchantId), userId: String(userId) };
  tokens.set(`${userId} ${tokenId}`, { ...owner, tokenId: Number(tokenId), card: storedCardOf(cardType) });
}

/** The order before the call. If the call is a refund or void, answered or lost, the order was paid. */
function givenOrder(order: Json, wasReversed: boolean): Json {
  const { merchantId, merchantReference, amount, netAmount, currency, status } = order;
  const before = wasReversed ? "SUCCESS" : status;
  const refunded = before === "REFUNDED" ? Number(amount) - Number(netAmount) : 0;
  return {
    merchantId: Number(merchantId),
    merchantReference,
    amount,
    currency: currency ?? "HKD",
    status: GIVEN_STATUSES.includes(String(before)) ? before : "OPEN",
    ...(refunded > 0 && { refunded: Math.round(refunded * 100) / 100 }),
  };
}
