import type { PracticeId } from "../schema/practice-ids.js";
import type { Practice } from "../schema/report.js";

/** For each practice: the shop's mistake. */
export const practiceTexts: Readonly<Record<PracticeId, Pick<Practice, "grave" | "cause">>> = {
  "retried-under-new-reference": {
    grave: true,
    cause:
      "After a lost answer, the shop charged again under another reference, though the first charge may have succeeded.",
  },
  "refunds-in-parallel": {
    grave: true,
    cause: "The shop sent a refund while an earlier refund of the same order was still open.",
  },
  "redirect-taken-for-proof": {
    grave: true,
    cause: "The shop counted an order as paid because the shopper's browser came back.",
  },
  "http-200-taken-for-success": {
    grave: true,
    cause: "The shop treated HTTP 200 as success, although its response code was not 0000.",
  },
  "forged-notice-believed": {
    grave: true,
    cause: "The shop believed a notification that the service never sent.",
  },
  "signature-never-checked": {
    grave: true,
    cause: "The shop counted an order as paid because of a notification with an invalid signature.",
  },
  "pay-button-live-once-paid": {
    grave: true,
    cause: "The shop's pay button made another order for a cart that was paid.",
  },
  "two-orders-by-double-click": {
    grave: true,
    cause: "A double click on the shop's pay button made two orders for one cart.",
  },
  "changed-cart-at-old-price": {
    grave: true,
    cause: "The cart changed after its payment page was opened, and the shop delivered the new cart for the old price.",
  },
  "two-orders-by-one-form": {
    grave: false,
    cause:
      "The form of the shop's pay button came twice, and made two orders for one cart. Browsers send a form again if the answer is lost.",
  },
  "secret-exposed": {
    grave: true,
    cause: "The shop exposed a secret: a private key, or a card number in a reference or an address.",
  },
  "card-number-in-output": {
    grave: false,
    cause: "The command printed the number of a test card. The source may be the test, not the shop.",
  },
  "slow-to-answer-notices": {
    grave: false,
    cause: "The shop took over 5 s to answer a notification.",
  },
  "right-notice-answered-with-error": {
    grave: false,
    cause: "The shop answered a genuine notification with an error.",
  },
  "reference-reused": {
    grave: false,
    cause: "The shop reused a merchantReference that had already been answered.",
  },
  "polls-too-fast": {
    grave: false,
    cause: "The shop sent more than ten queries in a row, faster than two per second.",
  },
  "gives-up-after-one-lost-query": {
    grave: false,
    cause: "The answer to a query was lost, and the shop did not query again.",
  },
  "trusts-notification-alone": {
    grave: false,
    cause:
      "The shop counted an order as paid by a genuine notification of another merchant's order, which had the same reference and amount.",
  },
  "client-sends-again": {
    grave: false,
    cause: "A lost call came again with the same bytes. Most likely the shop's HTTP client sent it again by itself.",
  },
};
