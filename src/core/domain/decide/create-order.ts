import type { Policy } from "../../facts/assumptions.js";
import { limits } from "../../facts/limits.js";
import type { CheckoutOptions } from "../checkout-options.js";
import type { CreateOrder } from "../commands.js";
import { type Circumstances, type Decision, reject } from "../decision.js";
import { formatInstant, type Instant, later } from "../money.js";
import { cardFor } from "../payable-by.js";
import { wrongOptions } from "./page-options.js";
import { acceptOrder, newOrder, usedReference } from "./purchase.js";

/** Rejects, in this order: an invalid parameter, a used reference. */
export function decideCreateOrder(command: CreateOrder, c: Circumstances): Decision {
  const wrong = wrongParameter(command, c);
  if (wrong !== undefined) return reject("invalid-parameter", wrong);
  const used = usedReference(command, command.origin, c);
  if (used) return used;
  const { origin, currency, recurring, expiresAt } = command;
  const particulars = { origin, currency, recurring, expiresAt, hasPage: true };
  const order = newOrder({ ...command, options: optionsOf(command, c) }, particulars, c);
  return acceptOrder(c, { type: "order-created", at: c.now, order });
}

/** The shopper of a direct sale is led back to postLink, else to merchantSite. */
// ASSUMED(direct-return): there is no callbackUrl, and the names say no more.
const optionsOf = ({ origin, options }: CreateOrder, { policy }: Circumstances): CheckoutOptions =>
  origin === "direct" && options.callbackUrl?.success !== undefined && policy["direct-return"] === "nowhere"
    ? { ...options, callbackUrl: {} }
    : options;

/** Checks parameters in the order of the spec's table. */
function wrongParameter(
  { expiresAt, options, origin }: CreateOrder,
  { now, policy }: Circumstances,
): string | undefined {
  // A direct sale has no callbackUrl and no colours.
  const ofPage = origin === "hosted" ? wrongOptions(options, policy) : {};
  if (ofPage.redirect) return ofPage.redirect;
  const expiry = wrongExpiry(expiresAt, { now, policy });
  if (expiry !== undefined) return expiry;
  if (noCardFits(options) && policy["bin-range-brand"] === "refuse")
    return `allowedBinRanges: expected a range of ${options.allowedCardType} cards`;
  return hiddenResult(options, policy) ?? ofPage.colour;
}

/** Why an order cannot expire at this instant. Undefined if it can. */
export function wrongExpiry(
  expiresAt: Instant | undefined,
  { now, policy }: Pick<Circumstances, "now" | "policy">,
): string | undefined {
  if (expiresAt === undefined) return undefined;
  // ASSUMED(past-expiry): an order that could never be paid is refused.
  if (expiresAt <= now && policy["past-expiry"] === "refuse")
    return `expiryTime: expected an instant after now, ${formatInstant(now)} on the lane's clock`;
  // ASSUMED(far-expiry): no upper bound is published.
  if (expiresAt > later(now, limits.farExpiryMs.value) && policy["far-expiry"] === "one-year")
    return "expiryTime: expected an instant within a year";
  return undefined;
}

// ASSUMED(bin-range-brand): each of the two is right by itself.
const noCardFits = (options: CheckoutOptions): boolean =>
  options.allowedCardType !== undefined && !!options.allowedBinRanges?.length && cardFor(options) === undefined;

// ASSUMED(hidden-result-page): nobody says what a paid shopper sees then.
const hiddenResult = ({ showResultPage, callbackUrl }: CheckoutOptions, policy: Policy): string | undefined =>
  showResultPage === false && callbackUrl?.success === undefined && policy["hidden-result-page"] === "refuse"
    ? "callbackUrl.success: required when showResultPage is false"
    : undefined;
