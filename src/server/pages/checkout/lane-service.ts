import type { CheckoutOptions } from "../../../core/domain/checkout-options.js";
import { type Order, saleOf, statusOf, type Transaction } from "../../../core/domain/order.js";
import type { Policy } from "../../../core/facts/assumptions.js";
import { cardBrands } from "../../../core/facts/card-number.js";
import type { DeclineName } from "../../../core/facts/codes.js";
import { paymentTerminals, paymentTypes } from "../../../core/facts/direct.js";
import type { OrderKey } from "../../../lane/commands/command.js";
import { idOfSession } from "../../../lane/commands/session.js";
import type { Lane } from "../../../lane/lane.js";
import type { LaneState } from "../../../lane/ports/lane-record.js";
import {
  cancelOrder,
  challengeOrder,
  expireOrder,
  openOrder,
  paySeenOrder,
  refuseOrderForm,
} from "../../../lane/shopper/checkout.js";
import {
  actionOutcome,
  asksChallenge,
  expiryDateOf,
  finish,
  flagOf,
  payOutcome,
  refusalOf,
  type ServiceOptions,
} from "../hosted/lane-service.js";
import type { SignatureFlag } from "../hosted/service.js";
import type { CheckoutService, CheckoutSession, CheckoutView, PaidWith, Payment } from "./service.js";

/** An order, and the lane's state when it was looked up. */
interface Found {
  readonly order: Order;
  readonly state: LaneState;
}

/** Connects the checkout page to a lane. */
export function checkoutServiceOf(lane: Lane, options: ServiceOptions): CheckoutService {
  const find = async (id: string): Promise<Found | undefined> => {
    const order = await lane.store.views.order(idOfSession(id) ?? 0);
    // The proof in the session must be the order's own.
    return id !== "" && order?.session === id ? { order, state: await lane.store.views.lane() } : undefined;
  };
  return {
    look: async (id) => {
      const found = await find(id);
      return found && sessionOf(lane, found, { view: viewOf(lane, found, options), options });
    },
    open: async (id) => {
      const found = await find(id);
      if (!found) return undefined;
      const done = await openOrder(lane, keyOf(found.order));
      const refused = await refusalOf(lane, done.result);
      return sessionOf(lane, found, { view: { ...viewOf(lane, found, options), refused }, options });
    },
  };
}

interface Shown {
  readonly view: CheckoutView;
  readonly options: ServiceOptions;
}

const sessionOf = (lane: Lane, { order, state }: Found, { view, options }: Shown): CheckoutSession => ({
  view,
  pay: async (payment) => {
    if (asksChallenge(lane, payment)) {
      await challengeOrder(lane, order, "challenge");
      return { kind: "challenge" };
    }
    const paying = paySeenOrder(lane, { order, now: state.now }, paymentOf(payment));
    return payOutcome(lane, await finish(paying, options));
  },
  cancel: async () => actionOutcome(lane, await finish(cancelOrder(lane, keyOf(order)), options)),
  formRefused: (form) => refuseOrderForm(lane, keyOf(order), form),
  challengeClosed: () => challengeOrder(lane, order, "challenge-closed"),
  expire: async () => actionOutcome(lane, await finish(expireOrder(lane, keyOf(order)), options)),
});

const keyOf = (order: Order): OrderKey => ({ merchantId: order.merchantId, orderId: order.id });

function paymentOf({ method, card, email, authenticated, approved }: Payment) {
  const declined: DeclineName | undefined =
    authenticated === false ? "authentication-failed" : approved === false ? "do-not-honour" : undefined;
  return { method, cardNumber: card?.number, expiryDate: card && expiryDateOf(card), email, declined };
}

function viewOf(lane: Lane, { order, state }: Found, { hasTestPanel, sealingKey }: ServiceOptions): CheckoutView {
  const { lineItems = [], callbackUrl = {}, direct, reason: _, ...options } = order.options;
  const { now, clock } = state;
  const { baseUrl } = lane;
  const { policy } = lane.choices.inForce(state);
  const sale = saleOf(order);
  const declined = order.transactions.filter((t) => t.type === "SALE" && t.declined !== undefined);
  return {
    orderId: order.id,
    merchantReference: order.reference,
    merchantId: order.merchantId,
    currency: order.currency,
    amountMinor: order.amount,
    status: statusOf(order, now),
    expiresAt: order.expiresAt,
    now,
    clockRuns: clock.mode === "wall",
    url: `${baseUrl}/checkout/${order.session}`,
    options,
    lineItems,
    callbackUrl,
    policy,
    email: order.email,
    paidAt: sale?.at,
    paidWith: sale && paidWithOf(sale),
    declines: declined.length,
    lastDecline: declined.at(-1)?.declined,
    startsAt: direct && viewOfWallet(direct, policy),
    sealingKey,
    testPanel: hasTestPanel
      ? {
          signature: () => signatureOf(lane, order),
          actsOnOrder: true,
          inspectUrl: `${baseUrl}/_sandbox/ui/orders/${order.id}`,
        }
      : undefined,
  };
}

const paidWithOf = ({ method, cardType, maskedPan }: Transaction): PaidWith => ({
  method,
  brand: cardBrands.find((brand) => brand === cardType),
  last4: maskedPan === "" ? undefined : maskedPan.slice(-4),
});

/** The page of a direct sale starts at its wallet. An SDK sale has no page. */
// ASSUMED(direct-pages): the wallet's own page, not the form with one method.
function viewOfWallet({ paymentType, paymentTerminal }: NonNullable<CheckoutOptions["direct"]>, policy: Policy) {
  if (paymentTerminal === "WAP" && policy["direct-pages"] === "form") return undefined;
  const view = paymentTerminals[paymentTerminal].value;
  return view && { view, method: paymentTypes[paymentType].value };
}

/** The signature check of the call that created the order. */
async function signatureOf(lane: Lane, order: Order): Promise<SignatureFlag> {
  const operation = order.origin === "direct" ? "direct/sale" : "hosted-checkout/create";
  const [made] = await lane.store.views.exchanges({ orderId: order.id, operation, limit: 1 });
  return flagOf(made);
}
