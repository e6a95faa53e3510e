import type { CheckoutOptions } from "../../../../core/domain/checkout-options.js";
import type { ParametersOf } from "../../../../core/domain/parameters.js";
import { paymentTypes } from "../../../../core/facts/direct.js";
import { endpoint, orderOf } from "../endpoint.js";
import { directOrderJson, success } from "../project.js";
import { sdkPayload } from "./sdk-payload.js";

/** Options for the page and the answer. The page shows only this wallet. */
function optionsOf(given: ParametersOf<"direct/sale">): CheckoutOptions {
  const { paymentType, paymentTerminal, lineItems, postLink, merchantSite } = given;
  const back = postLink ?? merchantSite;
  return {
    lineItems,
    paymentMethods: [paymentTypes[paymentType].value],
    callbackUrl: { success: back, fail: back, cancel: back },
    direct: { paymentType, paymentTerminal },
  };
}

/**
 * Creates an order for one wallet. The shopper opens the wallet by an SDK, in the phone's browser, or by a QR code.
 */
export const directSale = endpoint({
  path: "direct/sale",
  command: (given) => ({
    kind: "create-order",
    origin: "direct",
    merchantId: given.merchantId,
    reference: given.merchantReference,
    currency: given.currency,
    amount: given.amount,
    email: "",
    notifyUrl: given.notifyUrl,
    recurring: false,
    options: optionsOf(given),
  }),
  assumedFor: (result) => (orderOf(result).options.direct?.paymentTerminal === "SDK" ? ["sdk-payloads"] : []),
  answer: { message: "Success", texts: ["checkoutUrl?", "alipayData?"], wechat: true, order: "direct" },
  project: (result, view) => {
    const order = orderOf(result);
    const { direct } = order.options;
    const way =
      direct?.paymentTerminal === "SDK"
        ? sdkPayload(order, direct.paymentType, view.policy)
        : { checkoutUrl: `${view.lane.baseUrl}/checkout/${order.session}` };
    // ASSUMED(direct-sale-answer): the order comes with it, in the direct model's short form.
    const isTold = view.policy["direct-sale-answer"] === "order";
    return success({ ...way, order: isTold ? directOrderJson(order, view) : undefined });
  },
});
