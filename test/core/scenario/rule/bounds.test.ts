import { describe, expect, it } from "vitest";
import * as z from "zod";
import { defaultPolicy } from "../../../../src/core/facts/assumptions.js";
import { assumeSchema } from "../../../../src/core/scenario/rule/assume-schema.js";
import { expectationSchema, ruleSchema, scenarioSchema } from "../../../../src/core/scenario/rule/rule.js";
import { isOperation, isPaymentCall, ofTesters, operations } from "../../../../src/core/scenario/values/operations.js";
import { publicSchemas } from "../../../../src/core/scenario/values/public-schemas.js";

const approve = { outcome: "approve" };
const inRule = (member: object) => ruleSchema.safeParse({ then: approve, ...member });
const inWhen = (when: object) => ruleSchema.safeParse({ when, then: approve });
const inThen = (then: object) => ruleSchema.safeParse({ then });
const inNotify = (notify: object) => inThen({ notify });
const inPage = (page: object) => inThen({ page: { auto: "pay", ...page } });
const inScenario = (member: object) => scenarioSchema.safeParse({ name: "x", ...member });
const inGiven = (given: object) => inScenario({ given });
const inOrder = (order: object) =>
  inGiven({ orders: [{ merchantId: 3, merchantReference: "A", amount: 1, ...order }] });
const inToken = (token: object) => inGiven({ tokens: [{ merchantId: 3, userId: "u", card: "visa-credit", ...token }] });
const inBalance = (balance: object) => inGiven({ merchants: [{ merchantId: 3, unsettledBalance: balance }] });
const inCalls = (member: object) => expectationSchema.safeParse({ calls: { operation: "*", count: 1, ...member } });
const inExpectation = (clause: object) => expectationSchema.safeParse(clause);

/** Each form that is let in, then each that is not. */
type Case = readonly [
  where: string,
  read: (member: object) => { success: boolean },
  taken: readonly object[],
  refused: readonly object[],
];
const cases: readonly Case[] = [
  ["a rule's name", inRule, [{ name: "x" }], [{ name: "" }, { name: 1 }]],
  ["times", inRule, [{ times: 1 }, { times: 1_000_000 }], [{ times: 0 }, { times: 1.5 }, { times: "1" }]],
  ["after", inRule, [{ after: 0 }, { after: 1 }], [{ after: -1 }, { after: 0.5 }]],
  ["chance", inRule, [{ chance: 0 }, { chance: 0.5 }, { chance: 1 }], [{ chance: -0.01 }, { chance: 1.01 }]],
  [
    "until",
    inRule,
    [{ until: "1h" }, { until: 0 }, { until: "2026-01-05T10:00:00Z" }, { until: "3650000d" }],
    [{ until: "3650001d" }, { until: 1 }, { until: "2026-01-05" }, { until: "2026-01-05T10:00:00" }],
  ],
  [
    "key",
    inRule,
    "rule merchantReference orderId userId tokenId merchantId".split(" ").map((key) => ({ key })),
    [{ key: "" }, { key: "amount" }],
  ],
  ["another member of a rule", inRule, [{}], [{ only: 1 }]],
  [
    "a when's operation",
    inWhen,
    [{ operation: "*" }, { operation: "*/void" }],
    [{ operation: "" }, { operation: "/direct/void" }, { operation: "x" }],
  ],
  [
    "a pattern",
    inWhen,
    [{ merchantReference: "A*" }, { userId: 7 }, { reason: "a" }, { merchantId: 3 }],
    [{ merchantReference: "" }, { userId: true }],
  ],
  [
    "a when's amount",
    inWhen,
    [
      { amount: 0 },
      { amount: 0.01 },
      { amount: { lt: 0 } },
      { amount: { endsWith: ".13" } },
      { amount: { endsWith: 0 } },
      { amount: { ne: 1 } },
    ],
    [
      { amount: -0.01 },
      { amount: 0.001 },
      { amount: {} },
      { amount: { eq: 1 } },
      { amount: { endsWith: "x" } },
      { amount: { endsWith: -1 } },
      { amount: "one" },
    ],
  ],
  [
    "ids",
    inWhen,
    [{ orderId: 1 }, { tokenId: "2147483647" }],
    [{ orderId: 0 }, { tokenId: 2_147_483_648 }, { orderId: 1.5 }],
  ],
  [
    "names",
    inWhen,
    [
      { currency: "USD" },
      { cardType: "WECHAT" },
      { cardType: "ALIPAYHK" },
      { paymentMethod: "ALIPAY" },
      { paymentMethod: "CARD" },
      { isRecurring: true },
      { orderStatus: "CLOSED" },
    ],
    [
      { currency: "EUR" },
      { cardType: "AMEX" },
      { paymentMethod: "CASH" },
      { isRecurring: "true" },
      { orderStatus: "PAID" },
    ],
  ],
  [
    "an outcome",
    inThen,
    [
      approve,
      { outcome: "lost-card" },
      { outcome: { responseCode: "1", message: "" } },
      { outcome: { responseCode: 12, message: "x" } },
    ],
    [
      { outcome: "" },
      { outcome: { responseCode: "0000", message: "x" } },
      { outcome: { responseCode: 0, message: "x" } },
      { outcome: { responseCode: "1" } },
    ],
  ],
  [
    "a delay",
    inThen,
    [{ delay: 0 }, { delay: "0ms" }, { delay: { min: "1s", max: "1s" } }, { delay: { median: "1s", p99: "1s" } }],
    [
      { delay: 1 },
      { delay: { min: "2s", max: "1s" } },
      { delay: { median: "2s", p99: "1s" } },
      { delay: { min: "1s" } },
      { delay: { min: "1s", max: "2s", p99: "3s" } },
    ],
  ],
  [
    "a fault and its place",
    inThen,
    [
      { fault: "http-503", placed: "before-parse" },
      { fault: "no-response", placed: "after-commit" },
    ],
    [
      { fault: "http-503" },
      { placed: "before-parse" },
      { outcome: "approve", placed: "before-commit" },
      { fault: "http-505", placed: "after-commit" },
    ],
  ],
  [
    "what becomes of a notification",
    inNotify,
    [
      { drop: true },
      { hold: true },
      { copies: 1 },
      { copies: 100 },
      { before: "answer" },
      { forge: "amount-signed" },
      { swap: true },
      { replay: true },
      { delay: "1h" },
      { beside: { forge: "unpaid", sent: "before" } },
    ],
    [
      {},
      { drop: false },
      { hold: false },
      { copies: 0 },
      { copies: 101 },
      { copies: 1.5 },
      { before: "commit" },
      { forge: "unpaid" },
      { swap: false },
      { replay: false },
      { beside: { forge: "amount-signed", sent: "after" } },
      { beside: { forge: "amount" } },
    ],
  ],
  [
    "what the shopper does",
    inPage,
    [
      {},
      { auto: "decline" },
      { auto: "cancel" },
      { auto: "close" },
      { after: "1d" },
      { card: "visa-credit" },
      { card: "4111 1111 1111 1111" },
      { reason: "lost-card" },
    ],
    [{ auto: "leave" }, { after: 5 }, { card: "viza" }, { card: "4111 1111 1111 1112" }, { reason: "maintenance" }],
  ],
  [
    "what happens meanwhile, and where the browser goes",
    inThen,
    [
      { meanwhile: "settle" },
      { meanwhile: "drain-balance" },
      ...[1, 10].map((n) => ({ visits: Array(n).fill({ to: "fail", at: "after-notice" }) })),
    ],
    [
      { meanwhile: "pay" },
      { visits: [] },
      { visits: Array(11).fill({ to: "fail", at: "after-notice" }) },
      { visits: [{ to: "notify", at: "before-notice" }] },
      { visits: [{ to: "fail" }] },
      {},
    ],
  ],
  ["a scenario's name", inScenario, [{}, { name: "a" }], [{ name: "" }]],
  ["a seed", inScenario, [{ seed: 0 }, { seed: 1 }], [{ seed: -1 }, { seed: 0.5 }]],
  [
    "a clock",
    inScenario,
    [{ clock: "2026-01-05T10:00:00+08:00" }],
    [{ clock: "2026-01-05T10:00:00" }, { clock: "10000-01-01T00:00:00Z" }],
  ],
  [
    "a choice",
    inScenario,
    [{ assume: { cancel: "closed" } }, { assume: {} }],
    [{ assume: { cancel: "x" } }, { assume: { canel: "closed" } }],
  ],
  [
    "a given order",
    inOrder,
    [{}, { status: "SETTLED", currency: "USD", refunded: 0.01 }, { amount: 9_999_999.99 }],
    [{ amount: 0 }, { amount: 10_000_000 }, { refunded: 0 }, { status: "PAID" }, { merchantReference: "" }],
  ],
  [
    "a given token",
    inToken,
    [{}, { tokenId: 1 }, { tokenId: "2147483647" }],
    [{ tokenId: 0 }, { card: "amex" }, { userId: "" }, { merchantId: 0 }],
  ],
  [
    "a balance",
    inBalance,
    [{ HKD: 0 }, { USD: 9_999_999.99 }, { HKD: "-0.01", USD: -9_999_999.99 }, {}],
    [{ HKD: -10_000_000 }, { HKD: 10_000_000 }, { HKD: 0.001 }, { EUR: 1 }],
  ],
  [
    "a count",
    inCalls,
    [{ count: 0 }, { count: { min: 0 } }, { count: { max: 0 } }, { count: { min: 1, max: 1 } }],
    [
      { count: -1 },
      { count: 0.5 },
      { count: {} },
      { count: { min: 2, max: 1 } },
      { count: { min: -1 } },
      { count: { max: -1 } },
      { count: "1" },
    ],
  ],
  [
    "an expectation",
    inExpectation,
    [
      { order: { orderId: 1 } },
      { order: { merchantReference: "A" }, rule: undefined },
      { rule: { name: "x", fired: 0 } },
      { notification: { merchantReference: "A" } },
    ],
    [
      {},
      { order: { orderId: 1 }, rule: { name: "x", fired: 1 } },
      { order: {} },
      { order: { status: "OPEN" } },
      { rule: { name: "", fired: 1 } },
      { rule: { name: "x" } },
      { notification: { acknowledged: true } },
      { calls: { operation: "*" } },
      { calls: { count: 1 } },
    ],
  ],
];

describe("the scenario language lets in what its members can be, and no more", () => {
  it.each(cases)("%s", (_, read, taken, refused) => {
    expect(taken.filter((member) => !read(member).success)).toEqual([]);
    expect(refused.filter((member) => read(member).success)).toEqual([]);
  });
});

it("a rule's operations are those of the payment API, of the pages, and of testers", () => {
  for (const name of [...operations, ...ofTesters, "*", "settle*", "back-office/*", "*/return"])
    expect([name, isOperation(name)]).toEqual([name, true]);
  for (const name of ["", "settlements", "x*", "direct"]) expect([name, isOperation(name)]).toEqual([name, false]);
  expect(operations.filter((name) => !isPaymentCall(name))).toEqual([
    "checkout/open",
    "checkout/pay",
    "checkout/cancel",
    "card-entry/save",
    "card-entry/cancel",
  ]);
});

it("choices are of assumptions that have more than one built, and say so", () => {
  const told = z.toJSONSchema(assumeSchema(), { io: "input" });
  expect(told.description).toBe("Choices of assumptions, by their ids; the rest stays as it is.");
  expect(
    Object.entries(told.properties ?? {}).filter(([, one]) => ((one as { enum?: unknown[] }).enum ?? []).length < 2),
  ).toEqual([]);
  expect(told.properties).toMatchObject({ cancel: { enum: ["stay-open", "cancelled", "closed"] } });
  expect(Object.keys(defaultPolicy)).toEqual(expect.arrayContaining(Object.keys(told.properties ?? {})));
});

it("the schemas have the names that the library's types and the OpenAPI document give them", () => {
  assumeSchema();
  // Where the control API's schemas are loaded too, there are more.
  const names =
    "Amount AmountComparison Assume Balance BesideNotice Capabilities Count Currency Decline Delay Duration Expectation Fault Given MethodCapability NotifyEffect OrderStatus Outcome PageEffect PaymentMethod Placement Refusal Rule Scenario Then Visit When";
  expect([...publicSchemas.keys()]).toEqual(expect.arrayContaining(names.split(" ")));
});
