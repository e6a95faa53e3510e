import { objectIn, operationOf, paramsIn, type Recorded } from "../exchange.js";
import type { Json } from "../target.js";

const GIVEN_STATUSES = ["OPEN", "SUCCESS", "SETTLED", "REFUNDED", "VOIDED", "CLOSED"];
const MAKES_ORDER = /(create|sale|recurring)$/;

/** What must have been there before the calls: orders that they name and did not make, and the cards that they charged. */
export function givenOf(calls: readonly Recorded[]): Json {
  const made = new Set<string>();
  const orders = new Map<string, Json>();
  const tokens = new Map<string, Json>();
  for (const { path, request, response } of calls) {
    const params = paramsIn(request) ?? {};
    const order: Json = { merchantId: params.merchantId, ...orderIn(response?.body) };
    const reference = String(order.merchantReference ?? params.merchantReference ?? "");
    if (MAKES_ORDER.test(operationOf(path))) {
      made.add(reference);
      noteToken(tokens, params, order);
    } else if (
      order.merchantReference !== undefined &&
      order.merchantId !== undefined &&
      !made.has(reference) &&
      !orders.has(reference)
    )
      orders.set(reference, givenOrder(order, operationOf(path)));
  }
  return {
    ...(tokens.size > 0 && { tokens: [...tokens.values()] }),
    ...(orders.size > 0 && { orders: [...orders.values()] }),
  };
}

function noteToken(tokens: Map<string, Json>, { merchantId, userId, tokenId }: Json, { cardType }: Json): void {
  const isWhole = [merchantId, tokenId].every((id) => id !== undefined && Number.isInteger(Number(id)));
  if (typeof userId !== "string" || !isWhole) return;
  const card = cardType === "MASTER" ? "master-credit" : "visa-credit";
  tokens.set(`${userId} ${tokenId}`, { merchantId: Number(merchantId), userId, tokenId: Number(tokenId), card });
}

/** As the order was before the call: a refund or a void found it paid. */
function givenOrder({ merchantId, merchantReference, amount, currency, status }: Json, operation: string): Json {
  const before = /(refund|void)$/.test(operation) ? "SUCCESS" : status;
  return {
    merchantId: Number(merchantId),
    merchantReference,
    amount,
    currency: currency ?? "HKD",
    status: GIVEN_STATUSES.includes(String(before)) ? before : "OPEN",
  };
}

function orderIn(body: string | undefined): Json {
  const order = objectIn(body ?? "")?.order;
  return typeof order === "object" && order !== null ? (order as Json) : {};
}
