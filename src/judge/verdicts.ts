import type { Accusation, Verdict } from "../library/language.js";

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

export const isAccusation = (verdict: Verdict): verdict is Accusation =>
  (accusations as readonly string[]).includes(verdict);

const rank = new Map<Verdict, number>(verdicts.map((verdict, i) => [verdict, i]));

/** The lower, the graver. */
export const rankOf = (verdict: Verdict): number => rank.get(verdict)!;

/** The gravest of them; \`survived\` where there is none. */
export const gravest = (all: readonly Verdict[]): Verdict =>
  all.reduce((worst, one) => (rankOf(one) < rankOf(worst) ? one : worst), "survived" as Verdict);
