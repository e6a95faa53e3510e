import { luhn } from "../../../core/facts/card-number.js";
import type { Fields } from "../visit.js";
import type { CardFaults } from "./card-check.js";
import { type FieldFaults, typedCard } from "./card-form.js";
import type { TypedCard } from "./view.js";

type CardFault = NonNullable<CardFaults[keyof CardFaults]> | "email";

const CARDS = "Use a test card: payment-sandbox magic lists them.";

const MONTH = "Send card-expiry as MM/YY.";

/** What is wrong with a field that was sent, and what a developer does about it. */
const faultTexts: Readonly<Record<CardFault, readonly [wrong: string | ((card: TypedCard) => string), fix: string]>> = {
  number: [({ number }) => numberText(number), CARDS],
  brand: ["the page does not take its brand", CARDS],
  bin: ["it is outside the order's allowedBinRanges", "Use a card within the order's allowedBinRanges."],
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
export function faultsText(faults: FieldFaults, fields: Fields): { readonly message: string; readonly fix: string } {
  const card = typedCard(fields);
  const all = Object.entries(faults).map(([field, fault]) => {
    const name = field === "email" ? field : `card-${field}`;
    const isMissing = (fields[name] ?? "").trim() === "";
    const [wrong, fix] = faultTexts[fault];
    const text = isMissing ? `${name} is missing` : `${name}: ${typeof wrong === "string" ? wrong : wrong(card)}`;
    return { isMissing, fix, text };
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
