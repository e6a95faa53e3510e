// The room `lookup`: what a refusal by state looked up, what is there, and by which earlier call.

import type { AnswerName } from "../../../core/facts/codes.js";
import { actOfRule } from "./by-rule.js";
import { duplicateReference, tokenExpired, tokenNotFound, whyUnfitParent } from "./charges.js";
import { balanceTooLow, refundTooLarge, refusedReversal } from "./given-back.js";
import { orderNotFound } from "./order-not-found.js";
import { refusedAct } from "./pages.js";
import type { Lookup, RefusedCall } from "./refused-call.js";

/** Each refusal that depends on the lane's state. */
const lookups: Readonly<Partial<Record<AnswerName, (call: RefusedCall) => Promise<Lookup | undefined>>>> = {
  "order-not-found": (call) => orderNotFound(call),
  "duplicate-reference": duplicateReference,
  "order-not-payable": refusedAct,
  "already-refunded": refusedReversal,
  "refund-not-allowed": refusedReversal,
  "void-not-allowed": refusedReversal,
  "refund-exceeds-amount": refundTooLarge,
  "insufficient-unsettled-balance": balanceTooLow,
  "token-not-found": tokenNotFound,
  "token-expired": tokenExpired,
  "parent-order-not-found": whyUnfitParent,
  "parent-not-recurring": whyUnfitParent,
};

/**
 * What a refusal by state looked up. Undefined for any other answer, if a rule forced it, or if what it was about is
 * gone.
 */
export async function lookupOf(call: RefusedCall): Promise<Lookup | undefined> {
  const { ended, effects } = call.explanation;
  if (ended === undefined || effects?.outcome === ended) return undefined;
  const lookup = await lookups[ended]?.(call);
  // A call of the shop made it so.
  if (lookup === undefined || typeof lookup.next !== "string") return lookup;
  const act = await actOfRule(call, ended);
  if (act === undefined) return lookup;
  // The advice names the rule of this call anyway.
  const next = act.isOfThisCall ? lookup.next : `${act.text} ${lookup.next}`;
  return { ...lookup, found: `${act.text} ${lookup.found}`, next };
}
