import type { PaymentMethod } from "../../facts/methods.js";
import type { Text } from "../text/index.js";
import type { Fields } from "../visit.js";
import { acceptedBrands, cardFaults, cardOf } from "./card-check.js";
import { type FieldFaults, isCountry, type Refill } from "./card-fields.js";
import { shownMethods } from "./form-page.js";
import type { CardEntry, CheckoutView } from "./service.js";

/** What the payment form brought, as far as the merchant's wishes let it count. */
export interface Entry {
  readonly method: PaymentMethod | undefined;
  readonly card: CardEntry;
  readonly email: string | undefined;
  readonly country: string | undefined;
}

export const typedCard = (fields: Fields): CardEntry =>
  cardOf({
    number: fields["card-number"] ?? "",
    // Not required: any card with a number, a date and a CVC can be tried.
    holder: fields["card-holder"] ?? "",
    expiry: fields["card-expiry"] ?? "",
    cvc: fields["card-cvc"] ?? "",
  });

export const countryOf = (fields: Fields, t: Text): string | undefined =>
  isCountry(fields.country ?? "", t) ? fields.country : undefined;

/** A form without the method's field (a script's own post) means the first. */
export function entryOf(fields: Fields, view: CheckoutView, t: Text): Entry {
  const shown = shownMethods(view);
  const wished = fields.method ?? shown[0];
  return {
    method: shown.find((method) => method === wished),
    card: typedCard(fields),
    email: view.wishes.showEmail === false ? undefined : fields.email?.trim().slice(0, 254) || undefined,
    country: countryOf(fields, t),
  };
}

const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

export function faultsOf(entry: Entry, view: CheckoutView): FieldFaults {
  const email = entry.email !== undefined && !looksLikeEmail(entry.email) ? ({ email: "email" } as const) : {};
  if (entry.method !== "CARD") return email;
  const brands = acceptedBrands(view.wishes);
  return { ...cardFaults(entry.card, { limits: view.wishes, brands, now: view.now }), ...email };
}

/** What the form shows again; the number and the CVC never come back. */
export const refillOf = (entry: Entry): Refill => ({
  holder: entry.card.holder,
  expiry: /^\d\d\/\d\d$/.test(entry.card.expiry) ? entry.card.expiry : undefined,
  // Emptied stays empty: it must not fall back to what the merchant sent.
  email: entry.email ?? "",
  country: entry.country,
});
