/** Dangerous or careless behaviour, even if the money was right in the end. Severe practices come first. */
export const practiceIds = [
  "retried-under-new-reference",
  "refunds-in-parallel",
  "redirect-taken-for-proof",
  "http-200-taken-for-success",
  "forged-notice-believed",
  "signature-never-checked",
  "pay-button-live-once-paid",
  "two-orders-by-double-click",
  "changed-cart-at-old-price",
  "secret-exposed",
  "two-orders-by-one-form",
  "client-sends-again",
  "trusts-notification-alone",
  "slow-to-answer-notices",
  "right-notice-answered-with-error",
  "reference-reused",
  "polls-too-fast",
  "gives-up-after-one-lost-query",
  "card-number-in-output",
] as const;

export type PracticeId = (typeof practiceIds)[number];
