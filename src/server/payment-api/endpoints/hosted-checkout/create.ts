import type { CheckoutOptions } from "../../../../core/domain/checkout-options.js";
import { type ParametersOf, redirectsOf } from "../../../../core/domain/parameters.js";
import type { Policy } from "../../../../core/facts/assumptions.js";
import { endpoint, orderOf } from "../endpoint.js";
import { orderJson, success } from "../project.js";

/** True if a call that hides the result page says where to redirect the shopper. */
// ASSUMED(empty-callback): the spec asks for callbackUrl, and names none of its members.
const leadsAway = ({ callbackUrl }: Given, policy: Policy): boolean =>
  callbackUrl !== undefined &&
  (Object.values(callbackUrl).some((url) => url !== undefined) || policy["empty-callback"] === "accept");

type Given = ParametersOf<"hosted-checkout/create">;
/** The parameters that aren't about the page, or not as they are given. */
const others: ReadonlySet<string> = new Set([
  "merchantId",
  "currency",
  "amount",
  "merchantReference",
  "isRecurring",
  "expiryTime",
  "callbackUrl",
]);

/** Options for the page. */
function optionsOf(given: Given): CheckoutOptions {
  const options: Record<string, unknown> = {};
  for (const name in given) {
    const value = given[name as keyof Given];
    if (value !== undefined && !others.has(name)) options[name] = value;
  }
  options.callbackUrl = redirectsOf(given.callbackUrl);
  return options;
}

export const create = endpoint({
  path: "hosted-checkout/create",
  problem: (given, policy) =>
    given.showResultPage || leadsAway(given, policy) ? undefined : "callbackUrl: required when showResultPage is false",
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
  answer: { message: "Success", texts: ["checkoutUrl"], order: {} },
  project: (result, view) => {
    const order = orderOf(result);
    return success({ checkoutUrl: `${view.lane.baseUrl}/checkout/${order.session}`, order: orderJson(order, view) });
  },
});
