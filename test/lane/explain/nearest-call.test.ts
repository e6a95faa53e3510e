import { describe, expect, it } from "vitest";
import { minorUnits } from "../../../src/core/domain/money.js";
import { compileRule } from "../../../src/core/scenario/matching/choose.js";
import type { ObservedCall } from "../../../src/core/scenario/matching/expectations.js";
import type { Rule } from "../../../src/core/scenario/rule/rule.js";
import { nearestCall } from "../../../src/lane/explain/nearest-call.js";

const call = (id: number, operation: string, over: Partial<ObservedCall> = {}): ObservedCall => ({
  ...{ requestId: `req-${id}`, operation },
  ...over,
});
const calls = [
  call(1, "hosted-checkout/query"),
  call(2, "hosted-checkout/create", { amountMinor: minorUnits(5000), currency: "HKD" }),
  call(3, "hosted-checkout/create", { amountMinor: minorUnits(5000), currency: "USD" }),
];
const ruleOf = (when: Rule["when"], name?: string) =>
  compileRule({ name, when, then: {} } as Rule, { id: "r", origin: "rule", since: 0 } as never);
const near = (when: Rule["when"], among = calls) => nearestCall(ruleOf(when), among)?.text;

describe("the call that a rule nearly changed", () => {
  it.each<[string, Rule["when"], string]>([
    [
      "misses one amount",
      { operation: "*/create", amount: 49.99 },
      "req-2 hosted-checkout/create: amount is 50, expected 49.99",
    ],
    [
      "is that of the fewest clauses",
      { amount: 49.99, currency: "USD" } as Rule["when"],
      "req-3 hosted-checkout/create: amount is 50, expected 49.99",
    ],
    [
      "has another operation",
      { operation: "direct/sale", amount: 50 },
      'req-2 hosted-checkout/create: operation is "hosted-checkout/create", expected "direct/sale"',
    ],
    [
      "matched, but was left out",
      { operation: "*/query" },
      "req-1 hosted-checkout/query: it matched, but after, times, until or chance left it out",
    ],
  ])("%s", (_, when, text) => {
    expect(near(when)).toBe(text);
  });

  it("matched, but an earlier rule took it", () => {
    const earlier = [ruleOf({ operation: "direct/*" }), ruleOf({ operation: "*" }, "all")];
    expect(nearestCall(ruleOf({ operation: "*/query" }), calls, earlier)?.text).toBe(
      'req-1 hosted-checkout/query: it matched, but rule "all" stands before it, and the first rule that matches wins',
    );
  });

  it("is none without calls", () => {
    expect(near({ operation: "*/query" }, [])).toBeUndefined();
  });
});
