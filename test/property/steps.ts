import fc from "fast-check";

/** One step of a walk. References are few, so that calls meet the same orders. */
export type Step =
  | {
      readonly kind: "create";
      readonly reference: string;
      readonly amount: number;
      readonly currency: "HKD" | "USD";
      readonly recurring: boolean;
    }
  | {
      readonly kind: "sale" | "recurring";
      readonly reference: string;
      readonly amount: number;
      readonly currency: "HKD" | "USD";
      readonly recurring: boolean;
      readonly token: readonly [number, string];
      readonly parent: string | undefined;
    }
  | { readonly kind: "pay"; readonly reference: string; readonly method: "CARD" | "ALIPAYHK" }
  | { readonly kind: "refund"; readonly reference: string; readonly amount: number }
  | { readonly kind: "void"; readonly reference: string; readonly path: "hosted-checkout/void" | "direct/void" }
  | { readonly kind: "query"; readonly reference: string; readonly path: "hosted-checkout/query" | "direct/query" }
  | { readonly kind: "settle" }
  | { readonly kind: "advance"; readonly byMs: number }
  | { readonly kind: "back"; readonly byMs: number }
  | { readonly kind: "restart" };

const reference = fc.constantFrom("A", "B", "C", "D", "E", "F");
const amount = fc.constantFrom(1, 100, 5000, 9999);
const currency = fc.constantFrom("HKD" as const, "USD" as const);
const recurring = fc.boolean();
const token = fc.constantFrom<readonly [number, string]>(
  [351, "user1"],
  [375, "user1"],
  [651, "user3"],
  [510, "user2"],
  [351, "user2"],
  [9, "user1"],
);

/** A step of any kind. */
export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("create" as const), reference, amount, currency, recurring }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("sale" as const),
      reference,
      amount,
      currency,
      recurring,
      token,
      parent: fc.constant(undefined),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("recurring" as const),
      reference,
      amount,
      currency: fc.constant("HKD" as const),
      recurring: fc.constant(true),
      token,
      parent: fc.option(reference, { nil: undefined }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("pay" as const),
      reference,
      method: fc.constantFrom("CARD" as const, "ALIPAYHK" as const),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("refund" as const), reference, amount }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("void" as const),
      reference,
      path: fc.constantFrom("hosted-checkout/void" as const, "direct/void" as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("query" as const),
      reference,
      path: fc.constantFrom("hosted-checkout/query" as const, "direct/query" as const),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: "settle" as const }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("advance" as const), byMs: fc.constantFrom(0, 1, 999_999, 1_000_000) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("back" as const), byMs: fc.constantFrom(1, 500_000, 1_000_000) }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: "restart" as const }) },
);

export const walk = (maxLength: number): fc.Arbitrary<readonly Step[]> =>
  fc.array(step, { minLength: 1, maxLength, size: "max" });
