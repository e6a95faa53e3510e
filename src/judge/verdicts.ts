/** What may be wrong about the money in the end, gravest first. Each is an accusation. */
export const accusations = [
  "believed-forged",
  "charged-twice",
  "refunded-twice",
  "paid-unpaid",
  "refund-not-made",
  "refunded-still-paid",
  "shipped-unpaid",
  "paid-unknown",
  "void-lost",
  "amount-differs",
  "order-unknown",
] as const;

/** What accuses nobody. */
export const otherVerdicts = ["unresolved", "unstable", "noticed", "survived", "notRun"] as const;

/** What came of the money in one mutant, gravest first. */
export const verdicts = [...accusations, ...otherVerdicts] as const;
