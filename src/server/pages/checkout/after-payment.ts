import { followable } from "../addresses.js";
import { refillOf } from "../hosted/card-form.js";
import type { PayOutcome } from "../hosted/service.js";
import { leave, type PageAnswer, type PageRequest, settled } from "../hosted/session-pages.js";
import type { Entry } from "./entry.js";
import type { CheckoutSession, CheckoutView } from "./service.js";

export type CheckoutRequest = PageRequest<CheckoutSession>;

/** The page after a payment: the result, the merchant's own page, or the form again. */
export function afterPayment(call: CheckoutRequest, outcome: PayOutcome, entry: Entry): PageAnswer {
  const { callbackUrl } = call.view;
  const fail = followable(callbackUrl.fail);
  if (outcome.kind === "declined" && fail && leavesWhenDeclined(call.view)) return leave(call, fail);
  return settled(call, outcome, { method: entry.method, refill: refillOf(entry) });
}

/** If our result page is hidden, the merchant shows all results, including declines. */
// ASSUMED(fail-redirect): with one, the shopper may try again and finds the way to `callbackUrl.fail` below the form.
function leavesWhenDeclined({ options, policy }: CheckoutView): boolean {
  const choice = policy["fail-redirect"];
  return choice === "always" || (choice === "link" && options.showResultPage === false);
}
