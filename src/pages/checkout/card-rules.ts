import { acceptedBrands, type CardRules } from "../hosted/card-check.js";
import type { CheckoutView } from "./service.js";

export const rulesOf = (view: CheckoutView): CardRules => ({
  limits: view.options,
  brands: acceptedBrands(view.options),
  now: view.now,
  emptyHolder: view.policy["empty-card-holder"],
});
