/** The kinds of change that a mutant can make. */
export const families = [
  "decline",
  "refusal",
  "before-commit",
  "after-commit",
  "slow",
  "notice",
  "page",
  "state",
] as const;
export type Family = (typeof families)[number];
