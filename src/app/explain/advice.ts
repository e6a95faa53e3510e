// The room `explain`: why a call went as it did, told from the journal.

import type { AnswerName } from "../../facts/codes.js";
import type { SignatureState } from "../ports/exchange.js";
import type { OutboxEntry } from "../ports/outbox.js";
import { type RuleSummary, ruleName } from "./rules.js";

/** What a merchant developer does next, by what ended the call. */
export const advice: Readonly<Record<AnswerName, string>> = {
  "invalid-parameter": "Correct the parameter that the message names; all of them are in the endpoint's table.",
  "invalid-signature":
    "Sign the exact text sent as `request` (SHA256withRSA, base64) with the private key whose public key is registered; serialise once, then sign that text.",
  "no-public-key": "Register the public key: PUT /_sandbox/merchants/<id> {publicKeys}, or `merchants` in the config.",
  "merchant-not-found": "Check merchantId; a merchant is made by its first call, or by PUT /_sandbox/merchants/<id>.",
  "order-not-found":
    "Check orderId, merchantReference and merchantId, and that base_url names the lane in which the order was made.",
  "duplicate-reference":
    "Use a new merchantReference for each order; after a lost answer query the reference instead of sending it again.",
  "order-not-payable": "Only an OPEN order can be paid: query it, and create a new one if it is over.",
  "already-refunded": "An order is refunded once: query it before a second refund, and take this answer for done.",
  "refund-exceeds-amount": "Refund at most the order's netAmount.",
  "insufficient-unsettled-balance":
    "Refunds are paid from unsettled sales: wait for more sales and try again, or set the balance by PUT /_sandbox/merchants/<id>.",
  "refund-not-allowed": "Only a SUCCESS or SETTLED order of a method that allows it is refunded: query it first.",
  "void-not-allowed": "A void works until settlement, for methods that allow it: refund the order instead.",
  "token-not-found": "Ask query-token which tokens the user owns; a token serves only its own user and merchant.",
  "token-expired": "Ask the shopper to store a new card.",
  "parent-order-not-found": "Name a paid order of this merchant as the parent.",
  "parent-not-recurring": "The parent must have been created with recurring payment, be paid and not voided.",
  "rate-limited": "Wait, then send it again with growing pauses; nothing has happened.",
  maintenance: "Wait, then send it again; nothing has happened.",
  "system-error": "Do not take it for a decline: query the order before sending it again.",
  "do-not-honour": "The issuer declined: let the shopper try again or take another card; the order stays payable.",
  "lost-card": "The issuer declined: ask for another card and do not retry this one.",
  "stolen-card": "The issuer declined: ask for another card and do not retry this one.",
  "insufficient-funds": "The issuer declined: ask for another card, or try again later.",
  "expired-card": "The card has expired: ask for another one.",
  "suspected-fraud": "The issuer declined: ask for another card and do not retry this one.",
  "limit-exceeded": "The issuer declined: ask for another card, or try again another day.",
  "authentication-failed": "The shopper failed 3-D Secure: let them try again or take another card.",
  "issuer-unavailable": "The issuer could not be reached: try again later.",
  "malformed-envelope":
    'Send {"request": "<JSON object as text>", "signature": "…"}: `request` is a text, not an object.',
  "unknown-path": "Check the path against the endpoints of the payment API.",
  "wrong-method": "Use POST.",
  "body-too-large": "Send at most 1 MB.",
  "wrong-content-type": "Send Content-Type: application/json.",
};

/** The facts of a call that its advice depends on. */
export interface Advisable {
  /** Known already when the call was kept. */
  readonly advice?: string | undefined;
  readonly ended?: AnswerName | undefined;
  readonly fault?: string | undefined;
  readonly placed?: string | undefined;
  readonly signature: SignatureState;
  /** What is wrong with an invalid one. */
  readonly signatureFault?: string | undefined;
  readonly responseCode: string;
  readonly rules: readonly RuleSummary[];
}

/** One line: what to do, or what to look at. */
export function adviceFor(call: Advisable): string {
  const fired = call.rules.find((rule) => rule.outcome === "fired");
  if (call.fault !== undefined) return lost(call.placed, fired);
  if (call.advice !== undefined) return call.advice;
  if (call.ended === "invalid-signature" && call.signatureFault !== undefined && fired?.then?.outcome !== call.ended)
    return `About the signature: ${call.signatureFault}. ${advice[call.ended]}`;
  if (call.ended !== undefined)
    return fired?.then?.outcome === call.ended ? forced(fired, call.ended) : advice[call.ended];
  if (fired && typeof fired.then?.outcome === "object")
    return `Rule ${ruleName(fired)} gave this code: remove it to see what the state itself says.`;
  if (call.signature === "invalid")
    return `It went through, but its signature is wrong${call.signatureFault === undefined ? "" : ` (${call.signatureFault})`}: under --signature enforce it is refused.`;
  if (fired) return `Rule ${ruleName(fired)} had a say; all else is in order.`;
  return nearMiss(call.rules) ?? "Nothing to do: it went through.";
}

const forced = (rule: RuleSummary, ended: AnswerName): string =>
  `Forced by rule ${ruleName(rule)}. A right shop: ${advice[ended]}`;

function lost(placed: string | undefined, rule: RuleSummary | undefined): string {
  const by = rule ? ` by rule ${ruleName(rule)}` : "";
  return placed === "after-commit"
    ? `It was done and its answer was lost on purpose${by}: query the merchantReference before sending it again.`
    : `It was lost on purpose${by} before anything happened: query the merchantReference, then send it again.`;
}

/** A rule that one clause alone kept from matching is what its author wonders about. */
function nearMiss(rules: readonly RuleSummary[]): string | undefined {
  const near = rules.filter(
    ({ outcome, clauses }) => outcome === "no-match" && clauses.filter((clause) => !clause.holds).length === 1,
  );
  const clause = near[0]?.clauses.find(({ member, holds }) => !holds && member !== "operation");
  if (!near[0] || !clause) return undefined;
  return `It went through. Rule ${ruleName(near[0])} nearly matched: ${clause.member} was ${JSON.stringify(clause.actual)}, expected ${JSON.stringify(clause.expected)}.`;
}

/** What to do about a notification, in one line. */
export function adviceForNotification({ state, attemptCount }: Pick<OutboxEntry, "state" | "attemptCount">): string {
  switch (state) {
    case "acknowledged":
      return "Nothing to do: the shop acknowledged it.";
    case "gave-up":
      return "All attempts failed: make the shop answer HTTP 200, then POST …/resend; a right shop also queries orders that stay open.";
    case "held":
      return "It waits until it is released: POST …/release, or allow its host.";
    case "dropped":
      return "A rule dropped it: a right shop queries the order when no notification comes.";
    case "refused":
      return "Its address cannot be called: give an http or https callbackUrl.notify.";
    case "in-flight":
      return "It is on its way now.";
    case "due":
      return attemptCount === 0
        ? "It leaves when its instant comes on the lane's clock: PUT /_sandbox/clock moves it."
        : "It failed and comes again at nextAt on the lane's clock; the shop must answer HTTP 200.";
  }
}
