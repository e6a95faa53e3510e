import { methods, type PaymentMethod, paymentMethods } from "../../facts/methods.js";
import type { CheckoutView } from "./service.js";

/** In the merchant's order, each once; all when none is named. */
export function shownMethods(view: CheckoutView): readonly PaymentMethod[] {
  const named = [...new Set(view.options.paymentMethods ?? [])];
  return named.length > 0 ? named : paymentMethods;
}

/** Whether a method ends at a QR code; the others ask for a card, typed or from a sheet. */
export const paysByQr = (method: PaymentMethod): boolean => !methods[method].isCard;
