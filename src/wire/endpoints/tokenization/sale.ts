import * as z from "zod";
import { endpoint } from "../../endpoint.js";
import type { Params } from "../../params.js";
import { charged } from "../answers.js";

export const saleParams = (p: Params) =>
  z.object({
    merchantId: p.merchantId,
    userId: p.userId,
    tokenId: p.tokenId,
    merchantReference: p.reference,
    currency: p.currency,
    amount: p.amount,
    email: p.email,
    callbackUrl: p.chargeCallbackUrl,
    isRecurring: p.isRecurring(),
    lineItems: p.lineItems,
  });

export const sale = endpoint({
  path: "tokenization/sale",
  params: saleParams,
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
  subject: (given) => ({
    merchantId: String(given.merchantId),
    merchantReference: given.merchantReference,
    userId: given.userId,
    tokenId: given.tokenId,
    amountMinor: given.amount,
    currency: given.currency,
    isRecurring: given.isRecurring,
  }),
  assumed: ["issuer-country", "stan"],
  ...charged({ cardType: true, issuerCountryCode: true }),
});
