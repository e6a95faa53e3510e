import type { Instrument } from "../../domain/commands.js";
import type { Order } from "../../domain/order.js";
import { transactionMask } from "../../domain/token.js";
import type { DeclineName } from "../../facts/codes.js";
import { methods, type PaymentMethod } from "../../facts/methods.js";
import type { OrderKey } from "../commands/command.js";
import type { Executed } from "../commands/execute.js";
import type { Lane } from "../lane.js";
import { type CardOfNumber, cardOfNumber } from "./card-of-number.js";
import { actAsShopper, type ShopperAction } from "./shopper-action.js";

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
export function ownMethod({ options }: Order): PaymentMethod {
  const taken = options.paymentMethods ?? [];
  const [first = "CARD"] = taken;
  return taken.includes("CARD") ? "CARD" : first;
}

/** The shopper presses Pay: the operation `checkout/pay`. */
export function payOrder(
  lane: Lane,
  key: OrderKey,
  { method, cardNumber, email, declined }: ShopperPayment,
): Promise<Executed> {
  const card = cardOfNumber(lane, cardNumber ?? DEFAULT_CARD);
  const instrument = instrumentOf(method, card);
  const { cardType, maskedPan } = instrument;
  return actAsShopper(lane, {
    operation: "checkout/pay",
    command: { kind: "pay-order", key, instrument, email, cardOutcome: declined ?? card.outcome },
    subject: { ...subjectOf(key), paymentMethod: method, cardType, cardNumber },
    request: { orderId: key.orderId, method, cardType, maskedPan },
  });
}

export const cancelOrder = (lane: Lane, key: OrderKey): Promise<Executed> =>
  act(lane, "checkout/cancel", { kind: "cancel-order", key });
export const openOrder = (lane: Lane, key: OrderKey): Promise<Executed> =>
  act(lane, "checkout/open", { kind: "open-order", key });
export const expireOrder = (lane: Lane, key: OrderKey): Promise<Executed> =>
  act(lane, "checkout/expire", { kind: "expire-order", key, early: true });
export const settleOrder = (lane: Lane, key: OrderKey): Promise<Executed> =>
  act(lane, "checkout/settle", { kind: "settle-order", key });

const act = (
  lane: Lane,
  operation: ShopperAction["operation"],
  command: ShopperAction["command"] & { readonly key: OrderKey },
): Promise<Executed> =>
  actAsShopper(lane, {
    operation,
    command,
    subject: subjectOf(command.key),
    request: { orderId: command.key.orderId },
  });

const subjectOf = ({ merchantId, orderId }: OrderKey) => ({ merchantId: String(merchantId), orderId });

// ASSUMED(wallet-orders): a wallet's method stands for the card type, and there is no mask.
const instrumentOf = (method: PaymentMethod, card: CardOfNumber): Instrument =>
  methods[method].isCard
    ? { method, maskedPan: transactionMask(card), cardType: card.brand }
    : { method, maskedPan: "", cardType: method };
