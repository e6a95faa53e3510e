import type { PracticeId } from "./practice-texts.js";
import type { Accusation } from "./verdicts.js";

export const BY_REFERENCE =
  "Book a notification on the order of its merchantReference, never on an open order with that amount. If your handler already does that, look at what the shopper's return does: it proves nothing, so query the order then. And see how the shop reads a query: an order that is OPEN is not paid, though its responseCode is 0000.";
export const NOT_REFUNDED =
  'Count a refund only if its answer says responseCode "0000", or a query shows it. If it was refused, tell the customer and try again later.';
const VERIFY = "Verify the signature of each notification, or treat it as a hint and query the order.";

/** The cure of each verdict and practice, in two or three sentences. */
export const mistakeCures: Readonly<Record<Accusation | PracticeId, string>> = {
  "believed-forged":
    "Verify the signature of each notification over all of its fields before you write anything. Better still, treat it as a hint and query the order.",
  "charged-twice":
    "If the answer to a charge is lost, query its reference before you charge again. Charge again only if the service does not know the order or says that it is not paid.",
  "wrong-payer":
    "Read the stored card from the user who pays, in the same request that charges it. Keep no card from an earlier request or customer.",
  "refunded-twice":
    "Record a refund before you send it, and set the refunded amount instead of adding to it. If the answer is lost, query the order.",
  "fulfilled-twice":
    "Deliver in the transaction that first marks the order as paid, with a condition such as UPDATE … WHERE status = 'pending'. Answer a repeated notification with OK and do nothing.",
  "paid-unpaid":
    'Count an order as paid only if an answer, a query or a genuine notification for this order has responseCode "0000" and a paid status. A redirect proves nothing.',
  "refund-not-made": NOT_REFUNDED,
  "refunded-still-paid":
    "If the answer to a refund is lost, query the order and use its netAmount. Also query an order before you deliver it, because the back office may have refunded it.",
  "shipped-unpaid":
    "Deliver only after the service has said that the order is paid. Do not deliver when the order is created or the shopper comes back.",
  "paid-unknown":
    "If an answer is lost, the result is unknown: query the order until an answer arrives. Never record it as failed because of a timeout. SETTLED and REFUNDED were paid, too, and a status that the shop does not know is neither paid nor failed.",
  "kept-unfulfilled":
    "Deliver on every path that marks an order as paid: answer, notification, query and recovery job. Best of all, let them share one function. An order that was refunded in part (REFUNDED, netAmount above 0) is to be delivered, too.",
  "void-lost": "If the answer to a void is lost, query the order. The status VOIDED means that the money went back.",
  "amount-differs":
    "Read amounts as decimals of the main unit, calculate in integer cents, and send and compare the currency. A refund may be partial: its amount is the order's amount minus its netAmount.",
  "order-unknown":
    'A call whose answer is lost may never have arrived. Query the reference, and treat "not found" as not paid.',
  "waits-for-ever":
    "Give each call a time limit, such as 20 s. When it passes, the result is unknown: query the order.",
  "retried-under-new-reference":
    "Query the first reference. Charge again only if the service does not know it, or says that it is not paid.",
  "refunds-in-parallel":
    "Let only one worker at a time refund an order. Use a lock, or a row that only one worker can claim.",
  "redirect-taken-for-proof": "Anyone can open that address. Query the order, and believe only the answer.",
  "booked-by-amount": BY_REFERENCE,
  "http-200-taken-for-success": 'Every business answer is HTTP 200. Only responseCode "0000" means success.',
  "forged-notice-believed": VERIFY,
  "signature-never-checked": VERIFY,
  "pay-button-live-once-paid":
    "Look at the cart on the server when the button is clicked. If it is paid, show the paid order and make no other one.",
  "two-orders-by-double-click":
    "Disable the button with the first click. On the server, let a second click get the order that the first one made.",
  "changed-cart-at-old-price":
    "Write down what an order is for when you create it, and deliver that. Or compare the amount that was paid with the cart before you deliver.",
  "two-orders-by-one-form":
    "Give each form a number of its own, or look at the cart: a form that comes again gets the order that the first one made.",
  "secret-exposed": "Never log a key or a whole request, and never build a reference or an address from card data.",
  "card-number-in-output": "Log the reference and the response code. Mask card numbers before you log anything.",
  "slow-to-answer-notices":
    "Answer OK at once, and do the work afterwards. The service retries a notification that is not answered in time.",
  "right-notice-answered-with-error":
    "Answer OK to every genuine notification that you have stored, repeated ones too. Otherwise the service retries it for hours. An error is right only if the handler could not store it, because its own query failed or the order is not in your database yet.",
  "reference-reused":
    "Give each order a reference of its own. If it was one order, sent twice by a double click or a second job, claim its row before you send it: then only one of them does.",
  "polls-too-fast":
    "Wait for the notification, and query every few seconds at most. A driver that runs the shop's job again and again makes it ask as often.",
  "gives-up-after-one-lost-query": "A query changes nothing. Repeat it until an answer arrives.",
  "trusts-notification-alone":
    "The service signs for all merchants with one key, and a notification names no merchant. Query the order before you deliver, or compare the orderId.",
  "client-sends-again":
    "Turn that off in the client or in your retry loop. If a charge is refused as used before, query its reference and take that result.",
};
