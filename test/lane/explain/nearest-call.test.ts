import { describe, expect, it } from "vitest";
import { minorUnits } from "../../../src/core/domain/money.js";
import { type CompiledRule, compileRule, type RuleTrace } from "../../../src/core/scenario/matching/choose.js";
import type { ObservedCall } from "../../../src/core/scenario/matching/expectations.js";
import type { Rule } from "../../../src/core/scenario/rule/rule.js";
import { nearestCall } from "../../../src/lane/explain/nearest-call.js";
import type { Lane } from "../../../src/lane/lane.js";
import type { Explanation } from "../../../src/lane/ports/explanation.js";
import { exchange } from "../../support/exchange.js";

const call = (id: number, operation: string, over: Partial<ObservedCall> = {}): ObservedCall => ({
  ...{ requestId: `req-${id}`, operation },
  ...over,
});
const calls = [
  call(1, "hosted-checkout/query"),
  call(2, "hosted-checkout/create", { amountMinor: minorUnits(5000), currency: "HKD" }),
  call(3, "hosted-checkout/create", { amountMinor: minorUnits(5000), currency: "USD" }),
];
const ruleOf = (when: Rule["when"], name?: string): CompiledRule =>
  compileRule({ name, when, then: {} } as Rule, { id: name ?? "r", origin: "file", since: 0 } as never);

/** A lane whose journal knows of each call what `explanation` says, and that these rules were in force. */
const laneOf = (asked: readonly CompiledRule[], explanation: Partial<Explanation>) =>
  ({
    rules: { asked: () => asked },
    store: {
      views: {
        rulesFor: async () => ({ rules: [] }),
        exchange: async (id: number) => {
          const { requestId: _, ...subject } = calls[id - 1]!;
          return exchange({ id, explain: JSON.stringify({ subject, matched: [], ...explanation }) });
        },
      },
    },
  }) as unknown as Lane;
const near = async (when: Rule["when"], among = calls) =>
  (await nearestCall(laneOf([], {}), ruleOf(when), among))?.text;

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
  ])("%s", async (_, when, text) => {
    expect(await near(when)).toBe(text);
  });

  const query = ruleOf({ operation: "*/query" });
  const all = ruleOf({ operation: "*" }, "all");
  const traceOf = (ruleId: string, more: Pick<RuleTrace, "outcome" | "why">): RuleTrace => ({
    ...{ ruleId, name: ruleId, origin: "file" },
    ...more,
  });
  it.each<[string, readonly CompiledRule[], Partial<Explanation>, string]>([
    [
      "the call ended before the rules",
      [query],
      { ended: "invalid-parameter", detail: "lineItems: required" },
      "all clauses hold, but the call ended before the rules were tried: invalid-parameter (lineItems: required)",
    ],
    [
      "the rule skips the first calls",
      [query],
      { matched: [traceOf("r", { outcome: "skipped", why: "skips 2 first, this is call 1" })] },
      "it matched, but the rule did not fire: skips 2 first, this is call 1",
    ],
    [
      "an earlier rule took it",
      [all, query],
      { matched: [traceOf("all", { outcome: "fired", why: "all clauses hold" })] },
      'it matched, but rule "all" stands before it, and the first rule that matches wins',
    ],
    ["the rule came later", [], {}, "it matched, but the rule was not there yet, or could not act on it"],
  ])("matched, but %s", async (_, asked, explanation, text) => {
    const nearest = await nearestCall(laneOf(asked, explanation), query, calls);
    const takenBy = text.includes("stands before it") ? '"all"' : undefined;
    expect(nearest).toEqual({ missed: 0, takenBy, text: `req-1 hosted-checkout/query: ${text}` });
  });

  it("is none without calls", async () => {
    expect(await near({ operation: "*/query" }, [])).toBeUndefined();
  });
});
