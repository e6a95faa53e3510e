import { describe, expect, it } from "vitest";
import { compileRule, type Origin, type RuleTrace } from "../../../src/core/scenario/matching/choose.js";
import type { Rule } from "../../../src/core/scenario/rule/rule.js";
import { ruleName, ruleSummaries } from "../../../src/lane/explain/rules.js";
import type { Explanation } from "../../../src/lane/ports/explanation.js";
import { NOW } from "../../support/orders.js";

const compiled = (id: string, rule: Rule, origin: Origin = "control") => compileRule(rule, { id, origin, since: NOW });
const explanation = (over: Partial<Explanation> = {}): Explanation => ({
  subject: { operation: "direct/sale", amountMinor: 5000 as Explanation["subject"]["amountMinor"] },
  matched: [],
  ...over,
});
const look = (ruleId: string, over: { readonly [K in keyof RuleTrace]?: RuleTrace[K] | undefined } = {}): RuleTrace =>
  ({
    ruleId,
    origin: "control",
    outcome: "fired",
    why: "fired",
    seen: 2,
    fired: 1,
    ...over,
  }) as RuleTrace;

describe("a rule's name", () => {
  it.each([
    [{ name: "dear" }, '"dear"'],
    [{}, '"rule-1"'],
    [{ file: "a.yaml" }, '"rule-1" (a.yaml)'],
    [{ name: "dear", file: "a.yaml", line: 7 }, '"dear" (a.yaml:7)'],
  ])("of %j is %s", (over, expected) => {
    expect(ruleName({ ruleId: "rule-1", origin: "file", outcome: "fired", why: "", clauses: [], ...over })).toBe(
      expected,
    );
  });
});

describe("rules that are known", () => {
  const dear = compiled("rule-1", { when: { operation: "*/sale", amount: { gt: 60 } }, then: { outcome: "approve" } });
  const all = compiled("rule-2", { then: { outcome: "maintenance" } });
  const third = compiled("rule-3", { then: { outcome: "approve" } });

  it("are told with each clause, up to the one that fired", () => {
    expect(ruleSummaries(explanation({ matched: [look("rule-2")] }), [dear, all, third])).toEqual({
      complete: true,
      rules: [
        {
          ruleId: "rule-1",
          origin: "control",
          outcome: "no-match",
          why: 'amount is 50, expected {"gt":60}',
          clauses: [
            { member: "operation", expected: "*/sale", actual: "direct/sale", holds: true },
            { member: "amount", expected: { gt: 60 }, actual: 50, holds: false },
          ],
          counter: undefined,
          then: { outcome: "approve" },
        },
        {
          ruleId: "rule-2",
          origin: "control",
          outcome: "fired",
          why: "fired",
          clauses: [],
          counter: { seen: 2, fired: 1 },
          then: { outcome: "maintenance" },
        },
      ],
    });
  });

  it("are told with where the call ended before they were tried", () => {
    const ended = explanation({ ended: "invalid-signature" });
    expect(ruleSummaries(ended, [compiled("rule-5", { then: { outcome: "approve" } })]).rules[0]).toMatchObject({
      outcome: "no-match",
      why: "all clauses hold, but the call ended before the rules were tried: invalid-signature",
    });
  });

  it("are told with all that did not hold", () => {
    const other = compiled("rule-4", { when: { operation: "*/void", amount: 1 }, then: { outcome: "approve" } });
    expect(ruleSummaries(explanation(), [other]).rules[0]?.why).toBe(
      'operation is "direct/sale", expected "*/void"; amount is 50, expected 1',
    );
  });

  it.each<Origin>(["header", "file"])("were not looked at where one that stands before them fired: %s", (origin) => {
    const matched = [look("first", { origin })];
    expect(ruleSummaries(explanation({ matched }), [dear, all]).rules.map(({ ruleId }) => ruleId)).toEqual(["first"]);
  });

  it.each<[string, Partial<RuleTrace>]>([
    ["a header's that was skipped", { origin: "header", outcome: "skipped" }],
    ["a magic one, which stands behind them,", { origin: "magic" }],
  ])("are told beside %s", (_, over) => {
    const matched = [look("first", over)];
    const told = ruleSummaries(explanation({ matched }), [dear]).rules;
    expect(told.map(({ ruleId }) => ruleId)).toEqual(["first", "rule-1"]);
  });
});

describe("rules that are gone", () => {
  it("are told by what was kept of those that matched", () => {
    const missed = [{ member: "amount", expected: 1, actual: 50 }] as const;
    const matched = [
      look("rule-1", { outcome: "skipped", why: missed, seen: undefined, fired: undefined }),
      look("rule-2"),
      look("rule-3", { outcome: "skipped", why: "fired 1 of 1 times", fired: undefined }),
      look("rule-4", { outcome: "skipped", why: "later", seen: undefined }),
    ];
    const effects = { outcome: "maintenance", delay: "1ms", delayMs: 1 };
    const { rules, complete } = ruleSummaries(explanation({ matched, effects }), undefined);
    expect(complete).toBe(false);
    expect(rules.map(({ why, clauses, counter, then }) => [why, clauses, counter, then])).toEqual([
      ["amount is 50, expected 1", [{ ...missed[0], holds: false }], undefined, undefined],
      ["fired", [], { seen: 2, fired: 1 }, { outcome: "maintenance", delay: "1ms" }],
      ["fired 1 of 1 times", [], undefined, undefined],
      ["later", [], undefined, undefined],
    ]);
  });

  it("did nothing that is known where nothing was kept of it", () => {
    const [told] = ruleSummaries(explanation({ matched: [look("rule-1")] }), undefined).rules;
    expect(told).toMatchObject({ outcome: "fired", then: undefined });
  });
});
