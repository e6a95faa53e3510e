import type { PracticeId } from "../schema/practice-ids.js";
import type { Practice } from "../schema/report.js";

/** For each practice: the shop's mistake, and the behaviour of a correct shop. */
export const practiceTexts: Readonly<Record<PracticeId, Pick<Practice, "grave" | "cause" | "cure">>> = {
  "retried-under-new-reference": {
    grave: true,
    cause: "After a lost answer, the shop charged again under another reference without a query.",
    cure: "Query the first reference. Charge again only if the service does not know it, or says that it is not paid.",
  },
  "refunds-in-parallel": {
    grave: true,
    cause: "The shop sent a refund while an earlier refund of the same order was still open.",
    cure: "Let only one worker at a time refund an order. Use a lock, or a row that only one worker can claim.",
  },
  "redirect-taken-for-proof": {
    grave: true,
    cause: "The shop counted an order as paid because the shopper's browser came back.",
    cure: "Anyone can open that address. Query the order, and believe only the answer.",
  },
  "http-200-taken-for-success": {
    grave: true,
    cause: "The shop treated HTTP 200 as success, although its response code was not 0000.",
    cure: 'Every business answer is HTTP 200. Only responseCode "0000" means success.',
  },
  "forged-notice-believed": {
    grave: true,
    cause: "The shop believed a notification that the service never sent.",
    cure: "Verify the signature of each notification, or treat it as a hint and query the order.",
  },
  "signature-never-checked": {
    grave: true,
    cause: "The shop counted an order as paid because of a notification with an invalid signature.",
    cure: "Verify the signature of each notification, or treat it as a hint and query the order.",
  },
  "pay-button-live-once-paid": {
    grave: true,
    cause: "The shop's pay button made another order for a cart that was paid.",
    cure: "Look at the cart on the server when the button is clicked. If it is paid, show the paid order and make no other one.",
  },
  "two-orders-by-double-click": {
    grave: true,
    cause: "A double click on the shop's pay button made two orders for one cart.",
    cure: "Disable the button with the first click. On the server, let a second click get the order that the first one made.",
  },
  "changed-cart-at-old-price": {
    grave: true,
    cause: "The cart changed after its payment page was opened, and the shop delivered the new cart for the old price.",
    cure: "Write down what an order is for when you create it, and deliver that. Or compare the amount that was paid with the cart before you deliver.",
  },
  "two-orders-by-one-form": {
    grave: false,
    cause:
      "The form of the shop's pay button came twice, and made two orders for one cart. Browsers send a form again if the answer is lost.",
    cure: "Give each form a number of its own, or look at the cart: a form that comes again gets the order that the first one made.",
  },
  "secret-exposed": {
    grave: true,
    cause: "The shop exposed a secret: a private key, or a card number in a reference or an address.",
    cure: "Never log a key or a whole request, and never build a reference or an address from card data.",
  },
  "card-number-in-output": {
    grave: false,
    cause: "The command printed the number of a test card. The source may be the test, not the shop.",
    cure: "Log the reference and the response code. Mask card numbers before you log anything.",
  },
  "slow-to-answer-notices": {
    grave: false,
    cause: "The shop took over 5 s to answer a notification.",
    cure: "Answer OK at once, and do the work afterwards. The service retries a notification that is not answered in time.",
  },
  "right-notice-answered-with-error": {
    grave: false,
    cause: "The shop answered a genuine notification with an error.",
    cure: "Answer OK to every genuine notification that you have stored, repeated ones too. Otherwise the service retries it for hours.",
  },
  "reference-reused": {
    grave: false,
    cause: "The shop reused a merchantReference that had already been answered.",
    cure: "Give each order a reference of its own.",
  },
  "polls-too-fast": {
    grave: false,
    cause: "The shop sent more than ten queries in a row, faster than two per second.",
    cure: "Wait for the notification, and query every few seconds at most.",
  },
  "gives-up-after-one-lost-query": {
    grave: false,
    cause: "The answer to a query was lost, and the shop did not query again.",
    cure: "A query changes nothing. Repeat it until an answer arrives.",
  },
  "trusts-notification-alone": {
    grave: false,
    cause:
      "The shop counted an order as paid by a genuine notification of another merchant's order, which had the same reference and amount.",
    cure: "The service signs for all merchants with one key, and a notification names no merchant. Query the order before you deliver, or compare the orderId.",
  },
  "client-sends-again": {
    grave: false,
    cause: "A lost call came again with the same bytes. Most likely the shop's HTTP client sent it again by itself.",
    cure: "Turn that off in the client. If a charge is refused as used before, query its reference and take that result.",
  },
};
