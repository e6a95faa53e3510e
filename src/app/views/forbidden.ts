import type { Exchange } from "../ports/exchange.js";
import type { Explanation } from "../ports/explanation.js";

/** What the merchant's options forbade in this exchange, and the rule that wanted it; undefined for all other exchanges. */
export function forbiddenIn({ operation, explain }: Exchange): Explanation["forbidden"] {
  if (operation !== "checkout/pay" && operation !== "card-entry/save") return undefined;
  return (JSON.parse(explain) as Explanation).forbidden;
}
