import type { OrderKey, Result } from "../../app/commands/command.js";
import type { Executed } from "../../app/commands/execute.js";
import { idOfSession } from "../../app/commands/session.js";
import type { Lane } from "../../app/lane.js";
import type { Exchange } from "../../app/ports/exchange.js";
import { cancelOrder, expireOrder, openOrder, payOrder } from "../../app/shopper/checkout.js";
import type { CheckoutOptions } from "../../domain/checkout-options.js";
import { type Order, saleOf, statusOf } from "../../domain/order.js";
import { testCard } from "../../facts/cards.js";
import type { DeclineName } from "../../facts/codes.js";
import { paymentTerminals, paymentTypes } from "../../facts/direct.js";
import type {
  ActionOutcome,
  CheckoutService,
  CheckoutView,
  Payment,
  PayOutcome,
  Refusal,
  SignatureFlag,
} from "./service.js";

export interface ServiceOptions {
  readonly hasTestPanel: boolean;
}

/** The checkout page's port, over a lane. */
export function checkoutServiceOf(lane: Lane, options: ServiceOptions): CheckoutService {
  const find = (session: string): Order | undefined => {
    const order = lane.store.views.order(idOfSession(session) ?? 0);
    // The proof in the session must be the order's own.
    return order?.session === session && session !== "" ? order : undefined;
  };
  const look = async (session: string) => {
    const order = find(session);
    return order && viewOf(lane, order, options);
  };
  return {
    look,
    open: async (session) => {
      const order = find(session);
      if (!order) return undefined;
      const done = await openOrder(lane, keyOf(order));
      return { ...viewOf(lane, order, options), refused: refusalOf(lane, done.result) };
    },
    pay: async (session, payment) => {
      const order = find(session);
      if (!order) return notThere(lane);
      if (asksChallenge(lane, payment)) return { kind: "challenge" };
      return payOutcome(lane, await finish(payOrder(lane, keyOf(order), paymentOf(payment))));
    },
    cancel: async (session) => act(lane, find(session), (key) => cancelOrder(lane, key)),
    expire: async (session) => act(lane, find(session), (key) => expireOrder(lane, key)),
  };
}

const keyOf = (order: Order): OrderKey => ({ merchantId: order.merchantId, orderId: order.id });

/** The issuer of such a card asks for 3-D Secure, once. */
export const asksChallenge = (lane: Lane, { card, authenticated }: Pick<Payment, "card" | "authenticated">): boolean =>
  authenticated === undefined && card !== undefined && lane.hasMagicCards && testCard(card.number)?.challenge === true;

function paymentOf({ method, card, email, authenticated, approved }: Payment) {
  const declined: DeclineName | undefined =
    authenticated === false ? "authentication-failed" : approved === false ? "do-not-honour" : undefined;
  return { method, cardNumber: card?.number, email, declined };
}

/** The page's answer is the browser's next page, so notifications need not wait for it. */
export async function finish(doing: Promise<Executed>): Promise<Result> {
  const done = await doing;
  done.release?.();
  return done.result;
}

async function act(
  lane: Lane,
  order: Order | undefined,
  action: (key: OrderKey) => Promise<Executed>,
): Promise<ActionOutcome> {
  if (!order) return notThere(lane);
  const refusal = refusalOf(lane, await finish(action(keyOf(order))));
  return refusal ? { kind: "refused", ...refusal } : { kind: "done" };
}

const notThere = (lane: Lane) => ({
  kind: "refused" as const,
  reason: "order-not-found" as const,
  message: lane.codes["order-not-found"].message,
});

function payOutcome(lane: Lane, result: Result): PayOutcome {
  if (result.kind === "declined")
    return { kind: "declined", reason: result.decline, message: lane.codes[result.decline].message };
  const refusal = refusalOf(lane, result);
  return refusal ? { kind: "refused", ...refusal } : { kind: "paid" };
}

/** What a rule or the state refuses; a lost answer is the service failing, as far as the shopper can see. */
export function refusalOf(lane: Lane, result: Result): Refusal | undefined {
  switch (result.kind) {
    case "refused":
      return { reason: result.reason, message: lane.codes[result.reason].message };
    case "forced":
      return { reason: "system-error", message: result.message };
    case "lost":
      return { reason: "system-error", message: lane.codes["system-error"].message };
    default:
      return undefined;
  }
}

function viewOf(lane: Lane, order: Order, { hasTestPanel }: ServiceOptions): CheckoutView {
  const { lineItems = [], callbackUrl = {}, direct, reason: _, ...wishes } = order.options;
  const now = lane.clock.now();
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
    clockRuns: lane.clock.mode === "wall",
    url: `${lane.baseUrl}/checkout/${order.session}`,
    wishes,
    lineItems,
    callbackUrl,
    email: order.email,
    paidAt: saleOf(order)?.at,
    declines: declined.length,
    lastDecline: declined.at(-1)?.declined,
    startsAt: direct && viewOfWallet(direct),
    testPanel: hasTestPanel
      ? { signature: signatureOf(lane, order), inspectUrl: `${lane.baseUrl}/_sandbox/ui/orders/${order.id}` }
      : undefined,
  };
}

/** A direct sale's page starts at its wallet; an SDK's sale has no page of its own. */
function viewOfWallet({ paymentType, paymentTerminal }: NonNullable<CheckoutOptions["direct"]>) {
  const view = paymentTerminals[paymentTerminal].value;
  return view && { view, method: paymentTypes[paymentType].value };
}

/** What the check of the call that made the order found. */
function signatureOf(lane: Lane, order: Order): SignatureFlag {
  const operation = order.origin === "direct" ? "direct/sale" : "hosted-checkout/create";
  const [made] = lane.store.views.exchanges({ orderId: order.id, operation, limit: 1 });
  return flagOf(made);
}

/** What a page says of the call that opened it. */
export function flagOf(made: Exchange | undefined): SignatureFlag {
  return made === undefined ? "unchecked" : made.signature === "no-key" ? "unsigned" : made.signature;
}
