import type { Policy } from "../facts/assumptions.js";
import type { CardBrand } from "../facts/cards.js";
import type { DeclineName } from "../facts/codes.js";
import type { Instant } from "./money.js";

/** A stored card of a merchant's user. The full number is never kept. */
export interface Token {
  readonly tokenId: number;
  readonly merchantId: number;
  /** As first given. Compared without regard to case. */
  readonly userId: string;
  /** The card's first six digits and last four. */
  readonly first6: string;
  readonly last4: string;
  readonly brand: CardBrand;
  readonly subBrand: string;
  /** Last month of validity, YYYYMM. */
  readonly expiryDate: string;
  /** Absent unless the shopper chose a country that the service knows. */
  readonly issuerCountry?: string;
  /** The issuer's answer to a charge, unless a scenario overrides it. */
  readonly outcome: "approve" | DeclineName;
}

/** Spec 2.4: userId is case insensitive. */
export const foldUserId = (userId: string): string => userId.toLowerCase();

export const tokenMask = (t: Pick<Token, "first6" | "last4">): string => `${t.first6.slice(0, 4)}********${t.last4}`;
export const transactionMask = (t: Pick<Token, "first6" | "last4">): string => `${t.first6}XXXXXX${t.last4}`;

const masters = { master: "MASTER", mastercard: "MASTERCARD", ecmc: "ECMC" } as const;

/** The spelling of brand and kind in a token. In orders, the card type is spelt as in the spec. */
// ASSUMED(token-brand): VISA was seen; what stands for Mastercard was not.
export function tokenBrands(
  { brand, subBrand }: Pick<Token, "brand" | "subBrand">,
  policy: Pick<Policy, "token-brand">,
): { readonly cardBrand: string; readonly cardSubBrand: string } {
  if (brand !== "MASTER") return { cardBrand: brand, cardSubBrand: subBrand };
  const master = masters[policy["token-brand"]];
  return { cardBrand: master, cardSubBrand: subBrand.replace(/^MASTER/, master) };
}

/** A card is valid until the end of its expiry month. */
// ASSUMED(card-expiry): the month ends in UTC.
export function isExpired(expiryDate: string, now: Instant): boolean {
  const year = Number(expiryDate.slice(0, 4));
  const month = Number(expiryDate.slice(4, 6));
  return now >= Date.UTC(year, month, 1);
}

/** True if both name the same user. */
// ASSUMED(user-id-case): the newer docs say that case counts.
export const isSameUser = (one: string, other: string, policy: Policy): boolean =>
  one === other || (foldUserId(one) === foldUserId(other) && policy["user-id-case"] === "insensitive");
