import type { Currency, Instant, MinorUnits } from "../../domain/money.js";
import type { OrderStatus } from "../../domain/order.js";
import type { CardBrand } from "../../facts/cards.js";
import type { DeclineName, RefusalName } from "../../facts/codes.js";
import type { PaymentMethod } from "../../facts/methods.js";
import type { Language } from "../text/index.js";

/** Where the browser goes, and when. Used exactly as given. */
export interface Redirects {
  readonly success?: string | undefined;
  readonly fail?: string | undefined;
  readonly cancel?: string | undefined;
}

/** Card numbers that start between the two are allowed; both ends have the same length. */
export interface BinRange {
  readonly binStart: string;
  readonly binEnd: string;
}

/** Which cards the merchant takes. */
export interface CardLimits {
  readonly allowedBinRanges?: readonly BinRange[] | undefined;
  /** Absent: every brand that the service takes. */
  readonly allowedCardType?: CardBrand | undefined;
}

/** What every hosted page can be asked to look like. Absent switches are on. Colours that are no #RRGGBB are ignored. */
export interface Look {
  readonly lang?: Language | undefined;
  readonly showLang?: boolean | undefined;
  readonly showPoweredBy?: boolean | undefined;
  readonly themeColor?: string | undefined;
  readonly buttonBackgroundColor?: string | undefined;
  readonly buttonFontColor?: string | undefined;
}

/** The display parameters of `/hosted-checkout/create`, as kept. Absent switches are on. */
export interface DisplayWishes extends Look, CardLimits {
  /** In the order in which they are shown; absent or empty: all. */
  readonly paymentMethods?: readonly PaymentMethod[] | undefined;
  /** Falls back to the first shown. */
  readonly defaultPaymentMethod?: PaymentMethod | undefined;
  readonly showOrderDetail?: boolean | undefined;
  readonly showEmail?: boolean | undefined;
  readonly showMerchantReference?: boolean | undefined;
  readonly showOrderId?: boolean | undefined;
  readonly showResultPage?: boolean | undefined;
}

export interface LineItem {
  readonly name: string;
  readonly quantity: number;
  readonly unitAmountMinor: MinorUnits;
}

/** What a page says about the call that made it, to a developer. */
export type SignatureFlag = "valid" | "invalid" | "unsigned" | "unchecked";

/** What the sandbox's own strip needs; absent where `--no-test-panel` is on. */
export interface TestPanelView {
  readonly signature: SignatureFlag;
  /** The order on the inspection page; relative or absolute. */
  readonly inspectUrl?: string | undefined;
}

/** A refusal that a rule forces, or that the state asks for. */
export interface Refusal {
  readonly reason: RefusalName;
  readonly message: string;
}

/** All that the checkout page shows. */
export interface CheckoutView {
  readonly orderId: number;
  readonly merchantReference: string;
  /** What the shopper sees as payee; absent: "Merchant <id>". */
  readonly merchantName?: string | undefined;
  readonly merchantId: number;
  readonly currency: Currency;
  readonly amountMinor: MinorUnits;
  readonly status: OrderStatus;
  readonly expiresAt: Instant;
  readonly now: Instant;
  /** Whether the lane's clock runs by itself; a frozen one shows a time left that stands still. */
  readonly clockRuns: boolean;
  /** Absolute address of this page, as in `checkoutUrl`; the QR code is made of it. */
  readonly url: string;
  readonly wishes: DisplayWishes;
  readonly lineItems: readonly LineItem[];
  readonly callbackUrl: Redirects;
  readonly email: string;
  /** When the approved sale happened. */
  readonly paidAt?: Instant | undefined;
  /** DECLINED sales so far, and the last one's reason: how a waiting page learns of a decline on the phone. */
  readonly declines: number;
  readonly lastDecline?: DeclineName | undefined;
  /** Direct sales: the page starts at the QR code (PCWEB) or at the wallet's own page (WAP). */
  readonly startsAt?: { readonly view: "qr" | "phone"; readonly method: PaymentMethod } | undefined;
  readonly testPanel?: TestPanelView | undefined;
  /** A rule refuses `checkout/open`: shown instead of the form. */
  readonly refused?: Refusal | undefined;
}

/** A card as typed and checked. Never kept, never logged. */
export interface CardEntry {
  /** Digits only. */
  readonly number: string;
  readonly holder: string;
  /** MM/YY. */
  readonly expiry: string;
  /** Empty once the card was checked, that is after a challenge and from a wallet's sheet. */
  readonly cvc: string;
}

export interface Payment {
  readonly method: PaymentMethod;
  /** For CARD, APPLEPAY and GOOGLEPAY. */
  readonly card?: CardEntry | undefined;
  readonly email?: string | undefined;
  /** Issuing country or region of the card. */
  readonly country?: string | undefined;
  /** What the 3-D Secure challenge came to; absent before one. */
  readonly authenticated?: boolean | undefined;
  /** What the shopper said in the wallet; false is a decline (`do-not-honour`). Absent for CARD. */
  readonly approved?: boolean | undefined;
}

export type PayOutcome =
  | { readonly kind: "paid" }
  | { readonly kind: "declined"; readonly reason: DeclineName; readonly message: string }
  | ({ readonly kind: "refused" } & Refusal)
  /** The issuer asks for 3-D Secure: the page shows it and pays again with `authenticated`. Nothing is recorded yet. */
  | { readonly kind: "challenge" };

export type ActionOutcome = { readonly kind: "done" } | ({ readonly kind: "refused" } & Refusal);

/** What the checkout page asks of the application. A session that does not exist, or is another lane's, is undefined. */
export interface CheckoutService {
  /** The shopper opens the page: the operation `checkout/open`, rules apply. */
  open(session: string): Promise<CheckoutView | undefined>;
  /** A look without rules or journal: waiting pages, and pages shown again after a button. */
  look(session: string): Promise<CheckoutView | undefined>;
  pay(session: string, payment: Payment): Promise<PayOutcome>;
  cancel(session: string): Promise<ActionOutcome>;
  /** Test panel only. */
  expire(session: string): Promise<ActionOutcome>;
}
