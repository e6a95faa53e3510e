import type { CardEntryOptions } from "../../../../core/domain/checkout-options.js";
import { type ParametersOf, redirectsOf } from "../../../../core/domain/parameters.js";
import { endpoint } from "../endpoint.js";
import { tokenSuccess } from "../project.js";

/** Options for the page. */
function optionsOf(given: ParametersOf<"tokenization/add-token">): CardEntryOptions {
  const { merchantId: _m, userId: _u, reason: _r, paymentMethods: _p, defaultPaymentMethod: _d, ...rest } = given;
  const { callbackUrl, ...options } = rest;
  return { ...options, callbackUrl: redirectsOf(callbackUrl) };
}

export const addToken = endpoint({
  path: "tokenization/add-token",
  command: (given) => ({
    kind: "open-card-entry",
    merchantId: given.merchantId,
    userId: given.userId,
    notifyUrl: given.callbackUrl?.notify,
    options: optionsOf(given),
  }),
  answer: { message: "SUCCESS", texts: ["data", "checkoutUrl"] },
  project: (result, { lane }) => {
    if (result.kind !== "card-entry") throw new Error(`expected a card entry, found ${result.kind}`);
    const url = `${lane.baseUrl}/card-entry/${result.cardEntry.session}`;
    // Clients read `data`; the newer docs call it `checkoutUrl`.
    return tokenSuccess({ data: url, checkoutUrl: url });
  },
});
