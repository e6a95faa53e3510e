/**
 * The kinds of change that a mutant can make, those that may cost the most first: money that moves unseen, then false
 * information, then the rest. The plan takes them in this order.
 */
export const families = [
  "after-commit",
  "decline-lost",
  // Before the false notifications that come beside a decline.
  "decline",
  "race",
  "crash",
  "notice",
  "again",
  "forged",
  "foreign",
  "page",
  "shopper",
  "double",
  "cart",
  "state",
  "amounts",
  "keyless",
  "lost",
  "refusal",
  "before-commit",
  "order",
  "future",
  "slow",
  "assume",
] as const;
export type Family = (typeof families)[number];
