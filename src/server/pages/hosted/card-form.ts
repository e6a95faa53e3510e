import { acceptedBrands } from "../../../core/domain/card-limits.js";
import type { CardBrand } from "../../../core/facts/card-number.js";
import type { PaymentMethod } from "../../../core/facts/methods.js";
import type { Text } from "../text/index.js";
import type { Fields } from "../visit.js";
import { type CardFaults, type CardRules, cardOf } from "./card-check.js";
import type { FormError } from "./form-error.js";
import type { HostedView, TypedCard } from "./view.js";

/** The fields of a card form. They are kept during a 3-D Secure challenge. */
export interface CardForm {
  readonly card: TypedCard;
  readonly country: string | undefined;
  /** Only on the checkout page. */
  readonly email?: string | undefined;
}

export type Country = keyof Text["countries"];
const isCountry = (text: string, t: Text): text is Country => Object.hasOwn(t.countries, text);

export const typedCard = (fields: Fields): TypedCard =>
  cardOf({
    number: fields["card-number"] ?? "",
    holder: fields["card-holder"] ?? "",
    expiry: fields["card-expiry"] ?? "",
    cvc: fields["card-cvc"] ?? "",
  });

export const cardFormOf = (fields: Fields, t: Text): CardForm => ({
  card: typedCard(fields),
  country: isCountry(fields.country ?? "", t) ? fields.country : undefined,
});

/** Fields that may be shown again after a decline: never the number or the CVC. */
export interface Refill {
  readonly holder?: string | undefined;
  readonly expiry?: string | undefined;
  readonly email?: string | undefined;
  readonly country?: string | undefined;
}

export const refillOf = ({ card, country, email }: CardForm): Refill => ({
  holder: card.holder,
  expiry: /^\d\d\/\d\d$/.test(card.expiry) ? card.expiry : undefined,
  // If the shopper has emptied the field, it must not show the merchant's value again.
  email: email ?? "",
  country,
});

/** The rules for a typed card. `taken`: the brands that this kind of page accepts, all by default. */
export const cardRulesOf = ({ options, now, policy }: HostedView, taken?: readonly CardBrand[]): CardRules => ({
  limits: options,
  brands: acceptedBrands(options, taken),
  now,
  emptyHolder: policy["empty-card-holder"],
});

export type FieldFaults = CardFaults & { readonly email?: "email" };

/** The form's state after the last attempt. */
export interface FormState {
  readonly method?: PaymentMethod | undefined;
  readonly faults: FieldFaults;
  readonly refill: Refill;
  readonly formError?: FormError | undefined;
  /** What the journal says of the form, if it differs from the error that the shopper reads. */
  readonly told?: { readonly message: string; readonly fix: string } | undefined;
  readonly note?: string | undefined;
  /** True after a decline. The page then also links to `callbackUrl.fail`, so that the shopper can give up. */
  readonly failed?: boolean;
}

export const untouched: FormState = { faults: {}, refill: {} };
