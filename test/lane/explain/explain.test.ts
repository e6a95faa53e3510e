import { describe, expect, it } from "vitest";
import { move } from "../../../src/core/domain/ledger.js";
import { instant, minorUnits } from "../../../src/core/domain/money.js";
import { defaultPolicy } from "../../../src/core/facts/assumptions.js";
import { Choices } from "../../../src/lane/choices.js";
import { explainExchange } from "../../../src/lane/explain/explain.js";
import { requestSummary } from "../../../src/lane/explain/request-summary.js";
import type { Lane } from "../../../src/lane/lane.js";
import type { Exchange } from "../../../src/lane/ports/exchange.js";
import { answerMessageOf } from "../../../src/lane/views/message-of-answer.js";
import { exchange } from "../../support/exchange.js";
import { NOW, orders } from "../../support/orders.js";
import { outboxEntry } from "../../support/outbox.js";

/** A lane that holds one order of one merchant; it throws where it is asked for what a call does not name. */
const lane = {
  choices: new Choices(defaultPolicy),
  clock: { now: async () => NOW },
  rules: { asked: () => [] },
  store: {
    views: {
      lane: async () => ({ rules: [] }),
      rulesFor: async () => ({ rules: [] }),
      merchant: async (id: number) => known(id, { merchantId: id, publicKeys: ["a", "b"], capabilities: {} }),
      orders: async () => [],
      exchanges: async () => [],
      orderByReference: async () => undefined,
      order: async (id: number) => (known(id, id) === 1 ? orders.paid : undefined),
      balances: async (id: number) => known(id, { HKD: minorUnits(1050), USD: minorUnits(70) }),
      ledger: async ({ orderId }: { orderId: number }) =>
        known(
          orderId,
          move({
            ...{ merchantId: 3, currency: "HKD", at: NOW },
            into: minorUnits(5000),
            against: "scheme",
            why: "sale",
          }),
        ),
      notifications: async ({ orderId }: { orderId: number }) => known(orderId, [{ ...outboxEntry(), attempts: [] }]),
    },
  },
} as unknown as Lane;
function known<T>(id: number, found: T): T {
  if (!Number.isInteger(id)) throw new Error(`expected an id, found ${id}`);
  return found;
}
const explained = async (over: Partial<Exchange>, explanation?: object) =>
  explainExchange(
    lane,
    exchange({
      ...over,
      ...(explanation && { explain: JSON.stringify({ subject: {}, matched: [], ...explanation }) }),
    }),
  );

describe("a call as lists tell it", () => {
  it("has its name, its order and its answer", () => {
    const call = { id: 7, merchantId: 3, reference: "A-1", orderId: 1, orderStatus: "OPEN", rule: "r" } as const;
    expect(requestSummary(exchange(call))).toEqual({
      ...{ id: "req-7", at: "2026-01-05T02:00:00.000+00:00", operation: "hosted-checkout/query", merchantId: 3 },
      ...{ merchantReference: "A-1", orderId: 1, orderStatus: "OPEN", signature: "valid", responseCode: "0000" },
      ...{ http: 200, rule: "r", reachedClient: true },
    });
  });

  it.each<[string, object | undefined, object]>([
    [
      "a fault",
      { effects: { fault: "http-502", placed: "after-commit" } },
      { fault: "http-502", reachedClient: false },
    ],
    ["warnings alone", { warnings: [{ message: "w" }] }, { warnings: ["w"], reachedClient: true }],
    ["a reference that looks like a fault", { subject: { merchantReference: '"fault":"x"' } }, { reachedClient: true }],
  ])("has %s", (_, explanation, expected) => {
    const { warnings, fault, reachedClient } = requestSummary(exchange({ explain: JSON.stringify(explanation) }));
    expect({ warnings, fault, reachedClient }).toEqual({ warnings: undefined, fault: undefined, ...expected });
  });
});

describe("a call that is explained", () => {
  const DAY_MS = 86_400_000;
  it.each<[string, Partial<Exchange>, RegExp]>([
    ["of the next day", { at: instant(NOW + DAY_MS) }, /^The call succeeded\. The order was paid on an earlier day/],
    ["of the same day", {}, /^Nothing to do/],
    ["that is none", { at: instant(NOW + DAY_MS), operation: "hosted-checkout/query" }, /^Nothing to do/],
  ])("that is a void %s says whether a night should have settled the order", async (_, over, expected) => {
    const { explain } = await explained({ operation: "hosted-checkout/void", merchantId: 3, orderId: 1, ...over });
    expect(explain.advice).toMatch(expected);
  });

  it("that names nothing is told without merchant, order and money", async () => {
    const told = await explained({});
    expect(told.request).toEqual({
      ...{ id: "req-1", at: "2026-01-05T02:00:00.000+00:00", operation: "hosted-checkout/query", signature: "valid" },
      ...{ merchantId: undefined, merchantReference: undefined, orderId: undefined, params: {}, text: "{}" },
    });
    expect(told.response).toEqual({
      ...{ http: 200, responseCode: "0000", rule: undefined, fault: undefined, delayMs: undefined },
      ...{ reachedClient: true, body: {}, text: "{}" },
    });
    expect(told.explain).toMatchObject({
      ...{ outcome: "success", detail: undefined, rules: [], rulesComplete: true, effects: undefined },
      ...{ ledger: [], notifications: [], assumptions: [], advice: "Nothing to do: the call succeeded." },
      state: { orderStatus: null, order: null, unsettledBalanceNow: undefined },
    });
  });

  it("is told with the order before and now, its money and its notifications", async () => {
    const { explain } = await explained({ merchantId: 3, orderId: 1, orderStatus: "OPEN" });
    expect(explain.state).toMatchObject({
      ...{ orderStatus: "OPEN", order: { id: 1, status: "SUCCESS" }, unsettledBalanceNow: { HKD: 10.5, USD: 0.7 } },
    });
    expect(explain.ledger.map(({ amount }) => amount)).toEqual([50, -50]);
    expect(explain.notifications.map(({ id }) => id)).toEqual([1]);
    expect(explain.ladder[2]).toEqual({
      ...{ step: "merchant", outcome: "passed", found: "merchant 3, public keys now: 2" },
    });
    expect((await explained({ orderId: 9 })).explain.state.order).toBeNull();
  });

  it.each<[string, Partial<Exchange>, object | undefined, string]>([
    ["success", {}, undefined, "success"],
    ["what ended it", { responseCode: "2001" }, { ended: "order-not-found" }, "order-not-found"],
    ["none", { responseCode: "2001" }, undefined, "none"],
    ["forced, where a rule gave the code", { responseCode: "77", rule: "r" }, {}, "forced"],
    ["success beside a rule", { rule: "r" }, {}, "success"],
  ])("came out as %s", async (_, call, explanation, expected) => {
    expect((await explained(call, explanation)).explain.outcome).toBe(expected);
  });

  it("tells what a rule did to its answer", async () => {
    const effects = { fault: "http-502", placed: "after-commit", delayMs: 5 };
    const { response, explain } = await explained({}, { effects });
    expect(response).toMatchObject({ fault: "http-502", delayMs: 5, reachedClient: false });
    expect(explain.effects).toEqual(effects);
    expect(explain.advice).toMatch(/^The call was carried out, and its answer was lost on purpose/);
    expect((await explained({}, { effects: { delayMs: 5 } })).response.reachedClient).toBe(true);
  });

  it("tells what is known more of it: the detail, the advice, the signature, the assumptions", async () => {
    const { explain } = await explained({}, { detail: "d", advice: "Do this.", assumed: ["cancel"] });
    expect([explain.detail, explain.advice]).toEqual(["d", "Do this."]);
    expect(explain.assumptions.map(({ id }) => id)).toEqual(["cancel"]);
    const wrong = await explained({ signature: "invalid" }, { signatureFault: "it is cut short" });
    expect(wrong.explain.advice).toContain("(it is cut short)");
    expect(wrong.explain.ladder[1]?.found).toContain(": it is cut short");
  });

  const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
  it.each<[string, string, unknown]>([
    ["no JSON", "{", null],
    ["a text", '"x"', "x"],
    ["as deep as it may be", `{"a":${nested(199)}}`, JSON.parse(`{"a":${nested(199)}}`)],
    ["one deeper", `{"a":${nested(200)}}`, null],
    ["one deeper, by objects", `${'{"a":'.repeat(201)}1${"}".repeat(201)}`, null],
    ["many beside each other", `[${Array(300).fill("{}").join()},[[]]]`, [...Array(300).fill({}), [[]]]],
    [
      "brackets within texts",
      `["${"[{".repeat(300)}\\"${"[".repeat(300)}"]`,
      [`${"[{".repeat(300)}"${"[".repeat(300)}`],
    ],
  ])("reads parameters and answer: %s", async (_, text, expected) => {
    const { request, response } = await explained({ request: text, response: text });
    expect([request.params, response.body]).toEqual([expected, expected]);
    expect([request.text, response.text]).toEqual([text, text]);
  });
});

it("an answer's message is read, where it has one", () => {
  expect(answerMessageOf('{"message":"no"}')).toBe("no");
  for (const text of ['{"message":1}', "{}", "", "["]) expect(answerMessageOf(text)).toBeUndefined();
});
