import * as z from "zod";
import { endpoint } from "../../endpoint.js";
import * as p from "../../params.js";
import { tokenSuccess } from "../../project.js";

/** The docs' table, in its order. Cards only: Visa and Mastercard. */
export const addTokenParams = z.object({
  merchantId: p.merchantId,
  userId: p.userId,
  reason: p.optionalReason,
  // ASSUMED(card-entry-page): none of the addresses is required.
  callbackUrl: p.callbackUrl,
  ...p.pageLanguage(),
  allowedBinRanges: p.binRanges,
  allowedCardType: p.oneOf(["VISA", "MASTER"] as const, "the only brand that is let in"),
  ...p.pageColours(),
  issuingCountryCode: p.oneOf(
    ["HK", "TW", "CA", "UK", "US", "OTHER"] as const,
    "the country that the page offers first",
  ),
});

/** What the page will need, as read. */
function wishOf(given: z.output<typeof addTokenParams>): string {
  const { merchantId: _m, userId: _u, reason: _r, ...wish } = given;
  return JSON.stringify(wish);
}

export const addToken = endpoint({
  path: "tokenization/add-token",
  params: addTokenParams,
  command: (given) => ({
    kind: "open-token-page",
    merchantId: given.merchantId,
    userId: given.userId,
    notifyUrl: given.callbackUrl?.notify,
    wish: wishOf(given),
  }),
  subject: (given) => ({
    merchantId: String(given.merchantId),
    userId: given.userId,
    ...(given.reason !== undefined && { reason: given.reason }),
  }),
  answer: { message: "SUCCESS", texts: ["data", "checkoutUrl"] },
  project: (result, { baseUrl }) => {
    if (result.kind !== "page") throw new Error(`expected a page, found ${result.kind}`);
    const url = `${baseUrl}/card-entry/${result.page.session}`;
    // Clients read `data`; the newer docs call it `checkoutUrl`.
    return tokenSuccess({ data: url, checkoutUrl: url });
  },
});
