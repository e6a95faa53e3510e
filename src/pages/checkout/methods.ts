import { methodsOf } from "../../domain/payable-by.js";
import { methods, type PaymentMethod } from "../../facts/methods.js";
import type { CheckoutView } from "./service.js";

/** In the merchant's order and without duplicates. All methods if create lists none. */
export const shownMethods = (view: CheckoutView): readonly PaymentMethod[] => methodsOf(view.options);

/** True if a method is paid by a QR code. The others need a card, typed or from a wallet's sheet. */
export const paysByQr = (method: PaymentMethod): boolean => !methods[method].isCard;
