import { numberNotTaken } from "../../../core/domain/payable-by.js";
import { luhn } from "../../../core/facts/card-number.js";
import type { Fields } from "../visit.js";
import type { CardFaults, CardRules } from "./card-check.js";
import { type FieldFaults, typedCard } from "./card-form.js";
import type { TypedCard } from "./view.js";

type CardFault = NonNullable<CardFaults[keyof CardFaults]> | "email";

const CARDS = "Use a test card: payment-sandbox magic lists them.";

const MONTH = "Send card-expiry as MM/YY.";

/** The limits that a typed card must fit. */
export type TypedFor = Pick<CardRules, "limits" | "brands">;

type TextOfCard = string | ((card: TypedCard, page: TypedFor) => string);

const notTaken = [
  ({ number }, page) => numberNotTaken(number, page).message,
  ({ number }, page) => {
    const { other } = numberNotTaken(number, page);
    return other === undefined
      ? "No card fits: allow one when the page is made."
      : `Use another card, such as ${other}.`;
  },
] as const satisfies readonly TextOfCard[];

/** What is wrong with a field that was sent, and what a developer does about it. */
const faultTexts: Readonly<Record<CardFault, readonly [wrong: TextOfCard, fix: TextOfCard]>> = {
  number: [({ number }) => numberText(number), CARDS],
  brand: notTaken,
  bin: notTaken,
  holder: ["it is empty", "Send card-holder."],
  expiry: ["it is not of the form MM/YY", MONTH],
  month: [({ expiry }) => `${expiry} has no such month`, MONTH],
  expired: [
    ({ expiry }) => `${expiry} is past on the lane's clock`,
    "Use a later card-expiry, or set the lane's clock back.",
  ],
  cvc: ["it has not 3 or 4 digits", "Send 3 or 4 digits as card-cvc."],
  email: ["it is no email address", "Send an email address."],
};

/** Says of each wrong field of a form whether it is missing or what is wrong with it, without the card's number. */
export function faultsText(
  faults: FieldFaults,
  fields: Fields,
  page: TypedFor,
): { readonly message: string; readonly fix: string } {
  const card = typedCard(fields);
  const all = Object.entries(faults).map(([field, fault]) => {
    const name = field === "email" ? field : `card-${field}`;
    const isMissing = (fields[name] ?? "").trim() === "";
    const [wrong, fix] = faultTexts[fault].map((text) => (typeof text === "string" ? text : text(card, page)));
    return { isMissing, fix: fix!, text: isMissing ? `${name} is missing` : `${name}: ${wrong}` };
  });
  const next = all.some(({ isMissing }) => isMissing) ? [NAMES] : all.map(({ fix }) => fix);
  return { message: all.map(({ text }) => text).join("; "), fix: [...new Set(next)].join(" ") };
}

export const NAMES =
  "Send the page's fields by their names: method, card-number, card-holder, card-expiry (MM/YY), card-cvc.";

function numberText(number: string): string {
  if (!/^\d{12,19}$/.test(number)) return "it has not 12 to 19 digits";
  return luhn(number) ? "its length does not fit its brand" : "its check digit is wrong";
}
