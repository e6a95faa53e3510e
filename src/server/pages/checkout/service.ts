import type { CheckoutOptions } from "../../../core/domain/checkout-options.js";
import type { Currency, Instant, MinorUnits } from "../../../core/domain/money.js";
import type { OrderStatus } from "../../../core/domain/order.js";
import type { LineItem } from "../../../core/domain/parameters.js";
import type { CardBrand } from "../../../core/facts/card-number.js";
import type { DeclineName } from "../../../core/facts/codes.js";
import type { PaymentMethod } from "../../../core/facts/methods.js";
import type {
  ActionOutcome,
  HostedService,
  HostedSession,
  HostedView,
  PageRefusal,
  PayOutcome,
  TypedCard,
} from "../hosted/service.js";

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
  /** Set if a rule refuses `checkout/open`. Shown instead of the form. */
  readonly refused?: PageRefusal | undefined;
}

export interface Payment {
  readonly method: PaymentMethod;
  /** For CARD, APPLEPAY and GOOGLEPAY. */
  readonly card?: TypedCard | undefined;
  readonly email?: string | undefined;
  /** The country or region that issued the card. */
  readonly country?: string | undefined;
  /** The result of the 3-D Secure challenge. Absent before one. */
  readonly authenticated?: boolean | undefined;
  /** The shopper's answer in the wallet. False is a decline (`do-not-honour`). Absent for CARD. */
  readonly approved?: boolean | undefined;
}

/** The page of an order. */
export interface CheckoutSession extends HostedSession {
  readonly view: CheckoutView;
  pay(payment: Payment): Promise<PayOutcome>;
  /** Used only by the test panel. */
  expire(): Promise<ActionOutcome>;
}

/** The application, as the checkout page sees it. */
export interface CheckoutService extends HostedService<CheckoutSession> {
  /** The shopper opens the page. This is the operation `checkout/open`, so rules apply. */
  open(id: string): Promise<CheckoutSession | undefined>;
}
