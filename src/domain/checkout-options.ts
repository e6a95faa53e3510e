import type { CardBrand } from "../facts/cards.js";
import type { PaymentTerminal, PaymentType } from "../facts/direct.js";
import type { PaymentMethod } from "../facts/methods.js";
import type { MinorUnits } from "./money.js";

export const pageLanguages = ["zh-HK", "en"] as const;
export type PageLanguage = (typeof pageLanguages)[number];

/** Where the shopper's browser goes when the page is done. Used exactly as given. */
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

/** What each hosted page can be asked. Absent switches are on. */
export interface PageOptions {
  readonly callbackUrl?: Redirects | undefined;
  readonly lang?: PageLanguage | undefined;
  readonly showLang?: boolean | undefined;
  readonly showPoweredBy?: boolean | undefined;
  readonly allowedBinRanges?: readonly BinRange[] | undefined;
  /** Absent: every brand that the page takes. */
  readonly allowedCardType?: CardBrand | undefined;
  /** Colours are as CSS spells them: #RRGGBB, with alpha, short, or by name. */
  readonly themeColor?: string | undefined;
  readonly buttonBackgroundColor?: string | undefined;
  readonly buttonFontColor?: string | undefined;
}

export interface LineItem {
  readonly name: string;
  readonly quantity: number;
  readonly unitAmountMinor: MinorUnits;
}

/** What the call that made an order asked besides its money. Plain data. */
export interface CheckoutOptions extends PageOptions {
  readonly lineItems?: readonly LineItem[] | undefined;
  /** In the order in which they are shown; absent: all. */
  readonly paymentMethods?: readonly PaymentMethod[] | undefined;
  /** Falls back to the first shown. */
  readonly defaultPaymentMethod?: PaymentMethod | undefined;
  readonly showOrderDetail?: boolean | undefined;
  readonly showEmail?: boolean | undefined;
  readonly showMerchantReference?: boolean | undefined;
  readonly showOrderId?: boolean | undefined;
  readonly showResultPage?: boolean | undefined;
  /** Of a direct sale: which wallet pays, and where the shopper is. */
  readonly direct?: { readonly paymentType: PaymentType; readonly paymentTerminal: PaymentTerminal } | undefined;
  /** Of a recurring charge: why it is made. */
  readonly reason?: string | undefined;
}

/** Both are made by the same reader, so equal items are equal texts. */
export const isSameItems = (a: CheckoutOptions, b: CheckoutOptions): boolean =>
  JSON.stringify(a.lineItems) === JSON.stringify(b.lineItems);
