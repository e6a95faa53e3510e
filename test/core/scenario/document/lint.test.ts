import { beforeAll, describe, expect, it } from "vitest";
import { findings, warningOf } from "../../../../src/core/scenario/document/lint.js";
import { scenarioSchema } from "../../../../src/core/scenario/rule/rule.js";
import { loadRegexesFor } from "../../../../src/core/scenario/values/pattern.js";

beforeAll(() => loadRegexesFor(["/A/"]));

const approve = { outcome: "approve" };
const warnings = (scenario: object): readonly string[] =>
  findings(scenarioSchema.parse({ name: "story", ...scenario }))
    .map(warningOf)
    .map(({ where, message }) => `${where}: ${message}`);
const ofRules = (...rules: readonly object[]) => warnings({ rules });

describe("a rule is hidden", () => {
  it.each<[object, object]>([
    [{ operation: "*" }, {}],
    [{ operation: "*" }, { operation: "direct/sale" }],
    [{}, { operation: "direct/sale" }],
    [{ operation: "*/refund" }, { operation: "direct/refund" }],
    [{ merchantReference: "A-*" }, { merchantReference: "A-1*" }],
    [{ merchantReference: "/A/" }, { merchantReference: "/A/", isRecurring: true }],
    [{ amount: { lte: 10 } }, { amount: 10 }],
    [{ amount: { lt: 10 } }, { amount: { gt: 1, lt: 9.99 } }],
    [{ amount: { endsWith: ".13" } }, { amount: { endsWith: ".13" } }],
  ])("by one of %j where it asks for %j", (above, below) => {
    expect(ofRules({ when: above, then: approve }, { when: below, then: approve })).toEqual([
      "rules[1]: the rule can never fire: rule 1 always matches first",
    ]);
  });

  it.each<[object, object]>([
    [{ operation: "direct/sale" }, {}],
    [{ operation: "direct/sale" }, { operation: "*" }],
    [{ operation: "*/refund" }, { operation: "direct/void" }],
    [{ operation: "*/refund" }, { operation: "*" }],
    [{ merchantReference: "A-1*" }, { merchantReference: "A-*" }],
    [{ merchantReference: "/A-.*/" }, { merchantReference: "A-1" }],
    [{ amount: { lte: 10 } }, { amount: { lte: 10.01 } }],
    [{ amount: { lt: 10 } }, { amount: 10 }],
    [{ amount: { lt: 10, ne: 5 } }, { amount: { lt: 9 } }],
    [{ isRecurring: true }, {}],
  ])("not by one of %j where it asks for %j", (above, below) => {
    expect(ofRules({ when: above, then: approve }, { when: below, then: approve })).toEqual([]);
  });

  it.each<[object, object]>([
    [{ times: 2 }, {}],
    [{ after: 1 }, {}],
    [{ chance: 0.5 }, {}],
    [{ until: "1h" }, {}],
    [{ until: "1h" }, { until: "2h" }],
    [{ until: "1h" }, { until: "2026-01-05T10:00:00Z" }],
  ])("not by one that ends or leaves out: %j above %j", (above, below) => {
    expect(ofRules({ ...above, then: approve }, { ...below, then: approve })).toEqual([]);
  });

  it("by one that lasts as long, and by a fault before the parse that stands below", () => {
    expect(ofRules({ until: "2h", then: approve }, { until: "2h", then: approve })).toHaveLength(1);
    const early = { name: "early", then: { fault: "http-503", placed: "before-parse" } };
    expect(ofRules({ then: approve }, early)).toEqual([
      'rules[0]: the rule can never fire: "early" always matches first',
    ]);
  });
});

describe("an expectation of a rule", () => {
  it("that nobody named is told, and what was probably meant only where there is a name", () => {
    const expect_ = [{ rule: { name: "short", fired: 1 } }];
    expect(warnings({ rules: [{ then: approve }], expect: expect_ })).toEqual([
      'expect[0].rule.name: no rule is called "short"',
    ]);
    expect(warnings({ rules: [{ name: "shorts", then: approve }], expect: expect_ })).toEqual([
      'expect[0].rule.name: no rule is called "short"; did you mean shorts?',
    ]);
    expect(warnings({ rules: [{ name: "short", then: approve }], expect: expect_ })).toEqual([]);
  });
});

it.each([
  [
    "checkout/pay",
    { fault: "http-500", placed: "before-parse" },
    "placed: the rule can never fire: checkout/pay is an action on a page, and before-parse is for calls of the payment API, expected before-commit or after-commit",
  ],
  [
    "tokenization/query-token",
    { meanwhile: "settle" },
    "meanwhile: settle has no effect here: before tokenization/query-token there is no such order",
  ],
  [
    "tokenization/sale",
    { meanwhile: "refund" },
    "meanwhile: refund has no effect here: before tokenization/sale there is no such order",
  ],
  [
    "hosted-checkout/create",
    { meanwhile: "delete-token" },
    "meanwhile: delete-token has no effect here: before hosted-checkout/create there is no such stored card",
  ],
  [
    "card-entry/save",
    { visits: [{ to: "success", at: "before-notice" }] },
    "visits: visits have no effect here: card-entry/save has no order, expected a rule that matches checkout/pay",
  ],
])("at %s, %o can do nothing", (operation, then, warning) => {
  expect(ofRules({ when: { operation }, then })).toEqual([`rules[0].then.${warning}`]);
});

it.each([
  ["*", { fault: "http-500", placed: "before-parse" }],
  ["checkout/pay", { meanwhile: "expire" }],
  ["tokenization/sale", { meanwhile: "expire-token" }],
  ["hosted-checkout/create", { meanwhile: "drain-balance" }],
  ["checkout/pay", { visits: [{ to: "success", at: "before-notice" }] }],
])("at %s, %o can act", (operation, then) => {
  expect(ofRules({ when: { operation }, then })).toEqual([]);
});

it.each([
  [
    "SUCCESS",
    ["given.orders[0].refunded: refunded has no effect here: the order is SUCCESS, expected status: REFUNDED"],
  ],
  [undefined, ["given.orders[0].refunded: refunded has no effect here: the order is OPEN, expected status: REFUNDED"]],
  ["REFUNDED", []],
])("of a given order that is %s, refunded may do nothing", (status, expected) => {
  const order = { merchantId: 3, merchantReference: "Q", amount: 10, status, refunded: 5 };
  expect(warnings({ given: { orders: [order] } })).toEqual(expected);
});

describe("a gate", () => {
  const gate = { name: "g" };
  const giveUp = { then: { notify: { giveUp: "when-held" } } };

  it("holds nothing on a page, nor beside a fault before the commit", () => {
    expect(ofRules({ when: { operation: "checkout/pay" }, then: { gate } })).toEqual([
      "rules[0].then.gate: gate has no effect here: checkout/pay is an action on a page",
    ]);
    expect(ofRules({ then: { gate, fault: "http-502", placed: "before-commit" } })).toEqual([
      "rules[0].then.gate: gate has no effect beside a fault placed before-commit",
    ]);
    expect(ofRules({ when: { operation: "*" }, then: { gate, fault: "http-502", placed: "after-commit" } })).toEqual(
      [],
    );
  });

  it("is what giveUp needs", () => {
    expect(ofRules(giveUp)).toEqual([
      "rules[0].then.notify.giveUp: giveUp has no effect: no rule of the scenario has a gate",
    ]);
    expect(ofRules({ ...giveUp, when: { operation: "*/sale" } }, { then: { gate } })).toEqual([]);
  });
});
