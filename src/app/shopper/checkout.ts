import type { Instrument } from "../../domain/commands.js";
import { type Order, statusOf } from "../../domain/order.js";
import { transactionMask } from "../../domain/token.js";
import { brandOf, testCard } from "../../facts/cards.js";
import { type DeclineName, SUCCESS_CODE } from "../../facts/codes.js";
import { methods, type PaymentMethod } from "../../facts/methods.js";
import type { Command, OrderKey, Result } from "../commands/command.js";
import { type Answer, type Executed, execute } from "../commands/execute.js";
import type { Lane } from "../lane.js";

/** How a shopper pays: on the page, by the control API, or by a rule. */
export interface ShopperPayment {
  readonly method: PaymentMethod;
  /** Digits; for cards and their wallets. It leaves this module masked only. */
  readonly cardNumber?: string | undefined;
  readonly email?: string | undefined;
  /** Makes the issuer decline, unless a rule says otherwise. */
  readonly declined?: DeclineName | undefined;
}

export const DEFAULT_CARD = "4111111111111111";

/** How an order is paid where nobody says: by card where it takes cards, else by the first wallet that it names. */
export function ownMethod(order: Order): PaymentMethod {
  const { paymentMethods: wished } = JSON.parse(order.wish);
  // A token sale keeps its request as it came, which may hold anything.
  const takes: readonly PaymentMethod[] = Array.isArray(wished) ? wished : [];
  return takes.length === 0 || takes.includes("CARD") ? "CARD" : takes[0]!;
}

/** The shopper presses Pay: the operation `checkout/pay`. */
export function payOrder(lane: Lane, key: OrderKey, payment: ShopperPayment): Promise<Executed> {
  const instrument = instrumentOf(payment);
  const card = payment.cardNumber === undefined ? undefined : testCard(payment.cardNumber);
  const own = lane.hasMagicCards ? (card?.outcome ?? "approve") : "approve";
  const command: Command = {
    kind: "pay-order",
    key,
    instrument,
    email: payment.email,
    cardOutcome: payment.declined ?? own,
  };
  const { method, cardType } = { method: instrument.method, cardType: instrument.cardType };
  return act(
    lane,
    "checkout/pay",
    command,
    { paymentMethod: method, cardType, cardNumber: payment.cardNumber },
    { method, cardType, maskedPan: instrument.maskedPan },
  );
}

export const cancelOrder = (lane: Lane, key: OrderKey): Promise<Executed> =>
  act(lane, "checkout/cancel", { kind: "cancel-order", key });
export const openOrder = (lane: Lane, key: OrderKey): Promise<Executed> =>
  act(lane, "checkout/open", { kind: "open-order", key });
export const expireOrder = (lane: Lane, key: OrderKey): Promise<Executed> =>
  act(lane, "checkout/expire", { kind: "expire-order", key, early: true });
export const settleOrder = (lane: Lane, key: OrderKey): Promise<Executed> =>
  act(lane, "checkout/settle", { kind: "settle-order", key });

function act(
  lane: Lane,
  operation: string,
  command: Command & { readonly key: OrderKey },
  about: object = {},
  told: object = {},
): Promise<Executed> {
  const { merchantId, orderId } = command.key;
  return execute(lane, {
    operation,
    command,
    subject: { operation, merchantId: String(merchantId), orderId, ...about },
    signature: "unchecked",
    request: JSON.stringify({ orderId, ...told }),
    answer: (result, now) => answerOf(lane, result, now),
  });
}

// ASSUMED(wallet-orders): a wallet's method stands for the card type, and there is no mask.
function instrumentOf({ method, cardNumber = DEFAULT_CARD }: ShopperPayment): Instrument {
  if (!methods[method].isCard) return { method, maskedPan: "", cardType: method };
  const maskedPan = transactionMask({ first6: cardNumber.slice(0, 6), last4: cardNumber.slice(-4) });
  return { method, maskedPan, cardType: brandOf(cardNumber) ?? "VISA" };
}

/** What the journal keeps of a page's action; the page itself reads the result. */
function answerOf(lane: Lane, result: Result, now: number): Answer {
  const base = { http: 200, assumed: [] };
  switch (result.kind) {
    case "order":
      return { ...base, responseCode: SUCCESS_CODE, body: JSON.stringify({ status: statusOf(result.order, now) }) };
    case "refused":
    case "declined": {
      const row = lane.codes[result.kind === "refused" ? result.reason : result.decline];
      return {
        ...base,
        responseCode: row.code,
        body: JSON.stringify({ responseCode: row.code, message: row.message }),
      };
    }
    case "forced":
      return { ...base, responseCode: result.responseCode, body: JSON.stringify(result) };
    default:
      return { ...base, responseCode: "", body: "" };
  }
}
