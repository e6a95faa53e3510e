import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { startSandbox } from "../../../src/tools/library/sandbox.js";
import { scenarioText } from "../../../src/tools/trust/import/import.js";
import { type OwnAnswers, ownAnswers } from "../../../src/tools/trust/import/own-answers.js";
import type { Recorded } from "../../../src/tools/trust/recording/exchange.js";
import { logCallsOf } from "../../../src/tools/trust/recording/log-call.js";
import { placedOf } from "../../../src/tools/trust/recording/lost-calls.js";

const ok = (order: object, more: object = {}) => ({
  responseCode: "0000",
  order: { id: 7, merchantReference: "A-1", amount: 100, ...order },
  ...more,
});
let second = 0;

function call(operation: string, params: object, answer: object | number | undefined): Recorded {
  const at = new Date(Date.parse("2026-01-05T02:00:00Z") + 1000 * second++).toISOString();
  const body = typeof answer === "object" ? JSON.stringify(answer) : "down";
  const status = typeof answer === "number" ? answer : 200;
  const request = JSON.stringify({ request: JSON.stringify({ merchantId: 3, ...params }), signature: "***" });
  const head = { at, durationMs: 5, method: "POST", path: `/${operation}`, request };
  return answer === undefined
    ? { ...head, fault: "ECONNRESET" }
    : { ...head, response: { status, contentType: "", body } };
}

const items = { lineItems: [{ quantity: 1, priceData: { name: "Tea", unitAmount: 100 } }] };
const create = (answer: object | number | "lost" = ok({ status: "OPEN", netAmount: 0 })) =>
  call(
    "hosted-checkout/create",
    { merchantReference: "A-1", amount: 100, ...items },
    answer === "lost" ? undefined : answer,
  );
const query = (order: object) => call("hosted-checkout/query", { merchantReference: "A-1" }, ok(order));
const refund = (answer: object | number | undefined) =>
  call("hosted-checkout/refund", { orderId: 7, amount: 40 }, answer);
const paid = { status: "SUCCESS", netAmount: 100, cardType: "VISA" };
const refunded = { status: "REFUNDED", netAmount: 60, cardType: "VISA" };
/** The comment at the end, as a user would take it over. */
const proposalIn = (calls: readonly Recorded[]) =>
  scenarioText(calls, { name: "x" })
    .split("\n")
    .filter((line) => /^# {0,3}(expect:|- )/.test(line))
    .map((line) => line.slice(2))
    .join("\n");
const rulesOf = (calls: readonly Recorded[], own?: OwnAnswers) =>
  parse(scenarioText(calls, { name: "x", ...(own && { own }) })).rules ?? [];

it.each([
  ["one call that succeeded", [create()], "Made from 1 recorded call. No answer needed a rule."],
  ["a lost answer", [create(), query(paid), refund(503), query(refunded)], "Made from 4 recorded calls."],
] as const)("the description of %s counts the calls", (_, calls, description) => {
  expect(parse(scenarioText(calls, { name: "x" })).description).toBe(description);
});

it("says what to do with the recording's references, if a rule has one", () => {
  const said =
    "# These are the references of the recording. If your program makes new ones in each run, delete merchantReference";
  expect(scenarioText([create(), query(paid)], { name: "x" })).toContain(said);
  expect(scenarioText([refund(503)], { name: "x" })).not.toContain(said);
});

it.each([
  ["nothing follows", () => refund(undefined), "after-commit", "before-commit"],
  ["nothing follows a 503", () => refund(503), "before-commit", "after-commit"],
  ["it was a query", () => call("hosted-checkout/query", { merchantReference: "A-1" }, undefined), "after-commit"],
])("marks the place of a lost answer as a guess only if that matters: %s", (_, lost, placed, other?: string) => {
  const text = scenarioText([create(), query(paid), lost()], { name: "x" });
  const guess = ` # a guess: no later call of the recording shows whether it was carried out; the other choice is ${other}`;
  expect(/placed: (.*)/.exec(text)?.[1]).toBe(`${placed}${other === undefined ? "" : guess}`);
});

it("takes the fault of a lane's own list as it is", () => {
  const text = scenarioText([{ ...refund(undefined), fault: "no-response", carriedOut: false }], { name: "x" });
  expect(parse(text).rules[0].then).toEqual({ fault: "no-response", placed: "before-commit" });
});

it.each([
  ["an answer", ok({ status: "OPEN" }), undefined],
  ["an outage", 503, { fault: "http-503", placed: "before-commit" }],
  ["a lost answer", undefined, { fault: "connection-reset", placed: "after-commit" }],
])("keeps how late %s came", (_, answer, then) => {
  const text = scenarioText([{ ...refund(answer), durationMs: 7000 }], { name: "x" });
  expect(parse(text).rules[0].then).toEqual({ ...then, delay: "7000ms" });
});

it("gives the card of a sale that was declined, also of a user with a number, and none that the service did not know", () => {
  const sale = (tokenId: number, userId: unknown, responseCode: string) =>
    call("tokenization/sale", { userId, tokenId, merchantReference: "A-1" }, { responseCode, message: "no" });
  const calls = [sale(351, 1001, "3051"), sale(352, "user1", "2009"), sale(353, "user1", "4711")];
  const text = scenarioText(calls, { name: "x" });
  expect(parse(text).given).toEqual({
    tokens: [{ merchantId: 3, userId: "1001", tokenId: 351, card: "visa-credit" }],
  });
});

it("marks nothing as a guess that a later call shows", () => {
  expect(scenarioText([create(), query(paid), refund(503), query(refunded)], { name: "x" })).not.toContain("a guess");
});

describe("the place of a lost answer", () => {
  it.each([
    ["the next query shows the refund", [create(), query(paid), refund(503), query(refunded)], 2, "after-commit"],
    ["the next query shows none", [create(), query(paid), refund(503), query(paid)], 2, "before-commit"],
    [
      "a second refund succeeds",
      [create(), refund(undefined), refund(ok(refunded)), query(refunded)],
      1,
      "before-commit",
    ],
    [
      "a second refund is refused as done before",
      [create(), refund(504), refund({ responseCode: "2004", message: "no" })],
      1,
      "after-commit",
    ],
    ["nothing follows", [create(), query(paid), refund(503)], 2, undefined],
    ["a lost retry follows a 429", [create(429), create("lost"), query({ status: "OPEN" })], 0, "before-commit"],
    ["it was the lost retry after a 429", [create(429), create("lost"), query({ status: "OPEN" })], 1, "after-commit"],
    ["it was the retry after a 503", [create(), refund(503), refund(503), query(refunded)], 2, "after-commit"],
    ["a 503 follows a lost refund", [create(), refund(undefined), refund(503), query(refunded)], 1, "after-commit"],
    ["a 503 was the first of two", [create(), refund(503), refund(503), query(refunded)], 1, "before-commit"],
    ["the next query finds the order", [create("lost"), query({ status: "OPEN", netAmount: 0 })], 0, "after-commit"],
    [
      "the next query finds no order",
      [
        create(503),
        call("hosted-checkout/query", { merchantReference: "A-1" }, { responseCode: "77", message: "Order not found" }),
      ],
      0,
      "before-commit",
    ],
    [
      "a query of another order follows",
      [
        create(503),
        call(
          "hosted-checkout/query",
          { merchantReference: "B-1" },
          ok({ id: 8, merchantReference: "B-1", status: "OPEN" }),
        ),
      ],
      0,
      undefined,
    ],
  ] as const)("is seen if %s", (_, calls, index, place) => {
    const history = logCallsOf(calls);
    expect(placedOf(history[index]!)).toBe(place);
  });
});

describe("an imported incident", () => {
  it("has the shopper pay, and the refund done although its answer was lost", async () => {
    const calls = [create(), query(paid), refund(503), query(refunded)];
    const rules = rulesOf(calls, await ownAnswers(calls));
    expect(rules).toEqual([
      {
        name: "call 1",
        when: { operation: "hosted-checkout/create", merchantReference: "A-1" },
        times: 1,
        then: { page: { auto: "pay" } },
      },
      {
        name: "call 3",
        when: { operation: "hosted-checkout/refund", merchantReference: "A-1" },
        times: 1,
        then: { fault: "http-503", placed: "after-commit" },
      },
    ]);
    const { expect: proposed } = parse(proposalIn(calls));
    await using sandbox = await startSandbox({ signature: "off", scenario: { name: "x", rules, expect: proposed } });
    const lane = await sandbox.lane();
    const ask = async (operation: string, params: object) => {
      const body = JSON.stringify(await lane.sign({ merchantId: 3, ...params }));
      return lane.fetch(`/${operation}`, { method: "POST", headers: { "Content-Type": "application/json" }, body });
    };
    await lane.putMerchant(3, { unsettledBalance: { HKD: 1000 } });
    await ask("hosted-checkout/create", { merchantReference: "A-1", amount: 100, ...items });
    const [made] = await lane.orders({ merchantReference: "A-1", status: "SUCCESS" });
    expect((await ask("hosted-checkout/refund", { orderId: made!.id, amount: 40 })).status).toBe(503);
    const answer = await (await ask("hosted-checkout/query", { merchantReference: "A-1" })).json();
    expect(answer).toMatchObject({ order: { status: "REFUNDED", netAmount: 60 } });
    expect(await lane.verify()).toMatchObject({ passed: true });
  });

  const order = (of: object) => ({ order: { merchantReference: "A-1", ...of } });
  it.each([
    ["the last state", [create(), query(paid), refund(ok(refunded))], [order({ status: "REFUNDED", netAmount: 60 })]],
    [
      "each order's, refusals left out",
      [
        call("tokenization/sale", { merchantReference: "B-1" }, ok({ ...paid, merchantReference: "B-1" })),
        ...[query(paid), refund({ responseCode: "2005", message: "short" })],
      ],
      [
        { order: { merchantReference: "B-1", status: "SUCCESS", netAmount: 100 } },
        order({ status: "SUCCESS", netAmount: 100 }),
      ],
    ],
    ["no netAmount that no answer has", [query({ status: "OPEN" })], [order({ status: "OPEN" })]],
    ["nothing of an order whose refund was lost", [create(), query(paid), refund(503)], undefined],
    ["nothing of an order that no answer shows", [create(503)], undefined],
  ] as const)("proposes %s as an expectation", (_, calls, proposed) => {
    expect(parse(proposalIn(calls))?.expect).toEqual(proposed);
  });

  it("has the shopper pay later if a query in between found the order open", () => {
    const refused = { responseCode: "2002", message: "used" };
    const rules = rulesOf([create(), create(refused), query({ status: "OPEN" }), query(paid)], {
      refused: new Set([1]),
      unread: new Set(),
      otherwise: new Map(),
      assume: {},
    });
    expect(rules).toHaveLength(1);
    expect(rules[0].then).toEqual({
      page: { auto: "pay", after: "2500ms" },
    });
  });

  it("has no rule for a refusal that the sandbox gives by itself, and one for any other with its number", async () => {
    const made = create();
    const unknown = call(
      "hosted-checkout/query",
      { merchantReference: "NONE" },
      { responseCode: "2001", message: "order not found" },
    );
    const odd = call(
      "hosted-checkout/query",
      { merchantReference: "A-1" },
      { responseCode: "9001", message: "slow down" },
    );
    const again = create({ responseCode: "2002", message: "used" });
    const calls = [made, { ...unknown, method: "GET", path: "/health" }, unknown, odd, again];
    const own = await ownAnswers(calls);
    expect([...own.refused]).toEqual([1, 3]);
    expect(rulesOf(calls, own).map(({ name }: { name: string }) => name)).toEqual(["call 4"]);
  });

  it.each([
    [
      "refund",
      "2007",
      (answer: object) => refund(answer),
      { operation: "hosted-checkout/refund", merchantReference: "A-1" },
    ],
    [
      "renewal",
      "2012",
      (answer: object) =>
        call("hosted-checkout/recurring", { merchantReference: "A-2", amount: 100, parentOrderId: 7 }, answer),
      { operation: "hosted-checkout/recurring", merchantReference: "A-2" },
    ],
  ])("has a rule for a %s that was refused before the shopper paid", async (_, responseCode, refused, when) => {
    const made = call(
      "hosted-checkout/create",
      { merchantReference: "A-1", amount: 100, isRecurring: true, ...items },
      ok({ status: "OPEN", netAmount: 0 }),
    );
    const calls = [made, refused({ responseCode, message: "not paid" }), query(paid)];
    const own = await ownAnswers(calls);
    expect([...own.refused]).toEqual([]);
    expect(rulesOf(calls, own).slice(1)).toEqual([
      { name: "call 2", when, times: 1, then: { outcome: { responseCode, message: "not paid" } } },
    ]);
    // An order that stays unpaid refuses it by itself.
    expect([...(await ownAnswers(calls.slice(0, 2))).refused]).toEqual([1]);
  });

  it("has a rule for a void that was refused because a settlement came first, which no rule repeats", async () => {
    const refused = { responseCode: "2008", message: "void not allowed" };
    const settled = { ...paid, status: "SETTLED" };
    const voiding = () => call("hosted-checkout/void", { merchantReference: "A-1" }, refused);
    const calls = [create(), query(paid), query(settled), voiding()];
    const own = await ownAnswers(calls);
    expect([...own.refused]).toEqual([]);
    expect(rulesOf(calls, own)).toMatchObject([{ name: "call 1" }, { name: "call 4", then: { outcome: refused } }]);
  });

  it("gives an order of old as it was before a refund whose answer was lost", () => {
    const { given } = parse(
      scenarioText(
        [refund(503), query(refunded)].map((one) => ({
          ...one,
          request: one.request.replace('\\"orderId\\":7', '\\"merchantReference\\":\\"A-1\\"'),
        })),
        { name: "x" },
      ),
    );
    expect(given.orders).toMatchObject([{ merchantReference: "A-1", status: "SUCCESS" }]);
  });
});
