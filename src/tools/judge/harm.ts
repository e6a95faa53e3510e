import { believedAmount } from "./schema/beliefs-schema.js";
import type { Book, Finding, JudgeReport } from "./schema/report.js";
import { type Accusation, rankOf, verdictTexts } from "./schema/verdicts.js";

type Sides = Pick<Finding, "verdict" | "references" | "books" | "beliefs">;

/** What the dry run charged for the goods and gave back, in the currency's main unit. */
interface Planned {
  readonly paid: number;
  readonly back: number;
}

/** The money that a finding is about. */
export function harmIn({ verdict, references, books, beliefs }: Sides, planned: Planned): Finding["harm"] {
  const ofBooks = references.flatMap((one) => books[one] ?? []);
  const told = references.flatMap((one) => beliefs[one] ?? []);
  const sum = (all: readonly (number | null | undefined)[]) =>
    all.reduce<number>((total, one) => total + (one ?? 0), 0);
  const paid = sum(ofBooks.map((book) => book.paid));
  const back = sum(ofBooks.map(givenBack));
  const believed = sum(told.map((one) => one.paid));
  const believedBack = sum(told.map((one) => one.refunded));
  const toldPrice = Math.max(0, ...told.map((one) => one.price ?? 0));
  const price = toldPrice || planned.paid;
  const largest = Math.max(0, ...ofBooks.map((book) => book.paid));
  const currency = ofBooks[0]?.currency ?? told[0]?.currency ?? "HKD";
  return {
    currency,
    amount: rounded(
      Math.max(
        0,
        amounts[verdict]({ paid, back, believed, believedBack, toldPrice, price, largest, plannedBack: planned.back }),
      ),
    ),
  };
}

/** A voided charge went back as a whole. */
const givenBack = ({ voided, paid, refunded }: Book): number => (voided ? paid : refunded);

interface Sums {
  readonly paid: number;
  readonly back: number;
  readonly believed: number;
  readonly believedBack: number;
  /** 0 if the shop tells none. */
  readonly toldPrice: number;
  /** 0 if the shop tells none and the dry run sold nothing under these names. */
  readonly price: number;
  /** The largest of the charges. */
  readonly largest: number;
  readonly plannedBack: number;
}

const amounts: Readonly<Record<Accusation, (sums: Sums) => number>> = {
  "believed-forged": ({ paid, believed, back, believedBack }) =>
    Math.abs(believed - paid) || Math.abs(believedBack - back),
  // One charge was due. What the dry run gave back too does not make good for the extra charge.
  "charged-twice": ({ paid, back, price, largest, plannedBack }) => {
    const due = price || largest;
    return Math.min(paid - due, paid - back - (due - plannedBack));
  },
  "wrong-payer": ({ paid, back }) => paid - back,
  "refunded-twice": ({ back, believedBack }) => Math.abs(believedBack - back) || back,
  "fulfilled-twice": ({ paid, back, price }) => Math.max(paid - back, price),
  "paid-unpaid": ({ paid, believed }) => believed - paid,
  "refund-not-made": ({ back, believedBack }) => believedBack - back,
  "refunded-still-paid": ({ back, believedBack }) => back - believedBack,
  "shipped-unpaid": ({ price, believed }) => price || believed,
  "paid-unknown": ({ paid, believed }) => paid - believed,
  "kept-unfulfilled": ({ paid, back }) => paid - back,
  "void-lost": ({ paid }) => paid,
  "amount-differs": ({ paid, believed, back, believedBack, toldPrice, plannedBack }) =>
    Math.abs(believed - paid) + Math.abs(believedBack - back) ||
    // Of a charge above the price, what the shop gave back beside the planned refund is no harm.
    Math.abs(paid - (toldPrice || paid)) - (paid > toldPrice ? Math.max(0, back - plannedBack) : 0),
  "order-unknown": ({ believed }) => believed,
  "waits-for-ever": ({ paid, back }) => Math.max(paid - back, back),
};

const rounded = (amount: number): number => (believedAmount(Math.round(amount * 100) / 100) ?? 0) / 100;

/** The sum of all findings by verdict and currency, the most severe first. */
export function harmOf(findings: readonly Pick<Finding, "verdict" | "harm" | "mutant">[]): JudgeReport["harm"] {
  const groups = [...Map.groupBy(findings, ({ verdict, harm }) => `${verdict} ${harm.currency}`).values()];
  return groups
    .map((group) => {
      const { verdict, harm } = group[0]!;
      const amount = rounded(group.reduce((sum, one) => sum + one.harm.amount, 0));
      const runs = new Set(group.map(({ mutant }) => mutant)).size;
      return { verdict, currency: harm.currency, amount, runs, what: verdictTexts[verdict].harm };
    })
    .sort((a, b) => rankOf(a.verdict) - rankOf(b.verdict));
}
