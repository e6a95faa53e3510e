import type { CardBrand } from "../facts/cards.js";
import type { PaymentTerminal, PaymentType } from "../facts/direct.js";
import type { PaymentMethod } from "../facts/methods.js";
import type { MinorUnits } from "./money.js";

export const pageLanguages = ["zh-HK", "en"] as const;
export type PageLanguage = (typeof pageLanguages)[number];

/** Where to send the shopper's browser when the page is done. Used exactly as given. */
export interface Redirects {
  readonly success?: string | undefined;
  readonly fail?: string | undefined;
  readonly cancel?: string | undefined;
}

/** Allows card numbers that start between these two. Both have the same length. */
export interface BinRange {
  readonly binStart: string;
  readonly binEnd: string;
}

/** Options of every hosted page. Absent switches are on. */
export interface PageOptions {
  readonly callbackUrl?: Redirects | undefined;
  readonly lang?: PageLanguage | undefined;
  readonly showLang?: boolean | undefined;
  readonly showPoweredBy?: boolean | undefined;
  readonly allowedBinRanges?: readonly BinRange[] | undefined;
  /** Absent: every brand that the page accepts. */
  readonly allowedCardType?: CardBrand | undefined;
  /** A CSS colour: #RRGGBB, #RRGGBBAA, #RGB or a name. */
  readonly themeColor?: string | undefined;
  readonly buttonBackgroundColor?: string | undefined;
  readonly buttonFontColor?: string | undefined;
}

export interface LineItem {
  readonly name: string;
  readonly quantity: number;
  readonly unitAmountMinor: MinorUnits;
}

/** The options of the call that created an order, without amount and currency. Plain data. */
export interface CheckoutOptions extends PageOptions {
  readonly lineItems?: readonly LineItem[] | undefined;
  /** In the order in which the page shows them. Absent: all methods. */
  readonly paymentMethods?: readonly PaymentMethod[] | undefined;
  /** Absent: the first method that is shown. */
  readonly defaultPaymentMethod?: PaymentMethod | undefined;
  readonly showOrderDetail?: boolean | undefined;
  readonly showEmail?: boolean | undefined;
  readonly showMerchantReference?: boolean | undefined;
  readonly showOrderId?: boolean | undefined;
  readonly showResultPage?: boolean | undefined;
  /** For a direct sale: the wallet that pays, and the shopper's device. */
  readonly direct?: { readonly paymentType: PaymentType; readonly paymentTerminal: PaymentTerminal } | undefined;
  /** For a recurring charge: its reason. */
  readonly reason?: string | undefined;
}

/** One reader creates both, so equal items have equal JSON texts. */
export const isSameItems = (a: CheckoutOptions, b: CheckoutOptions): boolean =>
  JSON.stringify(a.lineItems) === JSON.stringify(b.lineItems);
