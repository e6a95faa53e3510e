import type { CheckoutOptions, LineItem } from "../../domain/checkout-options.js";
import type { Currency, Instant, MinorUnits } from "../../domain/money.js";
import type { OrderStatus } from "../../domain/order.js";
import type { CardBrand } from "../../facts/card-number.js";
import type { DeclineName } from "../../facts/codes.js";
import type { PaymentMethod } from "../../facts/methods.js";
import type { ActionOutcome, HostedService, HostedView, PayOutcome, Refusal, TypedCard } from "../hosted/service.js";

/** The checkout options that the page shows. */
export type DisplayOptions = Omit<CheckoutOptions, "callbackUrl" | "lineItems" | "direct" | "reason">;

/** The way an order was paid; `brand` and `last4` of a card alone. */
export interface PaidWith {
  readonly method: PaymentMethod;
  readonly brand: CardBrand | undefined;
  readonly last4: string | undefined;
}

/** All that the checkout page shows. */
export interface CheckoutView extends HostedView {
  readonly orderId: number;
  readonly merchantReference: string;
  readonly currency: Currency;
  readonly amountMinor: MinorUnits;
  readonly status: OrderStatus;
  readonly expiresAt: Instant;
  /** Whether the lane's clock runs by itself; a frozen one shows a time left that stands still. */
  readonly clockRuns: boolean;
  /** Absolute address of this page, as in `checkoutUrl`; the QR code is made of it. */
  readonly url: string;
  readonly options: DisplayOptions;
  readonly lineItems: readonly LineItem[];
  readonly email: string;
  /** When the approved sale happened. */
  readonly paidAt?: Instant | undefined;
  /** How that sale was paid. */
  readonly paidWith?: PaidWith | undefined;
  /** DECLINED sales so far, and the last one's reason: how a waiting page learns of a decline on the phone. */
  readonly declines: number;
  readonly lastDecline?: DeclineName | undefined;
  /** Direct sales: the page starts at the QR code (PCWEB) or at the wallet's own page (WAP). */
  readonly startsAt?: { readonly view: "qr" | "phone"; readonly method: PaymentMethod } | undefined;
  /** A rule refuses `checkout/open`: shown instead of the form. */
  readonly refused?: Refusal | undefined;
}

export interface Payment {
  readonly method: PaymentMethod;
  /** For CARD, APPLEPAY and GOOGLEPAY. */
  readonly card?: TypedCard | undefined;
  readonly email?: string | undefined;
  /** Issuing country or region of the card. */
  readonly country?: string | undefined;
  /** What the 3-D Secure challenge came to; absent before one. */
  readonly authenticated?: boolean | undefined;
  /** What the shopper said in the wallet; false is a decline (`do-not-honour`). Absent for CARD. */
  readonly approved?: boolean | undefined;
}

/** What the checkout page asks of the application. */
export interface CheckoutService extends HostedService<CheckoutView> {
  /** The shopper opens the page: the operation `checkout/open`, rules apply. */
  open(session: string): Promise<CheckoutView | undefined>;
  pay(session: string, payment: Payment): Promise<PayOutcome>;
  /** Test panel only. */
  expire(session: string): Promise<ActionOutcome>;
}
