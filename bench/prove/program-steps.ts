import fc from "fast-check";
import { step as plainStep, type Step } from "../../test/property/steps.js";

export const laneNames = ["a", "b", "c"] as const;
export type LaneName = (typeof laneNames)[number];

/** Refusals that a rule may force, with their codes (facts/codes.ts, written out). */
export const forced = { "rate-limited": "9001", maintenance: "9002" } as const;
export type Forced = keyof typeof forced;

export const operations = {
  create: "hosted-checkout/create",
  sale: "tokenization/sale",
  recurring: "tokenization/recurring",
  refund: "hosted-checkout/refund",
} as const;
export type Operation = keyof typeof operations;

/** What a program does besides the steps of a walk. */
export type OwnStep =
  /** A shopper on the page, by a form. */
  | { readonly kind: "page"; readonly reference: string; readonly does: "pay" | "decline" | "cancel" | "forge" }
  | { readonly kind: "rule"; readonly operation: Operation; readonly reference: string; readonly outcome: Forced }
  | { readonly kind: "unrule" | "reset" | "save" }
  /** The lane becomes what the snapshot of that lane holds. */
  | { readonly kind: "load"; readonly of: LaneName };

export interface ProgramStep {
  readonly lane: LaneName;
  readonly step: Step | OwnStep;
}

const reference = fc.constantFrom("A", "B", "C", "D", "E", "F");
const own: fc.Arbitrary<OwnStep> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("page" as const),
      reference,
      does: fc.constantFrom("pay" as const, "pay" as const, "decline" as const, "cancel" as const, "forge" as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("rule" as const),
      operation: fc.constantFrom(...(Object.keys(operations) as Operation[])),
      reference,
      outcome: fc.constantFrom(...(Object.keys(forced) as Forced[])),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom("unrule" as const, "reset" as const, "save" as const, "save" as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("load" as const), of: fc.constantFrom(...laneNames) }) },
);

const programStep: fc.Arbitrary<ProgramStep> = fc.record({
  lane: fc.constantFrom(...laneNames),
  step: fc.oneof({ weight: 3, arbitrary: plainStep }, { weight: 1, arbitrary: own }),
});

export const programOf = (maxLength: number): fc.Arbitrary<ProgramStep[]> =>
  fc.array(programStep, { minLength: 1, maxLength, size: "max" });
