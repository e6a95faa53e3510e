import type { CheckoutOptions } from "../../../core/domain/checkout-options.js";
import type { Currency, Instant, MinorUnits } from "../../../core/domain/money.js";
import { type Order, type OrderStatus, saleOf, statusOf, type Transaction } from "../../../core/domain/order.js";
import type { LineItem } from "../../../core/domain/parameters.js";
import type { Policy } from "../../../core/facts/assumptions.js";
import { type CardBrand, cardBrands } from "../../../core/facts/card-number.js";
import type { DeclineName } from "../../../core/facts/codes.js";
import { paymentTerminals, paymentTypes } from "../../../core/facts/direct.js";
import type { PaymentMethod } from "../../../core/facts/methods.js";
import { idOfSession } from "../../../lane/commands/session.js";
import type { Lane } from "../../../lane/lane.js";
import type { LaneState } from "../../../lane/ports/lane-record.js";
import { flagOf, type HostedSession, type ViewOptions } from "../hosted/acts.js";
import type { HostedView, SignatureFlag } from "../hosted/view.js";

/** The checkout options that the page shows. */
export type DisplayOptions = Omit<CheckoutOptions, "callbackUrl" | "lineItems" | "direct" | "reason">;

/** How an order was paid. `brand` and `last4` exist only for cards. */
export interface PaidWith {
  readonly method: PaymentMethod;
  readonly brand: CardBrand | undefined;
  readonly last4: string | undefined;
}

/** Everything that the checkout page shows. */
export interface CheckoutView extends HostedView {
  readonly orderId: number;
  readonly merchantReference: string;
  readonly currency: Currency;
  readonly amountMinor: MinorUnits;
  readonly status: OrderStatus;
  readonly expiresAt: Instant;
  /** True if the lane's clock runs. If it is frozen, the remaining time doesn't change. */
  readonly clockRuns: boolean;
  /** The absolute address of this page, as in `checkoutUrl`. The QR code contains it. */
  readonly url: string;
  readonly options: DisplayOptions;
  readonly lineItems: readonly LineItem[];
  readonly email: string;
  /** When the approved sale happened. */
  readonly paidAt?: Instant | undefined;
  /** How that sale was paid. */
  readonly paidWith?: PaidWith | undefined;
  /**
   * The number of declined sales so far, and the reason of the last one. A waiting page learns from it that the
   * payment was declined on the phone.
   */
  readonly declines: number;
  readonly lastDecline?: DeclineName | undefined;
  /** For direct sales: the page starts at the QR code (PCWEB) or at the wallet's own page (WAP). */
  readonly startsAt?: { readonly view: "qr" | "phone"; readonly method: PaymentMethod } | undefined;
}

/** The page of an order. */
export interface CheckoutSession extends HostedSession {
  readonly order: Order;
  readonly view: CheckoutView;
}

export async function lookAtOrder(lane: Lane, id: string, options: ViewOptions): Promise<CheckoutSession | undefined> {
  const order = await lane.store.views.order(idOfSession(id) ?? 0);
  // The proof in the session must be the order's own.
  if (id === "" || order?.session !== id) return undefined;
  return { lane, order, view: viewOf(lane, order, await lane.store.views.lane(), options) };
}

function viewOf(lane: Lane, order: Order, state: LaneState, { hasTestPanel, sealingKey }: ViewOptions): CheckoutView {
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
