import * as z from "zod";
import type { CheckoutOptions } from "../../../domain/checkout-options.js";
import { cardBrands } from "../../../facts/cards.js";
import { paymentMethods } from "../../../facts/methods.js";
import { endpoint, type Given, orderOf } from "../../endpoint.js";
import type { Params } from "../../params.js";
import { orderJson, success } from "../../project.js";
import { redirectsOf } from "../redirects.js";

/** The table of spec 4.1, in its order, because the error names the first invalid parameter. */
export const createParams = (p: Params) =>
  z
    .object({
      merchantId: p.merchantId,
      currency: p.currency,
      amount: p.amount,
      merchantReference: p.reference,
      callbackUrl: p.callbackUrl,
      isRecurring: p.isRecurring(),
      expiryTime: p.expiryTime,
      lineItems: p.lineItems,
      ...p.pageLanguage(),
      paymentMethods: p.methodList,
      defaultPaymentMethod: p.oneOf(paymentMethods, "the preselected payment method; the first one when left out"),
      allowedBinRanges: p.binRanges,
      allowedCardType: p.oneOf(cardBrands, "the only allowed card brand"),
      showOrderDetail: p.flag(true, "whether the page lists the items"),
      showEmail: p.flag(true, "whether the page asks for an email address"),
      showMerchantReference: p.flag(true, "whether the page shows the reference"),
      showOrderId: p.flag(true, "whether the page shows the order's id"),
      showResultPage: p.flag(true, "whether a page shows the result; callbackUrl is required if not"),
      ...p.pageColours(),
    })
    .refine((given) => given.showResultPage || p.leadsAway(given.callbackUrl), {
      path: ["callbackUrl"],
      error: "required when showResultPage is false",
    });

/** Options for the page. */
function optionsOf(given: Given<typeof createParams>): CheckoutOptions {
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
  params: createParams,
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
