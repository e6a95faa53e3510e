import { methodsOf } from "../../../core/domain/payable-by.js";
import { methods, type PaymentMethod } from "../../../core/facts/methods.js";
import { cardFaults, looksLikeEmail } from "../hosted/card-check.js";
import { type CardForm, cardFormOf, cardRulesOf, type FieldFaults } from "../hosted/card-form.js";
import type { Text } from "../text/index.js";
import type { Fields } from "../visit.js";
import type { CheckoutView } from "./view.js";

/** The form's fields that matter, given the checkout options. */
export interface Entry extends CardForm {
  readonly method: PaymentMethod | undefined;
}

export const EMAIL_CHARS = 254;

/** If the method's field is missing (for example, a script posts the form), uses the first method. */
export function cardEntered(fields: Fields, view: CheckoutView, t: Text): Entry {
  const shown = shownMethods(view);
  const chosen = fields.method ?? shown[0];
  return {
    ...cardFormOf(fields, t),
    method: shown.find((method) => method === chosen),
    email: view.options.showEmail === false ? undefined : fields.email?.trim().slice(0, EMAIL_CHARS) || undefined,
  };
}

export function entryFaultsOf(entry: Entry, view: CheckoutView): FieldFaults {
  const email = entry.email !== undefined && !looksLikeEmail(entry.email) ? ({ email: "email" } as const) : {};
  if (entry.method !== "CARD") return email;
  return { ...cardFaults(entry.card, cardRulesOf(view)), ...email };
}

/** In the merchant's order and without duplicates. All methods if create lists none. */
export const shownMethods = (view: CheckoutView): readonly PaymentMethod[] => methodsOf(view.options);

/** True if a method is paid by a QR code. The others need a card, typed or from a wallet's sheet. */
export const paysByQr = (method: PaymentMethod): boolean => !methods[method].isCard;
