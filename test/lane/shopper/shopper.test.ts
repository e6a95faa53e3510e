import { describe, expect, it } from "vitest";
import { minorUnits } from "../../../src/core/domain/money.js";
import { statusOf } from "../../../src/core/domain/order.js";
import type { Then } from "../../../src/core/scenario/rule/rule.js";
import type { Lane } from "../../../src/lane/lane.js";
import type { Exchange } from "../../../src/lane/ports/exchange.js";
import { readRequestId } from "../../../src/lane/ports/exchange.js";
import { readExplanation } from "../../../src/lane/ports/explanation.js";
import type { Log, LogFacts } from "../../../src/lane/ports/log.js";
import { putRule } from "../../../src/lane/rules/rule-changes.js";
import { cancelCardEntry, cardEntryOf, saveCard } from "../../../src/lane/shopper/card-entry.js";
import { cardOfNumber } from "../../../src/lane/shopper/card-of-number.js";
import {
  cancelOrder,
  expireOrder,
  openOrder,
  payOrder,
  refundByHand,
  settleOrder,
} from "../../../src/lane/shopper/checkout.js";
import { completePage } from "../../../src/lane/shopper/complete-page.js";
import { call } from "../../property/walker.js";
import { requests } from "../../support/client.js";
import { testLanes } from "../../support/lanes.js";
import { FROZEN_AT } from "../../support/sandbox.js";
import { allExchanges, commit } from "../../support/stores.js";

/** A lane with its log; `last` is the newest call as the journal keeps it. */
async function world(over: Parameters<typeof testLanes>[0] = {}) {
  const lines: (readonly [string, LogFacts | undefined])[] = [];
  const log: Log = { debug: () => {}, info: () => {}, warn: (line, facts) => void lines.push([line, facts]) };
  const lanes = await testLanes(over, { log });
  const lane = await lanes.ready("one");
  await lane.clock.freeze(FROZEN_AT);
  const last = async (): Promise<Exchange> => (await allExchanges(lane.store.views)).at(-1)!;
  return { lane, lines, last, [Symbol.asyncDispose]: () => lanes[Symbol.asyncDispose]() };
}
const created = async (lane: Lane, over: object = {}) => {
  const { order } = JSON.parse(await call(lane, "hosted-checkout/create", requests.create({ ...over })));
  return { merchantId: 3, orderId: order.id as number };
};
const rule = (lane: Lane, operation: string, then: Then) =>
  putRule(lane, { name: "r", when: { operation: operation as "*" }, then }, "control");
const orderOf = async (lane: Lane, { orderId }: { orderId: number }) => (await lane.store.views.order(orderId))!;
const explained = ({ explain }: Exchange) => JSON.parse(explain);

describe("a card's number", () => {
  const magic = { hasMagicCards: true };

  it("says what the card is and how it ends", () => {
    expect(cardOfNumber(magic, "4000000000009987")).toEqual({
      ...{ first6: "400000", last4: "9987", brand: "VISA", subBrand: "VISA_CREDIT", outcome: "lost-card" },
    });
    expect(cardOfNumber(magic, "5200828282828210")).toMatchObject({ subBrand: "MASTER_DEBIT", outcome: "approve" });
  });

  it("ends as any other where magic cards are off", () => {
    expect(cardOfNumber({ hasMagicCards: false }, "4000000000009987").outcome).toBe("approve");
  });

  it.each([
    ["5555555555550000", "MASTER", "MASTER_CREDIT"],
    ["6200000000000099", "UNIONPAY", "UNIONPAY_CREDIT"],
    ["9999999999999995", "VISA", "VISA_CREDIT"],
  ])("that is no test card's is a credit card of its brand: %s", (number, brand, subBrand) => {
    expect(cardOfNumber(magic, number)).toMatchObject({ brand, subBrand, outcome: "approve" });
  });
});

describe("a shopper who pays", () => {
  it("is kept in the journal as an action of the page, the card masked", async () => {
    await using at = await world();
    const key = await created(at.lane);
    const done = await payOrder(at.lane, key, { cardNumber: "4705982000008101", email: "a@b.hk" });
    expect(done.result).toMatchObject({ kind: "order", transaction: { maskedPan: "470598XXXXXX8101" } });
    expect(done.notAllowed).toBeUndefined();
    expect((await orderOf(at.lane, key)).email).toBe("a@b.hk");
    const exchange = await at.last();
    expect(exchange).toMatchObject({
      ...{ operation: "checkout/pay", merchantId: 3, orderId: key.orderId, orderStatus: "OPEN", cardType: "VISA" },
      ...{ signature: "unchecked", responseCode: "0000", http: 200, response: '{"status":"SUCCESS"}' },
    });
    expect(JSON.parse(exchange.request)).toEqual({
      ...{ orderId: key.orderId, method: "CARD", cardType: "VISA", maskedPan: "470598XXXXXX8101" },
    });
    expect(explained(exchange).subject).toMatchObject({
      operation: "checkout/pay",
      merchantId: "3",
      paymentMethod: "CARD",
    });
    expect(explained(exchange).subject).not.toHaveProperty("cardNumber");
  });

  it.each([
    ["as the card says", { cardNumber: "4000000000009987" }, "lost-card", "3041"],
    ["as is asked for", { declined: "stolen-card" }, "stolen-card", "3043"],
    [
      "as is asked for, whatever the card says",
      { cardNumber: "4000000000009987", declined: "stolen-card" },
      "stolen-card",
      "3043",
    ],
  ] as const)("is declined %s", async (_, payment, decline, code) => {
    await using at = await world();
    const done = await payOrder(at.lane, await created(at.lane), payment);
    expect(done.result).toMatchObject({ kind: "declined", decline });
    expect(done).toMatchObject({ http: 200, responseCode: code, assumed: [] });
    expect(JSON.parse(done.body)).toMatchObject({
      responseCode: code,
      message: expect.stringContaining("declined"),
    });
  });

  it("pays by what the order takes where nothing is said", async () => {
    await using at = await world();
    const wallet = await created(at.lane, { paymentMethods: "ALIPAYHK" });
    expect((await payOrder(at.lane, wallet, {})).result).toMatchObject({
      ...{ transaction: { method: "ALIPAYHK", cardType: "ALIPAYHK", maskedPan: "" } },
    });
    const master = await created(at.lane, { allowedCardType: "MASTER" });
    expect((await payOrder(at.lane, master, {})).result).toMatchObject({ transaction: { cardType: "MASTER" } });
    const any = await created(at.lane);
    expect((await payOrder(at.lane, any, { method: "CARD" })).result).toMatchObject({
      ...{ transaction: { maskedPan: "411111XXXXXX1111" } },
    });
  });

  it("is told what the order's options forbid, and nothing happens", async () => {
    await using at = await world();
    const key = await created(at.lane, { allowedCardType: "MASTER" });
    const done = await payOrder(at.lane, key, { cardNumber: "4111111111111111" });
    const message = "allowedCardType is MASTER, and the card is of VISA";
    expect(done).toMatchObject({
      notAllowed: { limit: "allowedCardType", message },
      result: { kind: "refused", reason: "invalid-parameter", detail: message },
      ...{ http: 200, responseCode: "1001", assumed: [] },
    });
    const { reference, transactions } = await orderOf(at.lane, key);
    expect(transactions).toEqual([]);
    const exchange = await at.last();
    expect(exchange).toMatchObject({
      ...{
        id: readRequestId(done.requestId),
        operation: "checkout/pay",
        merchantId: 3,
        orderId: key.orderId,
        reference,
      },
      ...{ orderStatus: "OPEN", cardType: "VISA", signature: "unchecked", responseCode: "1001", http: 200 },
      response: '{"responseCode":"1001","message":"invalid parameter"}',
    });
    expect(explained(exchange)).toEqual({
      scenarios: at.lane.rules.inForce(await at.lane.store.views.lane()).scenarios,
      subject: {
        ...{ operation: "checkout/pay", merchantId: "3", orderId: key.orderId, paymentMethod: "CARD" },
        ...{ cardType: "VISA", merchantReference: reference, orderStatus: "OPEN" },
      },
      ...{ matched: [], detail: message, ended: "invalid-parameter", advice: done.notAllowed!.fix },
      forbidden: { why: message },
    });
  });

  it("is told that no card fits, where none does", async () => {
    await using at = await world();
    const key = await created(at.lane, { allowedBinRanges: [{ binStart: "999000", binEnd: "999999" }] });
    const done = await payOrder(at.lane, key, {});
    expect(done.notAllowed?.message).toBe("no card fits allowedCardType and allowedBinRanges");
    expect(JSON.parse((await at.last()).request)).toMatchObject({ maskedPan: "411111XXXXXX1111", cardType: "VISA" });
  });

  it("is told that the order is over, whatever its options forbid", async () => {
    await using at = await world();
    const key = await created(at.lane, { allowedCardType: "MASTER" });
    await at.lane.clock.advance(2_000_000);
    const done = await payOrder(at.lane, key, { cardNumber: "4111111111111111" });
    expect(done.result).toMatchObject({ kind: "refused", reason: "order-not-payable" });
  });

  it.each<[string, Then, object]>([
    [
      "a code of its own",
      { outcome: { responseCode: "77", message: "m" } },
      { responseCode: "77", http: 200, body: expect.stringContaining('"responseCode":"77"') },
    ],
    [
      "nothing, where the call is lost",
      { fault: "http-502", placed: "before-commit" },
      { responseCode: "", http: 200, body: "", assumed: [] },
    ],
    [
      "a refusal",
      { outcome: "maintenance" },
      { responseCode: "9002", body: '{"responseCode":"9002","message":"service under maintenance"}' },
    ],
  ])("is answered by a rule with %s", async (_, then, expected) => {
    await using at = await world();
    await rule(at.lane, "checkout/pay", then);
    expect(await payOrder(at.lane, await created(at.lane), {})).toMatchObject(expected);
  });

  it("of no order is told so", async () => {
    await using at = await world();
    expect((await payOrder(at.lane, { merchantId: 3, orderId: 9 }, {})).result).toMatchObject({
      reason: "order-not-found",
    });
    expect((await payOrder(at.lane, { merchantId: 3 }, {})).result).toMatchObject({ reason: "order-not-found" });
  });
});

describe("other actions", () => {
  it.each([
    ["checkout/open", openOrder, "OPEN", []],
    ["checkout/expire", expireOrder, "CLOSED", []],
    ["checkout/cancel", cancelOrder, "OPEN", ["cancel"]],
  ] as const)("%s is one of the page's, and names its guesses", async (operation, act, status, assumed) => {
    await using at = await world();
    const key = await created(at.lane);
    expect(await act(at.lane, key)).toMatchObject({ body: JSON.stringify({ status }), assumed });
    expect(await at.last()).toMatchObject({
      operation,
      request: JSON.stringify({ orderId: key.orderId }),
      merchantId: 3,
    });
  });

  it("settle and refund by hand are asked by no rule where they are done for one", async () => {
    await using at = await world();
    const keys = [await created(at.lane), await created(at.lane)] as const;
    for (const key of keys) await payOrder(at.lane, key, {});
    await putRule(at.lane, { then: { outcome: "maintenance" } }, "control");
    await refundByHand(at.lane, keys[0], minorUnits(100));
    const byHand = await at.last();
    expect(byHand).toMatchObject({ operation: "back-office/refund", responseCode: "0000" });
    expect(readExplanation(byHand!).subject.amountMinor).toBe(100);
    await settleOrder(at.lane, keys[1], { isMeanwhile: true });
    expect(await at.last()).toMatchObject({ operation: "checkout/settle", responseCode: "0000" });
    const now = await at.lane.clock.now();
    expect([statusOf(await orderOf(at.lane, keys[0]), now), statusOf(await orderOf(at.lane, keys[1]), now)]).toEqual([
      ...["REFUNDED", "SETTLED"],
    ]);
    expect((await settleOrder(at.lane, keys[0])).responseCode).toBe("9002");
    expect((await expireOrder(at.lane, keys[0])).responseCode).toBe("9002");
  });
});

describe("a page that completes itself", () => {
  const completed = async (at: Awaited<ReturnType<typeof world>>, what: object, options: object = {}) => {
    const key = await created(at.lane, options);
    const task = { id: 900, at: FROZEN_AT, kind: "page", orderId: key.orderId, what };
    await commit(at.lane.store, { tasks: { added: [task] } });
    await completePage(at.lane, task);
    return orderOf(at.lane, key);
  };
  const due = ({ store }: Lane) => store.views.nextDue({ expiries: false });

  it.each([
    ["pays by its card", { action: "pay", card: "4705 9820 0000 8101" }, { maskedPan: "470598XXXXXX8101" }],
    ["pays by a test card's name", { action: "pay", card: "master" }, { cardType: "MASTER" }],
    ["pays by any", { action: "pay" }, { maskedPan: "411111XXXXXX1111" }],
    ["declines for its reason", { action: "decline", reason: "lost-card" }, { declined: "lost-card" }],
    ["declines for none", { action: "decline" }, { declined: "do-not-honour" }],
    ["declines for what is no reason", { action: "decline", reason: "maintenance" }, { declined: "do-not-honour" }],
  ])("%s", async (_, what, expected) => {
    await using at = await world();
    expect((await completed(at, what)).transactions).toMatchObject([expected]);
    expect([at.lines, await due(at.lane)]).toEqual([[], undefined]);
  });

  it("ignores a reason where it pays", async () => {
    await using at = await world();
    expect((await completed(at, { action: "pay", reason: "lost-card" })).transactions[0]).not.toHaveProperty(
      "declined",
    );
  });

  it("is left by its shopper, or closed without a word", async () => {
    await using at = await world();
    await completed(at, { action: "cancel" });
    expect(await at.last()).toMatchObject({ operation: "checkout/cancel" });
    const before = (await allExchanges(at.lane.store.views)).length;
    await completed(at, { action: "close" });
    expect((await allExchanges(at.lane.store.views)).length).toBe(before + 1);
  });

  it("of an order that is gone does nothing", async () => {
    await using at = await world();
    await completePage(at.lane, { id: 1, at: FROZEN_AT, kind: "page", orderId: 77, what: { action: "pay" } });
    expect(await allExchanges(at.lane.store.views)).toEqual([]);
  });

  it("says why it cannot, by its rule's name, and is done with its task", async () => {
    await using at = await world();
    const order = await completed(at, { action: "pay", card: "visa", rule: "mine" }, { allowedCardType: "MASTER" });
    const why = "allowedCardType is MASTER, and the card is of VISA";
    expect(at.lines).toEqual([
      [`rule "mine" cannot pay order ${order.id}: ${why}`, { lane: "one", requestId: "req-2" }],
    ]);
    expect(explained(await at.last())).toMatchObject({
      ...{ detail: `${why} (rule "mine" wants it)`, forbidden: { why, rule: "mine" } },
    });
    expect(await due(at.lane)).toBeUndefined();
  });

  it("has a name where an earlier version kept none", async () => {
    await using at = await world();
    const order = await completed(at, { action: "pay", card: "visa" }, { allowedCardType: "MASTER" });
    expect(at.lines[0]![0]).toMatch(`rule "page.auto" cannot pay order ${order.id}: `);
  });

  it("whose task another did meanwhile does it not again", async () => {
    await using at = await world();
    const key = await created(at.lane);
    const task = { id: 900, at: FROZEN_AT, kind: "page", orderId: key.orderId, what: { action: "pay" } };
    await expect(completePage(at.lane, task)).rejects.toThrow("the task is not due any more");
    await commit(at.lane.store, { tasks: { added: [{ ...task, id: 901 }] } });
    await expect(completePage(at.lane, task)).rejects.toThrow("the task is not due any more");
    expect((await orderOf(at.lane, key)).transactions).toEqual([]);
  });

  it("says once why it cannot, where two find its task due", async () => {
    await using at = await world();
    const key = await created(at.lane, { allowedCardType: "MASTER" });
    const what = { action: "pay", card: "visa" };
    const task = { id: 900, at: FROZEN_AT, kind: "page", orderId: key.orderId, what };
    await commit(at.lane.store, { tasks: { added: [task] } });
    const both = await Promise.allSettled([completePage(at.lane, task), completePage(at.lane, task)]);
    expect(both.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    expect((await allExchanges(at.lane.store.views)).map(({ operation }) => operation)).toEqual([
      ...["hosted-checkout/create", "checkout/pay"],
    ]);
  });

  it("returns the release of its notifications", async () => {
    await using at = await world();
    const key = await created(at.lane, { callbackUrl: { notify: "http://127.0.0.1:9/n" } });
    const task = { id: 900, at: FROZEN_AT, kind: "page", orderId: key.orderId, what: { action: "pay" } };
    await commit(at.lane.store, { tasks: { added: [task] } });
    const release = await completePage(at.lane, task);
    release?.();
    await at.lane.deliveries.dispatch();
    await at.lane.deliveries.drain();
    expect((await at.lane.store.views.notifications({})).map(({ state }) => state)).toEqual(["acknowledged"]);
  });
});

describe("a card entry", () => {
  const opened = async (lane: Lane, over: object = {}) => {
    await call(lane, "tokenization/add-token", { merchantId: 3, userId: "Zoe", ...over });
    return (await lane.store.views.cardEntries({ limit: 1 }))[0]!;
  };
  const card = { number: "5200828282828210", expiryDate: "203112" };

  it("is found by its session alone", async () => {
    await using at = await world();
    const entry = await opened(at.lane);
    expect(await cardEntryOf(at.lane, entry.session)).toEqual(entry);
    for (const session of ["", `${entry.session}x`, "99-x", entry.session.replace("-", "-x")])
      expect(await cardEntryOf(at.lane, session)).toBeUndefined();
  });

  it("saves the card that was typed, and the journal keeps it masked", async () => {
    await using at = await world();
    const entry = await opened(at.lane);
    const done = await saveCard(at.lane, entry, { ...card, country: "TW" });
    expect(done.result).toMatchObject({
      kind: "token",
      token: { userId: "Zoe", subBrand: "MASTER_DEBIT", expiryDate: "203112", issuerCountry: "TW", last4: "8210" },
    });
    const { tokenId } = (done.result as { token: { tokenId: number } }).token;
    expect(done).toMatchObject({
      ...{ http: 200, responseCode: "0000", body: JSON.stringify({ tokenId }) },
      assumed: ["verification-charge", "token-notification"],
    });
    const exchange = await at.last();
    expect(exchange).toMatchObject({ operation: "card-entry/save", merchantId: 3, cardType: "MASTER" });
    expect(JSON.parse(exchange.request)).toEqual({
      ...{
        cardEntryId: entry.id,
        userId: "Zoe",
        first6: "520082",
        last4: "8210",
        cardType: "MASTER",
        expiryDate: "203112",
      },
    });
    expect(explained(exchange).subject).toEqual({
      ...{ operation: "card-entry/save", merchantId: "3", userId: "Zoe", amountMinor: 100, currency: "HKD" },
      ...{ paymentMethod: "CARD", cardType: "MASTER" },
    });
  });

  it.each([
    [undefined, "HK"],
    ["US", "US"],
    ["OTHER", undefined],
  ])("keeps the issuer's country: %s", async (country, expected) => {
    await using at = await world();
    const { result } = await saveCard(at.lane, await opened(at.lane), { ...card, country });
    expect((result as { token: { issuerCountry?: string } }).token.issuerCountry).toBe(expected);
  });

  it.each([
    ["the card says so", { number: "4000000000009987" }, "lost-card"],
    ["it is asked for", { declined: "stolen-card" as const }, "stolen-card"],
  ])("declines where %s", async (_, over, decline) => {
    await using at = await world();
    const done = await saveCard(at.lane, await opened(at.lane), { expiryDate: "203112", ...over });
    expect(done.result).toMatchObject({ kind: "declined", decline });
  });

  it("takes a card that it allows where none is said", async () => {
    await using at = await world();
    const saved = async (over: object) =>
      ((await saveCard(at.lane, await opened(at.lane, over), { expiryDate: "203112" })).result as { token?: object })
        .token;
    expect(await saved({})).toMatchObject({ brand: "VISA", last4: "1111" });
  });

  it("takes none where none fits", async () => {
    await using at = await world();
    const entry = await opened(at.lane, { allowedBinRanges: [{ binStart: "999000", binEnd: "999999" }] });
    const done = await saveCard(at.lane, entry, { expiryDate: "203112" });
    expect(done.notAllowed).toMatchObject({ limit: "allowedBinRanges" });
    expect(JSON.parse((await at.last()).request)).toMatchObject({ first6: "411111", last4: "1111" });
  });

  it("says what it does not take, while it is open", async () => {
    await using at = await world();
    const entry = await opened(at.lane);
    const done = await saveCard(at.lane, entry, { number: "6200000000000005", expiryDate: "203112" });
    expect(done).toMatchObject({ notAllowed: {}, result: { kind: "refused", reason: "invalid-parameter" } });
    const exchange = await at.last();
    expect([exchange.operation, exchange.orderId, exchange.orderStatus]).toEqual([
      "card-entry/save",
      undefined,
      undefined,
    ]);
    const expired = await saveCard(at.lane, entry, { ...card, expiryDate: "202501" });
    expect(expired.notAllowed?.limit).toBe("expiryDate");
    await at.lane.clock.advance(2_000_000);
    const late = await saveCard(at.lane, entry, { number: "6200000000000005", expiryDate: "203112" });
    expect(late.notAllowed).toBeUndefined();
    expect(late.result.kind).toBe("refused");
  });

  it("can be left", async () => {
    await using at = await world();
    const entry = await opened(at.lane);
    expect(await cancelCardEntry(at.lane, entry)).toMatchObject({ responseCode: "0000", body: "{}" });
    const exchange = await at.last();
    expect(exchange).toMatchObject({
      operation: "card-entry/cancel",
      request: `{"cardEntryId":${entry.id},"userId":"Zoe"}`,
    });
    expect(explained(exchange).subject).toEqual({ operation: "card-entry/cancel", merchantId: "3", userId: "Zoe" });
  });
});

it("cards end as any other in a lane without magic", async () => {
  await using at = await world({ magic: false });
  const done = await payOrder(at.lane, await created(at.lane), { cardNumber: "4000000000009987" });
  expect(done.result.kind).toBe("order");
});
