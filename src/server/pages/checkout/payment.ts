import type { PaymentMethod } from "../../../core/facts/methods.js";
import { challengeOrder, paySeenOrder, type ShopperPayment } from "../../../lane/shopper/checkout.js";
import { followable } from "../addresses.js";
import { asksChallenge, expiryDateOf, payOutcome } from "../hosted/acts.js";
import { refillOf } from "../hosted/card-form.js";
import { leave, type PageAnswer, type PageRequest, settled } from "../hosted/session-pages.js";
import type { PayOutcome, TypedCard } from "../hosted/view.js";
import type { Entry } from "./entry.js";
import type { CheckoutSession, CheckoutView } from "./view.js";

export type CheckoutRequest = PageRequest<CheckoutSession>;

interface Payment {
  readonly method: PaymentMethod;
  /** For CARD, APPLEPAY and GOOGLEPAY. */
  readonly card?: TypedCard | undefined;
  readonly email?: string | undefined;
  /** The result of the 3-D Secure challenge. Absent before one. */
  readonly authenticated?: boolean | undefined;
  /** The shopper's answer in the wallet. False is a decline (`do-not-honour`). Absent for CARD. */
  readonly approved?: boolean | undefined;
}

export async function pay(call: CheckoutRequest, payment: Payment): Promise<PayOutcome> {
  const { lane, order, view } = call.session;
  if (asksChallenge(lane, payment)) {
    await challengeOrder(lane, order, "challenge");
    return { kind: "challenge" };
  }
  return payOutcome(call, paySeenOrder(lane, { order, now: view.now }, paymentOf(payment)));
}

function paymentOf({ method, card, email, authenticated, approved }: Payment): ShopperPayment {
  const declined = authenticated === false ? "authentication-failed" : approved === false ? "do-not-honour" : undefined;
  return { method, cardNumber: card?.number, expiryDate: card && expiryDateOf(card), email, declined };
}

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
