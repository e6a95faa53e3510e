/** How a shop can be careless, whatever came of the money. The grave ones first. */
export const mannerIds = [
  "retried-under-new-reference",
  "refunds-in-parallel",
  "redirect-taken-for-proof",
  "http-200-taken-for-success",
  "forged-notice-believed",
  "signature-never-checked",
  "slow-to-answer-notices",
  "right-notice-answered-with-error",
  "reference-reused",
  "polls-too-fast",
  "gives-up-after-one-lost-query",
] as const;
