import type { Instrument } from "../../core/domain/commands.js";
import type { Instant, MinorUnits } from "../../core/domain/money.js";
import { type Order, statusOf } from "../../core/domain/order.js";
import {
  cardFor,
  methodFor,
  type NotAllowed,
  notPayableBy,
  type PaymentAttempt,
  type RefusedForm,
} from "../../core/domain/payable-by.js";
import { transactionMask } from "../../core/domain/token.js";
import type { DeclineName } from "../../core/facts/codes.js";
import { methods, type PaymentMethod } from "../../core/facts/methods.js";
import type { OrderKey } from "../commands/command.js";
import type { WantedBy } from "../commands/command-request.js";
import type { Reply } from "../journal/reply.js";
import type { Lane } from "../lane.js";
import { type CardOfNumber, cardOfNumber } from "./card-of-number.js";
import { type ChallengeStep, challengeStep } from "./challenge.js";
import { forbid } from "./forbidden-action.js";
import { actAsShopper, type ShopperAction } from "./shopper-action.js";

/**
 * How the shopper pays: on the page, by the control API, or by a rule. Omitted members default to values that the
 * order allows.
 */
export interface ShopperPayment extends Omit<PaymentAttempt, "method"> {
  readonly method?: PaymentMethod | undefined;
  readonly email?: string | undefined;
  /** Makes the issuer decline, unless a rule says otherwise. */
  readonly declined?: DeclineName | undefined;
  /** The rule and task that caused it, if a rule completes the page automatically. */
  readonly wantedBy?: WantedBy | undefined;
}

/** If the order is unknown or accepts no card, this number is tried, so that the refusal gives the reason. */
const ANY_CARD = "4111111111111111";

/** An order as a page saw it, and when. */
export interface SeenOrder {
  readonly order: Order;
  readonly now: Instant;
}

/** The shopper presses Pay: operation `checkout/pay`. */
export async function payOrder(lane: Lane, key: OrderKey, payment: ShopperPayment): Promise<Reply> {
  const { store, clock } = lane;
  const order = key.orderId === undefined ? undefined : await store.views.order(key.orderId);
  return pay(lane, key, order && { order, now: await clock.now() }, payment);
}

/** The same for an order that was already read. */
export const paySeenOrder = (lane: Lane, seen: SeenOrder, payment: ShopperPayment): Promise<Reply> =>
  pay(lane, { merchantId: seen.order.merchantId, orderId: seen.order.id }, seen, payment);

function pay(lane: Lane, key: OrderKey, seen: SeenOrder | undefined, payment: ShopperPayment): Promise<Reply> {
  const order = seen?.order;
  const { method, cardNumber } = attemptOf(order, payment);
  const card = cardOfNumber(lane, cardNumber ?? ANY_CARD);
  const instrument = instrumentOf(method, card);
  const { cardType, maskedPan } = instrument;
  const { email, declined, wantedBy } = payment;
  const action = {
    operation: "checkout/pay",
    subject: { ...subjectOf(key), paymentMethod: method, cardType, cardNumber },
    request: { orderId: key.orderId, method, cardType, maskedPan },
    order,
  } as const;
  const notAllowed = seen && forbiddenBy(seen, { ...payment, method });
  if (notAllowed) return forbid(lane, { ...action, notAllowed, wantedBy });
  const command = { kind: "pay-order", key, instrument, email, cardOutcome: declined ?? card.outcome } as const;
  return actAsShopper(lane, { ...action, command, wantedBy });
}

function attemptOf(order: Order | undefined, { method, cardNumber }: ShopperPayment): PaymentAttempt {
  const options = order?.options ?? {};
  return {
    method: method ?? methodFor(options, cardNumber !== undefined),
    cardNumber: cardNumber ?? cardFor(options),
  };
}

/** If the order is already closed or paid, that is the reason for the refusal, whatever the options say. */
const forbiddenBy = ({ order, now }: SeenOrder, attempt: PaymentAttempt): NotAllowed | undefined =>
  statusOf(order, now) === "OPEN" ? notPayableBy(order.options, attempt, now) : undefined;

/** A form that the page refused before anything was tried. */
export const refuseOrderForm = (lane: Lane, key: OrderKey, form: RefusedForm): Promise<Reply> =>
  forbid(lane, {
    ...form,
    operation: form.isCancel ? "checkout/cancel" : "checkout/pay",
    subject: subjectOf(key),
    request: { orderId: key.orderId },
  });

/** A challenge on the order's page. */
export const challengeOrder = (lane: Lane, { merchantId, id, reference }: Order, step: ChallengeStep): Promise<void> =>
  challengeStep(lane, step, {
    page: "checkout",
    subject: { ...subjectOf({ merchantId, orderId: id }), merchantReference: reference },
    request: { orderId: id },
  });

/** The shopper leaves the page. `wantedBy` is the rule that completes the page this way, if any. */
export const cancelOrder = (lane: Lane, key: OrderKey, wantedBy?: WantedBy): Promise<Reply> =>
  shopperAction(lane, "checkout/cancel", { kind: "cancel-order", key }, { wantedBy });
export const openOrder = (lane: Lane, key: OrderKey): Promise<Reply> =>
  shopperAction(lane, "checkout/open", { kind: "open-order", key });
export const expireOrder = (lane: Lane, key: OrderKey, why: Why = {}): Promise<Reply> =>
  shopperAction(lane, "checkout/expire", { kind: "expire-order", key }, why);
export const settleOrder = (lane: Lane, key: OrderKey, why: Why = {}): Promise<Reply> =>
  shopperAction(lane, "checkout/settle", { kind: "settle-order", key }, why);

/** A refund made in the provider's back office, just before the shop's call. */
export const refundByHand = (lane: Lane, key: OrderKey, amount: MinorUnits): Promise<Reply> =>
  shopperAction(lane, "back-office/refund", { kind: "refund-order", key, amount }, { isMeanwhile: true });

/** The rule that asks for an act, if any. */
type Why = Pick<ShopperAction, "wantedBy" | "isMeanwhile">;

const shopperAction = (
  lane: Lane,
  operation: ShopperAction["operation"],
  command: ShopperAction["command"] & { readonly key: OrderKey },
  why: Why = {},
): Promise<Reply> =>
  actAsShopper(lane, {
    operation,
    command,
    ...why,
    subject: { ...subjectOf(command.key), ...("amount" in command && { amountMinor: command.amount }) },
    request: { orderId: command.key.orderId },
  });

const subjectOf = ({ merchantId, orderId }: OrderKey) => ({ merchantId: String(merchantId), orderId });

/** For a wallet, the method is used as the card type, and there is no masked number. */
const instrumentOf = (method: PaymentMethod, card: CardOfNumber): Instrument =>
  methods[method].isCard
    ? { method, maskedPan: transactionMask(card), cardType: card.brand }
    : { method, maskedPan: "", cardType: method };
