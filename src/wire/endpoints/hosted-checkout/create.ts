import type { CheckoutOptions } from "../../../domain/checkout-options.js";
import type { ParametersOf } from "../../../domain/parameters.js";
import type { Policy } from "../../../facts/assumptions.js";
import { endpoint, orderOf } from "../endpoint.js";
import { orderJson, success } from "../project.js";
import { redirectsOf } from "../redirects.js";

/** True if a call that hides the result page says where to redirect the shopper. */
// ASSUMED(empty-callback): the spec asks for callbackUrl, and names none of its members.
const leadsAway = ({ callbackUrl }: ParametersOf<"hosted-checkout/create">, policy: Policy): boolean =>
  callbackUrl !== undefined &&
  (Object.values(callbackUrl).some((url) => url !== undefined) || policy["empty-callback"] === "accept");

/** Options for the page. */
function optionsOf(given: ParametersOf<"hosted-checkout/create">): CheckoutOptions {
  const {
    merchantId: _m,
    currency: _c,
    amount: _a,
    merchantReference: _r,
    isRecurring: _i,
    expiryTime: _e,
    callbackUrl,
    ...options
  } = given;
  return { ...options, callbackUrl: redirectsOf(callbackUrl) };
}

export const create = endpoint({
  path: "hosted-checkout/create",
  checks: (table, policy) =>
    table.refine((given) => given.showResultPage || leadsAway(given, policy), {
      path: ["callbackUrl"],
      error: "required when showResultPage is false",
    }),
  command: (given) => ({
    kind: "create-order",
    origin: "hosted",
    merchantId: given.merchantId,
    reference: given.merchantReference,
    currency: given.currency,
    amount: given.amount,
    email: "",
    notifyUrl: given.callbackUrl?.notify,
    recurring: given.isRecurring,
    expiresAt: given.expiryTime,
    options: optionsOf(given),
  }),
  subject: (given) => ({
    merchantId: String(given.merchantId),
    merchantReference: given.merchantReference,
    amountMinor: given.amount,
    currency: given.currency,
    isRecurring: given.isRecurring,
  }),
  answer: { message: "Success", texts: ["checkoutUrl"], order: {} },
  project: (result, view) => {
    const order = orderOf(result);
    return success({ checkoutUrl: `${view.lane.baseUrl}/checkout/${order.session}`, order: orderJson(order, view) });
  },
});
