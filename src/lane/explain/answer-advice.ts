import type { AnswerName } from "../../core/facts/codes.js";
import type { Exchange } from "../ports/exchange.js";

/** The developer's next step, for each kind of refusal or decline. */
export const advice: Readonly<Record<AnswerName, string>> = {
  "invalid-parameter":
    "Correct the parameter named in the message. The chapter `Parameters of <endpoint>` of docs/payment-api.md lists all.",
  "invalid-signature":
    "Sign the exact text sent as `request` (SHA256withRSA, base64) with the private key of the registered public key. Serialise once, then sign that text.",
  "no-public-key": "Register the public key: PUT /_sandbox/merchants/<id> {publicKeys}, or `merchants` in the config.",
  "merchant-not-found":
    "Check merchantId. A merchant is created by its first call, or by PUT /_sandbox/merchants/<id>.",
  "order-not-found": "Check orderId, merchantReference and merchantId, and that base_url names the order's lane.",
  "duplicate-reference":
    "Use a new merchantReference for each order. If an answer is lost, query the reference instead of sending it again.",
  "order-not-payable": "Only an OPEN order can be paid. Query it, and create a new one if it is closed or paid.",
  "already-refunded":
    "An order can be refunded only once. Query it: if the earlier refund was of another amount, this one was not given back.",
  "refund-exceeds-amount": "Refund at most the order's netAmount.",
  "insufficient-unsettled-balance":
    "Refunds are paid from unsettled sales: wait for more sales and try again, or set the balance by PUT /_sandbox/merchants/<id>.",
  "refund-not-allowed":
    "Only a SUCCESS or SETTLED order can be refunded, if its payment method allows it. Query it first.",
  "void-not-allowed":
    "A void works only once, before settlement, and only for some payment methods. Query the order. If it is SETTLED, refund it instead.",
  "token-not-found": "List the user's tokens with query-token. A token works only for its own user and merchant.",
  "token-expired": "Ask the shopper to store a new card.",
  "parent-order-not-found": "Use a paid order of this merchant as the parent.",
  "parent-not-recurring": "The parent must be made with isRecurring: true, paid, and not voided.",
  "rate-limited": "Nothing was changed. Wait, then retry with growing pauses.",
  maintenance: "Nothing was changed. Wait, then retry.",
  "system-error": "Do not treat it as a decline. Query the order before you retry.",
  "do-not-honour": "The issuer declined. Let the shopper retry or use another card.",
  "lost-card": "The issuer declined: ask for another card and do not retry this one.",
  "stolen-card": "The issuer declined: ask for another card and do not retry this one.",
  "insufficient-funds": "The issuer declined: ask for another card, or try again later.",
  "expired-card": "The card has expired: ask for another one.",
  "suspected-fraud": "The issuer declined: ask for another card and do not retry this one.",
  "limit-exceeded": "The issuer declined: ask for another card, or try again another day.",
  "authentication-failed": "The shopper failed 3-D Secure. Let them retry or use another card.",
  "issuer-unavailable": "The issuer could not be reached: try again later.",
  "malformed-envelope":
    'Send {"request": "<JSON object as text>", "signature": "…"}: `request` is a string, not an object.',
  "unknown-path": "Check the path against the endpoints of the payment API (docs/payment-api.md).",
  "wrong-method": "Use POST.",
  "body-too-large": "Send at most 1 MB.",
  "wrong-content-type": "Send Content-Type: application/json.",
};

/** The choice duplicate-reference lets a call answer with the order that has its reference. */
export const adviceOnRepeated = ({ orderId, orderStatus, reference }: Exchange): string =>
  `This call made no order and charged nothing: ${reference} is the merchantReference of order ${orderId}, which was ${orderStatus}, and was answered again (assumption duplicate-reference). For another payment use a new merchantReference.`;
