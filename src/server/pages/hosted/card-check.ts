import { type CardLimits, hasExpired, type NumberFault, numberFault } from "../../../core/domain/card-limits.js";
import type { Instant } from "../../../core/domain/money.js";
import type { Policy } from "../../../core/facts/assumptions.js";
import type { CardBrand } from "../../../core/facts/card-number.js";
import type { TypedCard } from "./view.js";

// Used by the server and by the script in the browser (islands), so it uses nothing that only one of them has.

export const cardFields = ["number", "holder", "expiry", "cvc"] as const;
export type CardField = (typeof cardFields)[number];
type CardFault = NumberFault | "holder" | "expiry" | "month" | "expired" | "cvc";
export type CardFaults = Partial<Record<CardField, CardFault>>;

/** The rules that a card must fit. */
export interface CardRules {
  readonly limits: CardLimits;
  readonly brands: readonly CardBrand[];
  readonly now: Instant;
  /** How to treat a card without the holder's name. */
  readonly emptyHolder: Policy["empty-card-holder"];
}

/** Data for the card form's script: the rules, and the texts in this language. */
export interface CardFormData extends CardRules {
  readonly messages: Readonly<Record<CardFault | "summary" | "email", string>>;
  readonly brandNames: Readonly<Record<CardBrand, string>>;
}

/** The shopper's input without spaces and dashes. Doesn't accept Arabic or full-width digits. */
export const cardOf = (typed: Record<CardField, string>): TypedCard => ({
  number: typed.number.replace(/[\s-]/g, ""),
  holder: typed.holder.trim().slice(0, 200),
  expiry: expiryOf(typed.expiry),
  cvc: typed.cvc.trim(),
});

/** Changes MMYY, MM/YYYY and MMYYYY to MM/YY. Leaves anything else unchanged. */
const expiryOf = (typed: string): string => typed.replace(/\s/g, "").replace(/^(\d\d)\/?(?:20)?(\d\d)$/, "$1/$2");

/** 4111 1111 1111 1111 */
export const grouped = (number: string): string => number.replace(/(\d{4})(?=\d)/g, "$1 ");

function expiryFault(expiry: string, now: Instant): CardFault | undefined {
  const [, month, year] = /^(\d\d)\/(\d\d)$/.exec(expiry) ?? [];
  if (!month || !year) return "expiry";
  if (Number(month) < 1 || Number(month) > 12) return "month";
  return hasExpired(2000 + Number(year), Number(month), now) ? "expired" : undefined;
}

/** The fault of each field. Empty if there are none. */
export function cardFaults(card: TypedCard, { limits, brands, now, emptyHolder }: CardRules): CardFaults {
  const number = numberFault(card.number, limits, brands);
  // ASSUMED(empty-card-holder): any card with a number, a date and a CVC can be tried.
  const holder = card.holder === "" && emptyHolder === "refuse" ? "holder" : undefined;
  const expiry = expiryFault(card.expiry, now);
  const cvc = /^\d{3,4}$/.test(card.cvc) ? undefined : "cvc";
  return { ...(number && { number }), ...(holder && { holder }), ...(expiry && { expiry }), ...(cvc && { cvc }) };
}

/** True if the merchant accepts this card from a wallet's sheet. */
export const acceptsCard = (number: string, limits: CardLimits, brands: readonly CardBrand[]): boolean =>
  numberFault(number, limits, brands) === undefined;

export const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
