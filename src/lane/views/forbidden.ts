import type { Exchange } from "../ports/exchange.js";
import type { Explanation } from "../ports/explanation.js";

const pageActions = new Set(["checkout/pay", "checkout/cancel", "card-entry/save", "card-entry/cancel"]);

/**
 * The act that the order's options or state forbade in this exchange, and the rule that wanted it. Undefined for
 * other exchanges.
 */
export function forbiddenIn({ operation, explain }: Exchange): Explanation["forbidden"] {
  if (!pageActions.has(operation)) return undefined;
  return (JSON.parse(explain) as Explanation).forbidden;
}
