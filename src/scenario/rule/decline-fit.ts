import { isDeclineName } from "../../facts/codes.js";
import type { Then } from "../members/effects.js";
import { type Operation, operations } from "../values/operations.js";
import { compileGlob } from "../values/pattern.js";

/**
 * The effect of a forced decline on an operation. `now`: the issuer or acquirer declines this call. `first-attempt`:
 * this call charges nothing, so the decline waits for the first payment on the new page. `never`: nothing can be
 * declined.
 */
export type DeclineFit = "now" | "first-attempt" | "never";

const fits: Readonly<Record<Operation, DeclineFit>> = {
  "hosted-checkout/create": "first-attempt",
  "hosted-checkout/query": "never",
  "hosted-checkout/refund": "now",
  "hosted-checkout/void": "now",
  "hosted-checkout/recurring": "now",
  "tokenization/sale": "now",
  "tokenization/recurring": "now",
  "tokenization/query-token": "never",
  "tokenization/add-token": "first-attempt",
  "tokenization/delete-token": "never",
  "tokenization/void": "now",
  "direct/sale": "first-attempt",
  "direct/query": "never",
  "direct/refund": "now",
  "direct/void": "now",
  "checkout/open": "never",
  "checkout/pay": "now",
  "checkout/cancel": "never",
  "card-entry/save": "now",
  "card-entry/cancel": "never",
};

/** When a decline takes effect. Other operations come from a tester and never ask an issuer. */
export const declineFitOf = (operation: string): DeclineFit => fits[operation as Operation] ?? "never";

/** The operations on which a decline has an effect. */
export const declinable: readonly Operation[] = operations.filter((operation) => fits[operation] !== "never");

/** True if a rule for these operations can decline a payment. */
export const reachesDeclinable = (operation: string | undefined): boolean =>
  operation === undefined || declinable.some(compileGlob(operation));

/** True if it names one operation on which a decline has an effect. False for a broader pattern. */
export const isDeclinable = (operation: string | undefined): boolean =>
  operation !== undefined && declineFitOf(operation) !== "never";

/** Whether the outcome is a decline. */
export const isDecline = (outcome: Then["outcome"]): boolean => typeof outcome === "string" && isDeclineName(outcome);
