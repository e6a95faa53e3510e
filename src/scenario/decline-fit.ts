import { isDeclineName } from "../facts/codes.js";
import { type Operation, operations } from "./operations.js";
import { compileGlob } from "./pattern.js";
import type { Then } from "./then-schema.js";

/**
 * What a forced decline does on an operation. `now`: issuer or acquirer is asked there, and says no. `first-attempt`: nobody is
 * asked yet, so it waits for the first payment on the page that the call opens. `never`: there is nothing to decline.
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

/** An operation that is not in the list is a tester's: nobody is asked there. */
export const declineFitOf = (operation: string): DeclineFit => fits[operation as Operation] ?? "never";

/** The operations on which a decline has an effect. */
export const declinable: readonly Operation[] = operations.filter((operation) => fits[operation] !== "never");

/** Whether a rule for these operations can decline anything. */
export const reachesDeclinable = (operation: string | undefined): boolean =>
  operation === undefined || declinable.some(compileGlob(operation));

/** Whether it names an operation on which a decline has an effect; a broader pattern does not. */
export const isDeclinable = (operation: string | undefined): boolean =>
  operation !== undefined && declineFitOf(operation) !== "never";

/** Whether the outcome is a decline. */
export const isDecline = (outcome: Then["outcome"]): boolean => typeof outcome === "string" && isDeclineName(outcome);
