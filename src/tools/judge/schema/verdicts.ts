/** Possible final errors about the money, the most severe first. Each is an accusation. */
export const accusations = [
  "believed-forged",
  "charged-twice",
  "wrong-payer",
  "refunded-twice",
  "fulfilled-twice",
  "paid-unpaid",
  "refund-not-made",
  "refunded-still-paid",
  "shipped-unpaid",
  "paid-unknown",
  "kept-unfulfilled",
  "void-lost",
  "amount-differs",
  "order-unknown",
  "waits-for-ever",
] as const;

/** Verdicts that accuse nobody. */
export const otherVerdicts = ["unreadable", "unresolved", "unstable", "noticed", "survived", "notRun"] as const;

/** The result of one mutant about the money, the most severe first. */
export const verdicts = [...accusations, ...otherVerdicts] as const;
export type Accusation = (typeof accusations)[number];
export type Verdict = (typeof verdicts)[number];

export const isAccusation = (verdict: Verdict): verdict is Accusation =>
  (accusations as readonly string[]).includes(verdict);

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

/** The sandbox holds the connection, so it knows who waits: one run is enough. */
export const isProvenByOneRun = (verdict: Verdict): boolean => verdict === "waits-for-ever";
export const isProvenByBooks = (verdict: Verdict): boolean => proven.has(verdict);
