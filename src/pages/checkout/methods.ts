import { methodsOf } from "../../domain/payable-by.js";
import { methods, type PaymentMethod } from "../../facts/methods.js";
import type { CheckoutView } from "./service.js";

/** In the merchant's order, each once; all when none is named. */
export const shownMethods = (view: CheckoutView): readonly PaymentMethod[] => methodsOf(view.options);

/** Whether a method ends at a QR code; the others ask for a card, typed or from a sheet. */
export const paysByQr = (method: PaymentMethod): boolean => !methods[method].isCard;
