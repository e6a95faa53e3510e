import type { Exchange } from "../ports/exchange.js";
import type { Explanation } from "../ports/explanation.js";

/** What the merchant's options forbade on a page. */
export interface ForbiddenAction {
  readonly why: string;
  /** The name of the rule that wanted it. */
  readonly rule: string | undefined;
}

/** What was forbidden in this exchange; undefined for all other exchanges. */
export function forbiddenIn({ operation, explain }: Exchange): ForbiddenAction | undefined {
  if (operation !== "checkout/pay" && operation !== "card-entry/save") return undefined;
  const { advice, detail, unable }: Explanation = JSON.parse(explain);
  return advice === undefined || detail === undefined ? undefined : { why: detail, rule: unable };
}
