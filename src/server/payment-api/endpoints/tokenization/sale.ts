import { charged } from "../answers.js";
import { endpoint } from "../endpoint.js";

export const sale = endpoint({
  path: "tokenization/sale",
  // ASSUMED(sale-email): kept on the order, never sent.
  command: (given) => ({
    kind: "charge-token",
    origin: "token-sale",
    merchantId: given.merchantId,
    userId: given.userId,
    tokenId: given.tokenId,
    reference: given.merchantReference,
    currency: given.currency,
    amount: given.amount,
    email: given.email ?? "",
    notifyUrl: given.callbackUrl?.notify,
    recurring: given.isRecurring,
    options: { lineItems: given.lineItems },
  }),
  ...charged({ cardType: true, issuerCountryCode: true }),
});
