import type { PaymentMethod } from "../../facts/methods.js";
import type { Text } from "../text/index.js";
import type { Fields } from "../visit.js";
import { type CardFaults, cardOf } from "./card-check.js";
import type { FormError } from "./form-error.js";
import type { TypedCard } from "./service.js";

/** What a card form brought; also what goes over a 3-D Secure challenge. */
export interface CardForm {
  readonly card: TypedCard;
  readonly country: string | undefined;
  /** Checkout only. */
  readonly email?: string | undefined;
}

export type Country = keyof Text["countries"];
const isCountry = (text: string, t: Text): text is Country => Object.hasOwn(t.countries, text);

export const cardFormOf = (fields: Fields, t: Text): CardForm => ({
  card: cardOf({
    number: fields["card-number"] ?? "",
    holder: fields["card-holder"] ?? "",
    expiry: fields["card-expiry"] ?? "",
    cvc: fields["card-cvc"] ?? "",
  }),
  country: isCountry(fields.country ?? "", t) ? fields.country : undefined,
});

/** What may be shown again after a decline: never the number or the CVC. */
export interface Refill {
  readonly holder?: string | undefined;
  readonly expiry?: string | undefined;
  readonly email?: string | undefined;
  readonly country?: string | undefined;
}

export const refillOf = ({ card, country, email }: CardForm): Refill => ({
  holder: card.holder,
  expiry: /^\d\d\/\d\d$/.test(card.expiry) ? card.expiry : undefined,
  // Emptied stays empty: it must not fall back to what the merchant sent.
  email: email ?? "",
  country,
});

export type FieldFaults = CardFaults & { readonly email?: "email" };

/** What the last try left behind on a form. */
export interface FormState {
  readonly method?: PaymentMethod | undefined;
  readonly faults: FieldFaults;
  readonly refill: Refill;
  readonly formError?: FormError | undefined;
  readonly note?: string | undefined;
  /** A declined payment may also be given up: the way to `callbackUrl.fail`. */
  readonly failed?: boolean;
}

export const untouched: FormState = { faults: {}, refill: {} };
