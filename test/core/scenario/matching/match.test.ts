import { beforeAll, describe, expect, it } from "vitest";
import { minorUnits, parseInstant } from "../../../../src/core/domain/money.js";
import { compileRule, type RuleTrace, replayRules } from "../../../../src/core/scenario/matching/choose.js";
import { clauses, compileWhen, mismatches } from "../../../../src/core/scenario/matching/match.js";
import { type Rule, ruleSchema, type When } from "../../../../src/core/scenario/rule/rule.js";
import {
  compileGlob,
  compilePattern,
  loadRegexesFor,
  patternProblem,
} from "../../../../src/core/scenario/values/pattern.js";
import type { Subject } from "../../../../src/core/scenario/values/subject.js";

beforeAll(() => loadRegexesFor("/any/"));

const everything: When = {
  reason: "r",
  userId: "u",
  merchantReference: "A",
  merchantId: "3",
  paymentMethod: "CARD",
  cardType: "VISA",
  currency: "HKD",
  isRecurring: true,
  orderStatus: "OPEN",
  tokenId: 351,
  orderId: 12,
  amount: { gt: 1 },
  operation: "direct/sale",
};

describe("the clauses of a when", () => {
  it("come with patterns last, and those that are left out do not", () => {
    expect(compileWhen(everything).map(({ member, expected }) => [member, expected])).toEqual([
      ["operation", "direct/sale"],
      ["amount", { gt: 1 }],
      ["currency", "HKD"],
      ["tokenId", 351],
      ["orderId", 12],
      ["cardType", "VISA"],
      ["paymentMethod", "CARD"],
      ["isRecurring", true],
      ["orderStatus", "OPEN"],
      ["merchantId", "3"],
      ["merchantReference", "A"],
      ["userId", "u"],
      ["reason", "r"],
    ]);
    expect(compileWhen({ amount: undefined, orderId: 1 }).map(({ member }) => member)).toEqual(["orderId"]);
  });

  const subject: Subject = {
    operation: "direct/sale",
    amountMinor: minorUnits(150),
    orderId: 12,
    tokenId: 351,
    orderStatus: "OPEN",
    isRecurring: true,
    currency: "HKD",
    cardType: "VISA",
    paymentMethod: "CARD",
    merchantId: "3",
    merchantReference: "A",
    userId: "U",
    reason: "r",
  };

  it("hold of a call that has all, and each is missed in one that has another or none", () => {
    const tests = compileWhen(everything);
    expect(mismatches(tests, subject)).toEqual([]);
    for (const { member, expected } of tests) {
      const own = member === "amount" ? "amountMinor" : member;
      const [other, told] = member === "amount" ? [minorUnits(100), 1] : ["another", "another"];
      expect(mismatches(tests, { ...subject, [own]: other })).toEqual([{ member, expected, actual: told }]);
      if (member === "operation") continue;
      expect(mismatches(tests, { ...subject, [own]: undefined })).toEqual([{ member, expected, actual: null }]);
    }
  });

  it("are told with whether they hold", () => {
    const tests = compileWhen({ operation: "direct/*", amount: 2, reason: "x" });
    expect(clauses(tests, { operation: "direct/sale", amountMinor: minorUnits(150) })).toEqual([
      { member: "operation", expected: "direct/*", actual: "direct/sale", holds: true },
      { member: "amount", expected: 2, actual: 1.5, holds: false },
      { member: "reason", expected: "x", actual: null, holds: false },
    ]);
  });
});

describe("a pattern", () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ["A", ["A"], ["", "a", "AA"]],
    ["*", ["", "x", "a*b"], []],
    ["A*", ["A", "Ab"], ["bA", ""]],
    ["*A", ["A", "bA"], ["Ab"]],
    ["A*A", ["AA", "AbA"], ["A", "Ab"]],
    ["A*b*C", ["AbC", "AxbxC", "AbbC"], ["AC", "Ab", "bC", "AxC"]],
    ["*b*b*", ["bb", "xbxbx"], ["b", "x"]],
    ["**", ["", "x"], []],
    ["a*x**b", ["axb", "a-x-b"], ["ab", "axx"]],
    ["a*bc*cd", ["abccd", "abcxcd"], ["abcd"]],
    ["/A/", ["A", "xAx"], ["a", ""]],
    ["/^A$/", ["A"], ["AA"]],
    ["//", ["//"], ["", "/", "x"]],
    ["/", ["/"], [""]],
    ["/A", ["/A"], ["A"]],
    ["A/", ["A/"], ["A"]],
  ])("%s fits %j and not %j", (pattern, fitting, others) => {
    const fits = compilePattern(pattern);
    expect(fitting.filter((text) => !fits(text))).toEqual([]);
    expect(others.filter((text) => fits(text))).toEqual([]);
  });

  it.each(["Ab*", "/^ab/", "aBc"])("%s looks at case, or not", (pattern) => {
    const texts = ["ABC", "abc", "aBc"];
    expect(texts.filter(compilePattern(pattern, { ignoreCase: true }))).toEqual(texts);
    expect(texts.filter(compilePattern(pattern))).toHaveLength(pattern === "Ab*" ? 0 : 1);
  });

  it.each([
    ["A*", undefined],
    ["/a+b/", undefined],
    ["//", undefined],
    ["/", undefined],
    ["/(/", expect.stringContaining("missing closing )")],
    ["/a(?=b)/", expect.stringContaining("invalid")],
  ])("%s has the problem %s", (pattern, problem) => expect(patternProblem(pattern)).toEqual(problem));

  it("of an operation has no regex: only the star is special", () => {
    expect([compileGlob("/x/")("/x/"), compileGlob("/x/")("x")]).toEqual([true, false]);
  });
});

describe("rules that were looked at are told again", () => {
  const since = parseInstant("2026-01-05T10:00:00Z");
  const compiled = (id: string, input: object, meta: object = {}) =>
    compileRule(ruleSchema.parse({ then: { outcome: "approve" }, ...input }) as Rule, {
      id,
      origin: "control",
      since,
      ...meta,
    });
  const look = (ruleId: string, outcome: RuleTrace["outcome"]): RuleTrace => ({
    ruleId,
    origin: "control",
    outcome,
    why: "kept",
  });
  const other = { when: { orderId: 7 } };
  const early = { then: { fault: "http-503", placed: "before-parse" } };
  const subject = { operation: "direct/sale" };

  it("up to the one that fired, with why the others did not match", () => {
    const rules = [
      compiled("a", { ...other, name: "seven" }, { scenario: "s", file: "f.yaml", line: 3 }),
      compiled("b", {}),
      compiled("c", other),
      compiled("d", {}),
      compiled("e", {}),
    ];
    const why = [{ member: "orderId", expected: 7, actual: null }];
    expect(replayRules(rules, subject, [look("b", "skipped"), look("d", "fired")])).toEqual([
      {
        ruleId: "a",
        origin: "control",
        name: "seven",
        scenario: "s",
        file: "f.yaml",
        line: 3,
        outcome: "no-match",
        why,
      },
      look("b", "skipped"),
      { ruleId: "c", origin: "control", outcome: "no-match", why },
      look("d", "fired"),
    ]);
  });

  it("all of them where none fired", () => {
    const rules = [compiled("a", other), compiled("b", {}), compiled("c", other)];
    const again = replayRules(rules, subject, [look("b", "skipped")]);
    expect(again.map(({ ruleId, outcome }) => [ruleId, outcome])).toEqual([
      ["a", "no-match"],
      ["b", "skipped"],
      ["c", "no-match"],
    ]);
  });

  it("without those before the parse that did not match", () => {
    const rules = [compiled("a", early), compiled("b", early), compiled("c", other)];
    expect(replayRules(rules, subject, [look("b", "skipped")]).map(({ ruleId }) => ruleId)).toEqual(["b", "c"]);
  });
});
