import { typed } from "../../../package/typed.js";
import type { PracticeId } from "./practice-texts.js";

/** A verdict in words. */
interface VerdictText {
  /** The shop … */
  readonly means: string;
  /** How a finding's money was harmed, for totals. */
  readonly harm: string;
}

/** Possible final errors about the money, the most severe first. Each is an accusation. */
export const verdictTexts = {
  "believed-forged": { means: "believed a forged notification", harm: "believed because of a forged notification" },
  "charged-twice": { means: "charged one cart too often", harm: "charged twice" },
  "wrong-payer": { means: "charged another user's stored card", harm: "charged to another user" },
  "refunded-twice": { means: "refunded twice, or counts a refund twice", harm: "refunded or counted twice" },
  "fulfilled-twice": { means: "delivered more often than it was paid", harm: "delivered once too often" },
  "paid-unpaid": { means: "counts an unpaid order as paid", harm: "counted as paid, but not paid" },
  "refund-not-made": { means: "counts a refund that was not made", harm: "counted as refunded, but kept" },
  "refunded-still-paid": { means: "does not know about a refund", harm: "refunded without the shop's knowledge" },
  "shipped-unpaid": { means: "delivered an unpaid order", harm: "delivered without payment" },
  "paid-unknown": { means: "does not know about a payment", harm: "charged without the shop's knowledge" },
  "kept-unfulfilled": { means: "was paid, knows it, and delivered nothing", harm: "kept and not delivered" },
  "void-lost": { means: "does not know that a sale was voided", harm: "voided without the shop's knowledge" },
  "amount-differs": {
    means: "has a different amount or currency than the books, or charged another one than its price",
    harm: "off from the books",
  },
  "order-unknown": {
    means: "believes in an order that the service never received",
    harm: "believed, but never charged",
  },
  "waits-for-ever": {
    means: "waited for an answer until it was ended",
    harm: "at stake while the shop waited for ever",
  },
} as const satisfies Readonly<Record<string, VerdictText>>;

export type Accusation = keyof typeof verdictTexts;
export const accusations = Object.keys(verdictTexts) as [Accusation, ...Accusation[]];

/** The command that prints the chapter about a verdict or a practice. */
export const chapterOf = (id: Accusation | PracticeId): string => `${typed()} docs ${id}`;

/** Verdicts that accuse nobody. */
export const otherVerdicts = ["unreadable", "unresolved", "unstable", "noticed", "survived", "notRun"] as const;

/** The result of one mutant about the money, the most severe first. */
export const verdicts = [...accusations, ...otherVerdicts] as const;
export type Verdict = (typeof verdicts)[number];

export const isAccusation = (verdict: Verdict): verdict is Accusation => Object.hasOwn(verdictTexts, verdict);

/** True if the verdict accuses nobody, and clears nobody: somebody has to look at the run. */
export const isUndecided = (verdict: Verdict): boolean =>
  verdict === "unresolved" || verdict === "unreadable" || verdict === "unstable" || verdict === "noticed";

const rank = new Map<Verdict, number>(verdicts.map((verdict, i) => [verdict, i]));

/** A lower rank is more severe. */
export const rankOf = (verdict: Verdict): number => rank.get(verdict)!;

/** The most severe of them. \`survived\` if there is none. */
export const gravest = (all: readonly Verdict[]): Verdict =>
  all.reduce((worst, one) => (rankOf(one) < rankOf(worst) ? one : worst), "survived" as Verdict);

/** Verdicts that the books and the shop's own beliefs prove. A busy machine can't cause them. */
const proven: ReadonlySet<Verdict> = new Set<Verdict>([
  "charged-twice",
  "wrong-payer",
  "refunded-twice",
  "fulfilled-twice",
  "shipped-unpaid",
]);

/** Verdicts of a shop whose beliefs differ from the books. */
const ofBeliefs: ReadonlySet<string> = new Set<Verdict>([
  "believed-forged",
  "paid-unpaid",
  "refund-not-made",
  "refunded-still-paid",
  "paid-unknown",
  "void-lost",
  "amount-differs",
  "order-unknown",
]);
export const isOfBeliefs = (verdict: string): boolean => ofBeliefs.has(verdict);

/** The sandbox holds the connection, so it knows who waits: one run is enough. */
export const isProvenByOneRun = (verdict: Verdict): boolean => verdict === "waits-for-ever";
export const isProvenByBooks = (verdict: Verdict): boolean => proven.has(verdict);
