import * as z from "zod";
import { type CardEntryOptions, issuingCountries } from "../../../domain/card-entry.js";
import { endpoint, type Given } from "../../endpoint.js";
import type { Params } from "../../params.js";
import { tokenSuccess } from "../../project.js";
import { redirectsOf } from "../redirects.js";

/** The docs' table, in its order. Cards only: Visa and Mastercard. */
export const addTokenParams = (p: Params) =>
  z.object({
    merchantId: p.merchantId,
    userId: p.userId,
    reason: p.optionalReason,
    // ASSUMED(card-entry-page): none of the addresses is required.
    callbackUrl: p.callbackUrl,
    ...p.pageLanguage(),
    allowedBinRanges: p.binRanges,
    allowedCardType: p.oneOf(["VISA", "MASTER"] as const, "the only allowed card brand"),
    ...p.pageColours(),
    issuingCountryCode: p.oneOf(issuingCountries, "the country that the page preselects"),
  });

/** Options for the page. */
function optionsOf(given: Given<typeof addTokenParams>): CardEntryOptions {
  const { merchantId: _m, userId: _u, reason: _r, callbackUrl, ...options } = given;
  return { ...options, callbackUrl: redirectsOf(callbackUrl) };
}

export const addToken = endpoint({
  path: "tokenization/add-token",
  params: addTokenParams,
  command: (given) => ({
    kind: "open-card-entry",
    merchantId: given.merchantId,
    userId: given.userId,
    notifyUrl: given.callbackUrl?.notify,
    options: optionsOf(given),
  }),
  subject: (given) => ({
    merchantId: String(given.merchantId),
    userId: given.userId,
    ...(given.reason !== undefined && { reason: given.reason }),
  }),
  answer: { message: "SUCCESS", texts: ["data", "checkoutUrl"] },
  project: (result, { lane }) => {
    if (result.kind !== "card-entry") throw new Error(`expected a card entry, found ${result.kind}`);
    const url = `${lane.baseUrl}/card-entry/${result.cardEntry.session}`;
    // Clients read `data`; the newer docs call it `checkoutUrl`.
    return tokenSuccess({ data: url, checkoutUrl: url });
  },
});
