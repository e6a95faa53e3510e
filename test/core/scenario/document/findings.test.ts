import { describe, expect, it } from "vitest";
import { parseInstant } from "../../../../src/core/domain/money.js";
import {
  expectationFindings,
  findings,
  ruleFindings,
  rulesLookedAt,
  warningOf,
} from "../../../../src/core/scenario/document/lint.js";
import { NOTIFYING } from "../../../../src/core/scenario/rule/notified.js";
import { expectationSchema, type Rule, ruleSchema, scenarioSchema } from "../../../../src/core/scenario/rule/rule.js";

const NOW = parseInstant("2026-01-05T10:00:00Z");
const ruleOf = (input: object): Rule => ruleSchema.parse({ then: { outcome: "approve" }, ...input });
const told = (found: ReturnType<typeof findings>): readonly string[] =>
  found.map(warningOf).map(({ where, message }) => `${where}: ${message}`);
const ofRule = (input: object, earlier: readonly Rule[] = [], mode = "wall") =>
  told(
    ruleFindings(
      ruleOf(input),
      { now: NOW, mode },
      earlier.map((rule, i) => ({ id: `rule-${i + 1}`, rule })),
    ),
  );
const ofScenario = (scenario: object) => told(findings(scenarioSchema.parse({ name: "x", ...scenario })));
const page = { auto: "pay" };
const notify = { drop: true };

describe("a rule that is put into a lane", () => {
  it.each<[object, readonly string[]]>([
    [{}, []],
    [{ chance: 0.01 }, []],
    [{ chance: 0 }, ["chance: a rule of chance 0 can never fire"]],
    [{ until: "1ms" }, []],
    [{ until: "0" }, ["until: the rule can never fire: until is not after the lane's clock"]],
    [{ until: "2026-01-05T10:00:00Z" }, ["until: the rule can never fire: until is not after the lane's clock"]],
    [{ until: "2026-01-05T10:00:00.001Z" }, []],
    [{ when: { operation: "hosted-checkout/create" }, then: { outcome: "maintenance" } }, []],
    [{ when: { operation: "hosted-checkout/*" }, then: { outcome: "already-refunded" } }, []],
    [{ then: { outcome: "already-refunded" } }, []],
    [
      { when: { operation: "hosted-checkout/create" }, then: { outcome: "insufficient-unsettled-balance" } },
      [
        "then.outcome: hosted-checkout/create never answers 2006 (insufficient-unsettled-balance) by itself: the rule forces it, the service would not, expected hosted-checkout/refund, hosted-checkout/void, tokenization/void, direct/refund, direct/void",
      ],
    ],
    [{ then: { page } }, []],
    [{ when: { operation: "hosted-checkout/*" }, then: { page } }, []],
    [{ when: { operation: "hosted-checkout/create" }, then: { page } }, []],
    [
      { when: { operation: "direct/sale" }, then: { page } },
      ["then.page: page has no effect here, expected a rule that matches hosted-checkout/create"],
    ],
    [
      { when: { operation: "tokenization/sale", reason: "x" } },
      ["when.reason: the rule can never match: no tokenization/sale has reason x"],
    ],
    [
      { when: { operation: "tokenization/query-token", amount: { gt: 1 }, orderStatus: "OPEN", userId: "u" } },
      [
        "when.amount: the rule can never match: no tokenization/query-token has amount",
        "when.orderStatus: the rule can never match: no tokenization/query-token has orderStatus OPEN",
      ],
    ],
  ])("%j: %j", (input, expected) => expect([...ofRule(input)].sort()).toEqual([...expected].sort()));

  it.each([
    ["wall", { delay: "1s" }, []],
    ["frozen", { notify: { delay: "1s" } }, []],
    ["frozen", { delay: "1s" }, [expect.stringMatching(/^then\.delay: the lane's clock is frozen, so this delay is /)]],
  ])("into one whose clock is %s: %j", (mode, then, expected) => expect(ofRule({ then }, [], mode)).toEqual(expected));

  it.each([
    "hosted-checkout/create",
    "hosted-checkout/query",
    "hosted-checkout/refund",
    "direct/*",
    "tokenization/query-token",
    "tokenization/delete-token",
    "tokenization/add-token",
    "checkout/cancel",
    "*/query",
  ])("asks in vain for a notification after %s", (operation) => {
    expect(ofRule({ when: { operation }, then: { notify } })).toEqual([
      `then.notify: notify has no effect here: ${operation} sends no notification, expected ${NOTIFYING}`,
    ]);
  });

  it.each([undefined, "*", "hosted-checkout/*", "checkout/*", "card-entry/save", "tokenization/sale", "settlement"])(
    "may ask for a notification after %s",
    (operation) => expect(ofRule({ ...(operation && { when: { operation } }), then: { notify } })).toEqual([]),
  );

  const unpaid = { forge: "unpaid", sent: "after" };
  it.each<[string, object, readonly string[]]>([
    ["hosted-checkout/create", { beside: unpaid }, []],
    ["hosted-checkout/create", { beside: unpaid, copies: 2 }, ["then.notify.copies"]],
    ["hosted-checkout/create", { beside: { ...unpaid, forge: "amount" } }, ["then.notify"]],
    ["hosted-checkout/create", { again: "1h" }, ["then.notify"]],
    ["hosted-checkout/refund", { again: "1h" }, []],
    ["tokenization/delete-token", { beside: unpaid, again: "1h" }, ["then.notify"]],
  ])("after %s, %j is idle at %j", (operation, added, expected) => {
    const places = ofRule({ when: { operation }, then: { notify: added } }).map((text) => text.split(":")[0]);
    expect(places).toEqual(expected);
  });

  it.each(["before-parse", "before-commit"])("does nothing beside a fault placed %s", (placed) => {
    const then = { fault: "http-503", placed, outcome: "approve", notify, page, delay: "1s" };
    expect(ofRule({ then })).toEqual(
      ["outcome", "notify", "page"].map(
        (member) => `then.${member}: ${member} has no effect beside a fault placed ${placed}`,
      ),
    );
  });

  it("does all the rest where the fault comes after the commit", () => {
    expect(ofRule({ then: { fault: "http-503", placed: "after-commit", outcome: "approve", notify, page } })).toEqual(
      [],
    );
  });

  it("is hidden by one of those before it, of which so many are looked at", () => {
    const others = (count: number) => Array.from({ length: count }, (_, i) => ruleOf({ when: { orderId: i + 1 } }));
    const hidden = (above: number) => ofRule({ when: { userId: "u" } }, [...others(above), ruleOf({})]);
    expect(hidden(0)).toEqual([": the rule can never fire: rule-1 always matches first"]);
    expect(hidden(rulesLookedAt - 1)).toEqual([": the rule can never fire: rule-300 always matches first"]);
    expect(hidden(rulesLookedAt)).toEqual([]);
    expect(ofRule({}, [ruleOf({ name: "all" })])).toEqual([
      ': the rule can never fire: rule-1 ("all") always matches first',
    ]);
  });
});

describe("an amount that no call has", () => {
  it.each<[unknown, boolean]>([
    [0, true],
    [0.01, false],
    [9_999_999.99, false],
    [10_000_000, true],
    [{ gte: 9_999_999.99 }, false],
    [{ gt: 9_999_999.99 }, true],
    [{ lte: 0.01 }, false],
    [{ lt: 0.02 }, false],
    [{ lt: 0.01 }, true],
    [{ gt: 0 }, false],
    [{ lte: 0 }, true],
    [{ gt: 1, lt: 1.02 }, false],
    [{ gt: 1, lt: 1.01 }, true],
    [{ ne: 5 }, false],
    [{ gte: 5, lte: 5, ne: 5 }, true],
    [{ gte: 5, lte: 5, ne: 4 }, false],
    [{ gte: 5, lte: 5.01, ne: 5 }, false],
  ])("%j: %s", (amount, isNone) => {
    expect(ofRule({ when: { amount } })).toEqual(isNone ? ["when.amount: no amount can fit this"] : []);
    const calls = expectationSchema.parse({ calls: { operation: "*", amount, count: 1 } });
    expect(told(expectationFindings([{}, calls], []))).toEqual(
      isNone ? ["expect[1].calls.amount: no amount can fit this"] : [],
    );
  });
});

describe("a scenario's findings", () => {
  it("are told of each rule, then of hidden ones, then of expectations", () => {
    expect(
      ofScenario({
        clock: "2026-01-05T10:00:00Z",
        rules: [
          { then: { outcome: "approve" } },
          { chance: 0, then: { outcome: "approve" } },
          { until: "2026-01-05T09:00:00Z", then: { outcome: "approve" } },
        ],
        expect: [{ rule: { name: "none", fired: 1 } }],
      }),
    ).toEqual([
      "rules[1].chance: a rule of chance 0 can never fire",
      "rules[2].until: the rule can never fire: until is not after the scenario's clock",
      "rules[1]: the rule can never fire: rule 1 always matches first",
      "rules[2]: the rule can never fire: rule 1 always matches first",
      'expect[0].rule.name: no rule is called "none"',
    ]);
  });

  it("of an until that is an instant are none where the scenario has no clock; of one that is nothing there are", () => {
    expect(ofScenario({ rules: [{ until: "2000-01-01T00:00:00Z", then: { outcome: "approve" } }] })).toEqual([]);
    expect(ofScenario({ rules: [{ until: "0s", then: { outcome: "approve" } }] })).toEqual([
      "rules[0].until: the rule can never fire: until is not after the instant when it is put in",
    ]);
  });
});

it("so many names are compared, and more are told without a guess", () => {
  const names = Array.from({ length: 1000 }, (_, i) => `rule number ${i}`);
  const unknown = Array.from({ length: 102 }, (_, i) =>
    expectationSchema.parse({ rule: { name: `rule numbr ${i}`, fired: 1 } }),
  );
  const guesses = expectationFindings(unknown, [...names, ...names]).map(({ didYouMean }) => didYouMean);
  expect([guesses[0], guesses[99], guesses[100], guesses[101]]).toEqual([
    "rule number 0",
    "rule number 99",
    undefined,
    undefined,
  ]);
});
