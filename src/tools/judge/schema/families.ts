/** The kinds of change that a mutant can make. */
export const families = [
  "decline",
  "refusal",
  "before-commit",
  "after-commit",
  "lost",
  "slow",
  "notice",
  "again",
  "foreign",
  "forged",
  "future",
  "page",
  "shopper",
  "state",
  "amounts",
  "race",
  "order",
  "crash",
  "keyless",
] as const;
export type Family = (typeof families)[number];
