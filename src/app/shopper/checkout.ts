import type { Instrument } from "../../domain/commands.js";
import type { MinorUnits } from "../../domain/money.js";
import { type Order, statusOf } from "../../domain/order.js";
import { type Attempt, cardFor, methodFor, type NotAllowed, notPayableBy } from "../../domain/payable-by.js";
import { transactionMask } from "../../domain/token.js";
import type { DeclineName } from "../../facts/codes.js";
import { methods, type PaymentMethod } from "../../facts/methods.js";
import type { OrderKey } from "../commands/command.js";
import type { WantedBy } from "../commands/command-request.js";
import type { Executed } from "../commands/execute.js";
import type { Lane } from "../lane.js";
import { type CardOfNumber, cardOfNumber } from "./card-of-number.js";
import { forbid } from "./forbidden-action.js";
import { actAsShopper, type ShopperAction, type ShopperDone } from "./shopper-action.js";

/** How a shopper pays: on the page, by the control API, or by a rule. What is left out is what the order allows. */
export interface ShopperPayment extends Omit<Attempt, "method"> {
  readonly method?: PaymentMethod | undefined;
  readonly email?: string | undefined;
  /** Makes the issuer decline, unless a rule says otherwise. */
  readonly declined?: DeclineName | undefined;
  /** The name of the rule that wants it, where the page completes itself. */
  readonly wantedBy?: WantedBy | undefined;
}

/** What stands on a card where the order is unknown, or takes none: the payment is refused for that. */
const ANY_CARD = "4111111111111111";

/** The shopper presses Pay: the operation `checkout/pay`. */
export async function payOrder(lane: Lane, key: OrderKey, payment: ShopperPayment): Promise<ShopperDone> {
  const order = key.orderId === undefined ? undefined : await lane.store.views.order(key.orderId);
  const { method, cardNumber } = attemptOf(order, payment);
  const card = cardOfNumber(lane, cardNumber ?? ANY_CARD);
  const instrument = instrumentOf(method, card);
  const { cardType, maskedPan } = instrument;
  const { email, declined, wantedBy } = payment;
  const action = {
    operation: "checkout/pay",
    subject: { ...subjectOf(key), paymentMethod: method, cardType, cardNumber },
    request: { orderId: key.orderId, method, cardType, maskedPan },
  } as const;
  const notAllowed = order && (await forbiddenBy(lane, order, { ...payment, method }));
  if (notAllowed) return forbid(lane, { ...action, notAllowed, wantedBy });
  const command = { kind: "pay-order", key, instrument, email, cardOutcome: declined ?? card.outcome } as const;
  return actAsShopper(lane, { ...action, command, wantedBy });
}

function attemptOf(order: Order | undefined, { method, cardNumber }: ShopperPayment): Attempt {
  const options = order?.options ?? {};
  return {
    method: method ?? methodFor(options, cardNumber !== undefined),
    cardNumber: cardNumber ?? cardFor(options),
  };
}

/** An order that is over is refused for that, whatever its options. */
async function forbiddenBy(lane: Lane, order: Order, attempt: Attempt): Promise<NotAllowed | undefined> {
  const now = await lane.clock.now();
  return statusOf(order, now) === "OPEN" ? notPayableBy(order.options, attempt, now) : undefined;
}

/** The shopper leaves the page; `wantedBy` names the rule that completes it so. */
export const cancelOrder = (lane: Lane, key: OrderKey, wantedBy?: WantedBy): Promise<Executed> =>
  shopperAction(lane, "checkout/cancel", { kind: "cancel-order", key }, { wantedBy });
export const openOrder = (lane: Lane, key: OrderKey): Promise<Executed> =>
  shopperAction(lane, "checkout/open", { kind: "open-order", key });
export const expireOrder = (lane: Lane, key: OrderKey, why: Why = {}): Promise<Executed> =>
  shopperAction(lane, "checkout/expire", { kind: "expire-order", key, early: true }, why);
export const settleOrder = (lane: Lane, key: OrderKey, why: Why = {}): Promise<Executed> =>
  shopperAction(lane, "checkout/settle", { kind: "settle-order", key }, why);

/** Someone gives the money back in the service's own back office, just before a call of the shop. */
export const refundByHand = (lane: Lane, key: OrderKey, amount: MinorUnits): Promise<Executed> =>
  shopperAction(lane, "back-office/refund", { kind: "refund-order", key, amount }, { isMeanwhile: true });

/** The rule that wants an action, if any. */
type Why = Pick<ShopperAction, "wantedBy" | "isMeanwhile">;

const shopperAction = (
  lane: Lane,
  operation: ShopperAction["operation"],
  command: ShopperAction["command"] & { readonly key: OrderKey },
  why: Why = {},
): Promise<Executed> =>
  actAsShopper(lane, {
    operation,
    command,
    ...why,
    subject: subjectOf(command.key),
    request: { orderId: command.key.orderId },
  });

const subjectOf = ({ merchantId, orderId }: OrderKey) => ({ merchantId: String(merchantId), orderId });

/** A wallet's method stands for the card type, and there is no mask. */
const instrumentOf = (method: PaymentMethod, card: CardOfNumber): Instrument =>
  methods[method].isCard
    ? { method, maskedPan: transactionMask(card), cardType: card.brand }
    : { method, maskedPan: "", cardType: method };
