import type { CardBrand } from "./card-number.js";
import type { DeclineName } from "./codes.js";
import { assumed, type Source } from "./source.js";

export { brandOf, type CardBrand, cardBrands } from "./card-number.js";

/** One of the sandbox's own card numbers, which always has the same outcome. */
export interface TestCard {
  /** Its name in the control API and in scenario files. */
  readonly name: string;
  /** Digits only; passes Luhn. */
  readonly number: string;
  readonly brand: CardBrand;
  readonly subBrand: string;
  readonly outcome: "approve" | DeclineName;
  /** The issuer asks for a 3-D Secure challenge on the hosted page. */
  readonly challenge: boolean;
  readonly source: Source;
}

const source = assumed("test-cards");
const row = <const Name extends string>(
  name: Name,
  number: string,
  subBrand: `${CardBrand}_${"CREDIT" | "DEBIT"}`,
  outcome: TestCard["outcome"] = "approve",
  challenge = false,
): TestCard & { readonly name: Name } => ({
  name,
  number,
  brand: subBrand.split("_")[0] as CardBrand,
  subBrand,
  outcome,
  challenge,
  source,
});

export const testCards = [
  row("visa", "4111111111111111", "VISA_CREDIT"),
  row("master", "5555555555554444", "MASTER_CREDIT"),
  row("visa-credit", "4705982000008101", "VISA_CREDIT"),
  row("visa-debit", "4000566000000028", "VISA_DEBIT"),
  row("master-credit", "5454545454545454", "MASTER_CREDIT"),
  row("master-debit", "5200828282828210", "MASTER_DEBIT"),
  row("unionpay-credit", "6200000000000005", "UNIONPAY_CREDIT"),
  row("unionpay-debit", "6200000000000047", "UNIONPAY_DEBIT"),
  row("challenge", "4000000000003220", "VISA_CREDIT", "approve", true),
  row("do-not-honour", "4000000000000002", "VISA_CREDIT", "do-not-honour"),
  row("insufficient-funds", "4000000000009995", "VISA_CREDIT", "insufficient-funds"),
  row("lost-card", "4000000000009987", "VISA_CREDIT", "lost-card"),
  row("stolen-card", "4000000000009979", "VISA_CREDIT", "stolen-card"),
  row("expired-card", "4000000000000069", "VISA_CREDIT", "expired-card"),
  row("suspected-fraud", "4000000000000259", "VISA_CREDIT", "suspected-fraud"),
  row("limit-exceeded", "4000000000006975", "VISA_CREDIT", "limit-exceeded"),
  row("issuer-unavailable", "4000000000000119", "VISA_CREDIT", "issuer-unavailable"),
  row("authentication-failed", "4000000000000101", "VISA_CREDIT", "authentication-failed"),
] as const;
export type TestCardName = (typeof testCards)[number]["name"];

const byNumber = new Map<string, TestCard>(testCards.map((card) => [card.number, card]));
const byName = new Map<string, TestCard>(testCards.map((card) => [card.name, card]));

/** The test card with this number (digits only) or this name. */
export const testCard = (numberOrName: string): TestCard | undefined =>
  byNumber.get(numberOrName) ?? byName.get(numberOrName);
