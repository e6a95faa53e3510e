import fc from "fast-check";
import { expect, it } from "vitest";
import { coveredBy } from "../../../../src/core/scenario/document/covering.js";
import { covers } from "../../../../src/core/scenario/document/shadow.js";
import { type Rule, ruleSchema } from "../../../../src/core/scenario/rule/rule.js";

const oneOf = <T>(...values: T[]) => fc.constantFrom(...values);
const someRule: fc.Arbitrary<Rule> = fc
  .record(
    {
      when: fc.record(
        {
          operation: oneOf("*", "*/refund", "direct/refund", "hosted-checkout/refund"),
          merchantReference: oneOf("A-*", "A-1", "A-1*", "/A/"),
          amount: oneOf<unknown>(5, { gt: 4 }, { gte: 5, lte: 5 }, { lt: 9, ne: 5 }, { endsWith: ".00" }),
          isRecurring: oneOf(true, false),
        },
        { requiredKeys: [] },
      ),
      times: oneOf(1),
      until: oneOf("1h", "2h"),
      then: oneOf({ outcome: "approve" }, { fault: "http-503", placed: "before-parse" }),
    },
    { requiredKeys: ["then"] },
  )
  .map((rule) => rule as Rule);

it("finds the first rule that covers another, as looking at each pair does", () => {
  fc.assert(
    fc.property(fc.array(someRule, { maxLength: 25 }), (rules) => {
      const pairwise = rules.map((rule, i) => rules.findIndex((other, j) => j !== i && covers(other, rule, j < i)));
      expect(coveredBy(rules).map((index) => index ?? -1)).toEqual(pairwise);
    }),
    { seed: 13, numRuns: 500 },
  );
});

it("sees the first of many rules cover each of the others", () => {
  const rules = Array.from({ length: 3000 }, (_, i) =>
    ruleSchema.parse({ ...(i > 0 && { when: { merchantReference: `A-${i}-*` } }), then: { outcome: "approve" } }),
  );
  expect(coveredBy(rules).slice(1)).toEqual(Array(2999).fill(0));
});

const ruleOf = (when: object, more: object = {}): Rule =>
  ruleSchema.parse({ when, ...more, then: { outcome: "approve" } });
const starred = (count: number): readonly Rule[] =>
  Array.from({ length: count }, (_, i) => ruleOf({ merchantReference: `A-${i}-*` }));

it("finds one of thousands by its values, whatever their order", () => {
  const rules = Array.from({ length: 3000 }, (_, i) =>
    ruleOf({ merchantReference: `A-${i}`, orderId: i + 1, amount: i }),
  );
  const again = ruleOf({ amount: { gte: 2000, lte: 2000 }, orderId: 2001, merchantReference: "A-2000" });
  expect(coveredBy([...rules, again]).at(-1)).toBe(2000);
});

it("finds the second of two with the same values, where the first one ends", () => {
  const when = { merchantReference: "A-1" };
  expect(coveredBy([ruleOf(when, { until: "1h" }), ruleOf(when), ruleOf(when)])).toEqual([undefined, undefined, 1]);
});

it("looks through a hundred rules with stars, and not through twenty thousand", () => {
  const last = ruleOf({ merchantReference: "A-99-1" });
  expect(coveredBy([...starred(100), last]).at(-1)).toBe(99);
  const late = ruleOf({ merchantReference: "A-19999-1" });
  expect(coveredBy([...starred(20_000), late]).at(-1)).toBeUndefined();
});
