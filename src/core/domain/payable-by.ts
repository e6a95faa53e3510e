import { brandOf, type CardBrand, cardBrands } from "../facts/card-number.js";
import { testCards } from "../facts/cards.js";
import { methods, type PaymentMethod, paymentMethods } from "../facts/methods.js";
import { acceptedBrands, type CardLimits, hasExpired, numberFault, numbersWithin } from "./card-limits.js";
import type { CheckoutOptions } from "./checkout-options.js";
import type { Instant } from "./money.js";

/** How a shopper wants to pay. */
export interface PaymentAttempt {
  readonly method: PaymentMethod;
  /** Digits only. For cards, and for wallets that charge a card. */
  readonly cardNumber?: string | undefined;
  /** Last month of validity, YYYYMM, if known. */
  readonly expiryDate?: string | undefined;
}

/**
 * The reason why the merchant's options forbid a payment: the option, the value, and the fix. Never contains the card
 * number.
 */
export interface NotAllowed {
  readonly limit: "paymentMethods" | "allowedCardType" | "allowedBinRanges" | "card" | "expiryDate" | "form";
  readonly message: string;
  readonly fix: string;
}

/** A form that a page refused, and why. */
export interface RefusedForm {
  readonly http: 403 | 422;
  readonly isCancel: boolean;
  readonly notAllowed: NotAllowed;
}

/** Card entries accept no other brands (docs, add-token). */
export const savedBrands: readonly CardBrand[] = ["VISA", "MASTER"];

/**
 * The payment methods of an order, in the merchant's order and without duplicates. All methods if create lists none.
 */
export function methodsOf({ paymentMethods: named = [] }: CheckoutOptions): readonly PaymentMethod[] {
  return named.length > 0 ? [...new Set(named)] : paymentMethods;
}

/** The default payment method: card if the order accepts cards, else the first method that can use the given card. */
export function methodFor(options: CheckoutOptions, hasCard: boolean): PaymentMethod {
  const taken = methodsOf(options);
  if (taken.includes("CARD")) return "CARD";
  return taken.find((method) => !hasCard || methods[method].isCard) ?? "CARD";
}

/**
 * The reason why an order cannot be paid this way, or undefined if it can. Used by pages, the control API and rules.
 */
export function notPayableBy(options: CheckoutOptions, attempt: PaymentAttempt, now: Instant): NotAllowed | undefined {
  const { method, cardNumber } = attempt;
  const taken = methodsOf(options);
  if (!taken.includes(method))
    return {
      limit: "paymentMethods",
      message: `paymentMethods is ${taken.join(", ")}, and ${method} is not among them`,
      fix: `pay by ${taken.join(" or ")}`,
    };
  if (methods[method].isCard) return notTaken(options, attempt, cardBrands, now);
  if (cardNumber === undefined) return undefined;
  return { limit: "card", message: `${method} takes no card`, fix: "leave the card out, or pay by CARD" };
}

/** The reason why a card entry refuses a card, or undefined if it accepts it. */
export const notSavable = (
  limits: CardLimits,
  card: Omit<PaymentAttempt, "method">,
  now: Instant,
): NotAllowed | undefined => notTaken(limits, card, savedBrands, now);

/** Why a page doesn't take a card's number, and a number that it takes. */
export function numberNotTaken(
  cardNumber: string,
  { limits, brands }: { readonly limits: CardLimits; readonly brands: readonly CardBrand[] },
): Pick<NotAllowed, "message"> & { readonly other: string | undefined } {
  const fault = numberFault(cardNumber, limits, brands) ?? "number";
  return { message: aboutNumber(fault, cardNumber, limits).message, other: cardFor(limits, brands) };
}

/** The default card: the first test card that is approved and allowed, else a number from an allowed range. */
export function cardFor(limits: CardLimits, taken: readonly CardBrand[] = cardBrands): string | undefined {
  const brands = acceptedBrands(limits, taken);
  const ofRanges = (limits.allowedBinRanges ?? []).flatMap(numbersWithin);
  return [...approvedCards, ...ofRanges].find((number) => numberFault(number, limits, brands) === undefined);
}

const approvedCards = testCards
  .filter(({ outcome, challenge }) => outcome === "approve" && !challenge)
  .map(({ number }) => number);

function notTaken(
  limits: CardLimits,
  { cardNumber, expiryDate }: Omit<PaymentAttempt, "method">,
  taken: readonly CardBrand[],
  now: Instant,
): NotAllowed | undefined {
  const fault = cardNumber === undefined ? undefined : numberFault(cardNumber, limits, acceptedBrands(limits, taken));
  if (cardNumber === undefined || fault) {
    const other = cardFor(limits, taken);
    const fix = other === undefined ? "allow a card when the page is made" : `pay with another card, such as ${other}`;
    if (cardNumber !== undefined && fault) return { ...aboutNumber(fault, cardNumber, limits), fix };
    if (other === undefined)
      return { limit: "allowedBinRanges", message: "no card fits allowedCardType and allowedBinRanges", fix };
  }
  return expiryDate === undefined ? undefined : aboutExpiry(expiryDate, now);
}

function aboutNumber(
  fault: "number" | "brand" | "bin",
  number: string,
  { allowedCardType, allowedBinRanges = [] }: CardLimits,
): Omit<NotAllowed, "fix"> {
  const ranges = allowedBinRanges.map(({ binStart, binEnd }) => `${binStart} to ${binEnd}`).join(", ");
  if (fault === "number")
    return { limit: "card", message: "the card number has no 12 to 19 digits, or a wrong check digit (Luhn)" };
  if (fault === "bin")
    return {
      limit: "allowedBinRanges",
      message: `allowedBinRanges is ${ranges}, and the card begins with ${number.slice(0, 6)}`,
    };
  const brand = brandOf(number);
  if (brand && allowedCardType && brand !== allowedCardType)
    return { limit: "allowedCardType", message: `allowedCardType is ${allowedCardType}, and the card is of ${brand}` };
  if (brand === "UNIONPAY" && ranges !== "")
    return { limit: "allowedBinRanges", message: `allowedBinRanges is ${ranges}, which leaves no card of ${brand}` };
  return { limit: "card", message: `no card of ${brand ?? "that brand"} is taken` };
}

function aboutExpiry(expiryDate: string, now: Instant): NotAllowed | undefined {
  const [, year, month] = /^(\d{4})(0[1-9]|1[0-2])$/.exec(expiryDate) ?? [];
  const fix = "give a month that has not ended, as YYYYMM";
  if (!year || !month) return { limit: "expiryDate", message: `the card's expiry ${expiryDate} is no month`, fix };
  if (!hasExpired(Number(year), Number(month), now)) return undefined;
  return { limit: "expiryDate", message: `the card has expired: it was good until ${expiryDate}`, fix };
}
