/** The shop's mistake. A grave one fails the run. */
interface PracticeText {
  readonly grave: boolean;
  readonly cause: string;
}

/** Dangerous or careless behaviour, even if the money was right in the end. Severe practices come first. */
export const practiceTexts = {
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
  "booked-by-amount": {
    grave: true,
    cause:
      "The shop counted an order as paid though nothing said so, after a genuine notification of another order with the same amount.",
  },
  "http-200-taken-for-success": {
    grave: true,
    cause: "The shop counted a call as done that was refused: it took HTTP 200, or that response code, for success.",
  },
  "forged-notice-believed": { grave: true, cause: "The shop believed a notification that the service never sent." },
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
  "secret-exposed": {
    grave: true,
    cause: "The shop exposed a secret: a private key, or a card number in a reference or an address.",
  },
  "two-orders-by-one-form": {
    grave: false,
    cause:
      "The form of the shop's pay button came twice, and made two orders for one cart. Browsers send a form again if the answer is lost.",
  },
  "client-sends-again": {
    grave: false,
    cause:
      "A lost call came again with the same bytes. Most likely the shop's HTTP client sent it again by itself, or a retry loop of the shop did.",
  },
  "trusts-notification-alone": {
    grave: false,
    cause:
      "The shop counted an order as paid by a genuine notification of another merchant's order, which had the same reference and amount.",
  },
  "slow-to-answer-notices": { grave: false, cause: "The shop took over 5 s to answer a notification." },
  "right-notice-answered-with-error": {
    grave: false,
    cause: "The shop answered a genuine notification with an error.",
  },
  "reference-reused": { grave: false, cause: "The shop reused a merchantReference that had already been answered." },
  "polls-too-fast": {
    grave: false,
    cause: "The shop sent more than ten queries in a row, faster than two per second.",
  },
  "gives-up-after-one-lost-query": {
    grave: false,
    cause: "The answer to a query was lost, and the shop did not query again.",
  },
  "card-number-in-output": {
    grave: false,
    cause: "The command printed the number of a test card. The source may be the test, not the shop.",
  },
} as const satisfies Readonly<Record<string, PracticeText>>;

export type PracticeId = keyof typeof practiceTexts;
export const practiceIds = Object.keys(practiceTexts) as [PracticeId, ...PracticeId[]];
