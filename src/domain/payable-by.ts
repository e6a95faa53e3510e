import { brandOf, type CardBrand, cardBrands } from "../facts/card-number.js";
import { testCards } from "../facts/cards.js";
import { methods, type PaymentMethod, paymentMethods } from "../facts/methods.js";
import { acceptedBrands, type CardLimits, hasExpired, numberFault, numbersWithin } from "./card-limits.js";
import type { CheckoutOptions } from "./checkout-options.js";
import type { Instant } from "./money.js";

/** How a shopper wants to pay. */
export interface Attempt {
  readonly method: PaymentMethod;
  /** Digits; for cards and their wallets. */
  readonly cardNumber?: string | undefined;
  /** Last month of validity, YYYYMM, where it is known. */
  readonly expiryDate?: string | undefined;
}

/** What the merchant's options forbid: which of them, what was found, and what to do. Without the card's number. */
export interface NotAllowed {
  readonly limit: "paymentMethods" | "allowedCardType" | "allowedBinRanges" | "card" | "expiryDate";
  readonly message: string;
  readonly fix: string;
}

/** Card entries take no other (docs, add-token). */
export const savedBrands: readonly CardBrand[] = ["VISA", "MASTER"];

/** The methods of an order, in the merchant's order, each once; all when it names none. */
export function methodsOf({ paymentMethods: named = [] }: CheckoutOptions): readonly PaymentMethod[] {
  return named.length > 0 ? [...new Set(named)] : paymentMethods;
}

/** How an order is paid where nobody says: by card where it takes cards, else by the first method, which takes the given card. */
export function methodFor(options: CheckoutOptions, hasCard: boolean): PaymentMethod {
  const taken = methodsOf(options);
  if (taken.includes("CARD")) return "CARD";
  return taken.find((method) => !hasCard || methods[method].isCard) ?? "CARD";
}

/** Why an order cannot be paid so; undefined where it can. Pages, the control API and rules all ask here. */
export function notPayableBy(options: CheckoutOptions, attempt: Attempt, now: Instant): NotAllowed | undefined {
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

/** Why a card entry does not take a card; undefined where it does. */
export const notSavable = (limits: CardLimits, card: Omit<Attempt, "method">, now: Instant): NotAllowed | undefined =>
  notTaken(limits, card, savedBrands, now);

/** The card that pays where nobody names one: the first test card that is approved and allowed, else one of an allowed range. */
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
  { cardNumber, expiryDate }: Omit<Attempt, "method">,
  taken: readonly CardBrand[],
  now: Instant,
): NotAllowed | undefined {
  const other = cardFor(limits, taken);
  const fix = other === undefined ? "allow a card when the page is made" : `pay with another card, such as ${other}`;
  if (cardNumber !== undefined) {
    const fault = numberFault(cardNumber, limits, acceptedBrands(limits, taken));
    if (fault) return { ...aboutNumber(fault, cardNumber, limits), fix };
  } else if (other === undefined)
    return { limit: "allowedBinRanges", message: "no card fits allowedCardType and allowedBinRanges", fix };
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
