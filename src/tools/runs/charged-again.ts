import { SUCCESS_CODE } from "../../core/facts/codes.js";
import type { Exchange } from "../../lane/ports/exchange.js";
import { type Explanation, readExplanation, wasSent } from "../../lane/ports/explanation.js";
import { objectIn } from "../../package/json.js";

/** Not direct/sale: it opens an order that nobody has paid yet. */
const CHARGE = /^tokenization\/sale$|\/recurring$/;
const ASKS = /\/(query|refund|void)$/;

/**
 * True if a charge repeats the charge before it, whose answer a fault lost or its client did not wait for, under another reference: the same amount,
 * payer and cart, and nobody asked about the first. `last`: the lane's calls up to this one. It reads calls as the judge's
 * practice `retried-under-new-reference` does, but has no dry run that shows which charges were planned: so both must
 * have gone well.
 */
export function isChargedAgain(call: Exchange, last: readonly Exchange[]): boolean {
  if (!isCharge(call)) return false;
  const lost = last.findLast((one) => one.id < call.id && isCharge(one));
  if (!lost || isAnswered(readExplanation(lost)) || lost.reference === call.reference) return false;
  const isAsked = last.some(
    ({ id, operation, reference }) => id > lost.id && reference === lost.reference && ASKS.test(operation),
  );
  const again = charged(call);
  return !isAsked && again !== undefined && charged(lost) === again;
}

/** True for an answer that a rule still holds, too: it is not lost. */
const isAnswered = (explanation: Explanation): boolean => wasSent(explanation) && !explanation.clientLeft;

/** Copies that an HTTP client sends don't show what the shop did. */
const isCharge = (call: Exchange): boolean =>
  call.responseCode === SUCCESS_CODE && CHARGE.test(call.operation) && !readExplanation(call).arrival?.resend;

/** Undefined if it names no payer. A renewal's payer is that of its first order: one user may pay for two subscriptions. */
function charged(call: Exchange): string | undefined {
  const { amountMinor, userId } = readExplanation(call).subject;
  const { parentOrderId, lineItems, reason } = objectIn(call.request) ?? {};
  const payer = [userId, parentOrderId].filter((one) => one !== undefined).map(String);
  return payer.length === 0 ? undefined : JSON.stringify([call.merchantId, amountMinor, lineItems, reason, ...payer]);
}
