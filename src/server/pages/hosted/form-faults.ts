import { luhn } from "../../../core/facts/card-number.js";
import type { Fields } from "../visit.js";
import type { CardFaults } from "./card-check.js";
import { type FieldFaults, typedCard } from "./card-form.js";

type CardFault = NonNullable<CardFaults[keyof CardFaults]> | "email";

const CARDS = "Use a test card: payment-sandbox magic lists them.";

/** What a developer does about each fault of a field that was sent. */
const fixes: Readonly<Record<CardFault, string>> = {
  number: CARDS,
  brand: CARDS,
  bin: "Use a card within the order's allowedBinRanges.",
  holder: "Send card-holder.",
  expiry: "Send card-expiry as MM/YY.",
  month: "Send card-expiry as MM/YY.",
  expired: "Use a later card-expiry, or set the lane's clock back.",
  cvc: "Send 3 or 4 digits as card-cvc.",
  email: "Send an email address.",
};

/** Says of each wrong field of a form whether it is missing or what is wrong with it, without the card's number. */
export function faultsText(faults: FieldFaults, fields: Fields): { readonly message: string; readonly fix: string } {
  const card = typedCard(fields);
  const wrong: Readonly<Record<CardFault, string>> = {
    number: numberText(card.number),
    brand: "the page does not take its brand",
    bin: "it is outside the order's allowedBinRanges",
    holder: "it is empty",
    expiry: "it is not of the form MM/YY",
    month: `${card.expiry} has no such month`,
    expired: `${card.expiry} is past on the lane's clock`,
    cvc: "it has not 3 or 4 digits",
    email: "it is no email address",
  };
  const all = Object.entries(faults).map(([field, fault]) => {
    const name = field === "email" ? field : `card-${field}`;
    const isMissing = (fields[name] ?? "").trim() === "";
    return { isMissing, fault, text: isMissing ? `${name} is missing` : `${name}: ${wrong[fault]}` };
  });
  const next = all.some(({ isMissing }) => isMissing) ? [NAMES] : all.map(({ fault }) => fixes[fault]);
  return { message: all.map(({ text }) => text).join("; "), fix: [...new Set(next)].join(" ") };
}

export const NAMES =
  "Send the page's fields by their names: method, card-number, card-holder, card-expiry (MM/YY), card-cvc.";

function numberText(number: string): string {
  if (!/^\d{12,19}$/.test(number)) return "it has not 12 to 19 digits";
  return luhn(number) ? "its length does not fit its brand" : "its check digit is wrong";
}
