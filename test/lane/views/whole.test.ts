import { describe, expect, it } from "vitest";
import type { CardEntry } from "../../../src/core/domain/card-entry.js";
import { type LedgerLine, move } from "../../../src/core/domain/ledger.js";
import { later, minorUnits } from "../../../src/core/domain/money.js";
import type { Lane } from "../../../src/lane/lane.js";
import { forbiddenIn } from "../../../src/lane/ports/explanation.js";
import { cardEntrySummary, wholeCardEntry } from "../../../src/lane/views/card-entry-json.js";
import { callFact, factsOf, isAcknowledged, orderFact } from "../../../src/lane/views/facts-of-lane.js";
import { wholeOrder } from "../../../src/lane/views/history/whole-order.js";
import { orderSummary, transactionsOf } from "../../../src/lane/views/order-json.js";
import { factJson, verifyLane } from "../../../src/lane/views/verify-lane.js";
import { exchange } from "../../support/exchange.js";
import { cardEntries, NOW, order, orders, refund, sale, voided } from "../../support/orders.js";
import { outboxEntry } from "../../support/outbox.js";

const attempt = (over: object = {}) => ({
  ...{ n: 1, at: NOW, request: "{}", status: 200, body: "OK", durationMs: 3, why: null },
  ...over,
});
const laneOf = (views: object): Lane =>
  ({ baseUrl: "http://base", store: { views }, clock: { now: async () => NOW } }) as unknown as Lane;
const lines = (over: Partial<LedgerLine>): readonly LedgerLine[] =>
  move({ merchantId: 3, currency: "HKD", at: NOW, into: minorUnits(5000), against: "scheme", why: "sale", ...over });
const ISO = "2026-01-05T02:00:00.000+00:00";

describe("a card entry", () => {
  const open: CardEntry = { ...cardEntries.open, id: 8, session: "8-x", notifyUrl: "http://shop/n" };

  it("is told with its page and its times", async () => {
    expect(await cardEntrySummary(laneOf({}), open)).toEqual({
      ...{ id: 8, merchantId: 3, userId: "Anna", status: "OPEN", url: "http://base/card-entry/8-x" },
      ...{ notifyUrl: "http://shop/n", tokenId: undefined, maskedPan: undefined, savedTime: undefined },
      createTime: "2026-01-05T01:59:59.000+00:00",
      expiryTime: "2026-01-05T02:16:39.000+00:00",
    });
    const saved = { tokenId: 9, maskedPan: "4111********1111", brand: "VISA", at: NOW } as const;
    expect(await cardEntrySummary(laneOf({}), { ...open, saved })).toMatchObject({
      ...{ status: "SAVED", tokenId: 9, maskedPan: "4111********1111", savedTime: ISO },
    });
  });

  const charges = [sale({ id: 1, declined: "lost-card" }), sale({ id: 2, amount: minorUnits(100) }), voided({ id: 3 })];
  const views = {
    ledger: async (filter: object) => {
      expect(filter).toEqual({ merchantId: 3 });
      return [
        ...lines({ transactionId: 2, into: minorUnits(100) } as object),
        ...lines({ transactionId: 9 }),
        ...lines({ transactionId: 2, orderId: 5 }),
        ...lines({}),
      ];
    },
    notifications: async (filter: object) => {
      expect(filter).toEqual({ limit: 1000 });
      return [
        outboxEntry({ id: 1, kind: "token", fields: { tokenId: "9" } }),
        outboxEntry({ id: 2, kind: "token", fields: { tokenId: "10" } }),
        outboxEntry({ id: 3, kind: "payment", fields: { tokenId: "9" } }),
        outboxEntry({ id: 4, kind: "token", fields: {} }),
      ].map((one) => ({ ...one, attempts: [] }));
    },
  };
  const saved = { tokenId: 9, maskedPan: "", brand: "VISA", at: NOW } as const;

  it("is told with its charges, their own ledger lines and the token's notifications", async () => {
    const whole = await wholeCardEntry(laneOf(views), { ...open, charges, saved });
    expect(whole.charges.map(({ id, status, amount, currency, at }) => [id, status, amount, currency, at])).toEqual([
      [1, "DECLINED", 50, "HKD", ISO],
      [2, "VOIDED", 1, "HKD", ISO],
      [3, "SUCCESS", 50, "HKD", ISO],
    ]);
    expect(whole.ledger.map(({ account, amount, transactionId }) => [account, amount, transactionId])).toEqual([
      ["unsettled", 1, 2],
      ["scheme", -1, 2],
    ]);
    expect(whole.notifications.map(({ id }) => id)).toEqual([1]);
    expect(whole.cardEntry.status).toBe("SAVED");
  });

  it("whose charge was not voided yet says so, and has no notification", async () => {
    const whole = await wholeCardEntry(laneOf(views), { ...open, charges });
    expect(whole.charges.map(({ status }) => status)).toEqual(["DECLINED", "SUCCESS", "SUCCESS"]);
    expect(whole.notifications).toEqual([]);
  });
});

describe("an order", () => {
  it("is told in the currency's main unit, its times as ISO 8601", () => {
    const one = order({
      ...{ id: 7, transactions: [sale(), refund({ amount: minorUnits(2050) })], settledAt: NOW, notifyUrl: "http://n" },
      ...{ userId: "Anna", tokenId: 351, parentOrderId: 6, email: "a@b", recurring: true, updatedAt: NOW },
    });
    expect(orderSummary(one, NOW)).toEqual({
      ...{ id: 7, merchantId: 3, merchantReference: "A-1", status: "REFUNDED", currency: "HKD" },
      ...{ amount: 50, netAmount: 29.5, cardType: "VISA", origin: "hosted", recurring: true, email: "a@b" },
      ...{ userId: "Anna", tokenId: 351, parentOrderId: 6, notifyUrl: "http://n" },
      createTime: "2026-01-05T01:59:59.000+00:00",
      updateTime: ISO,
      expiryTime: "2026-01-05T02:16:39.000+00:00",
      settledTime: ISO,
    });
    expect(orderSummary(orders.open, NOW)).toMatchObject({
      status: "OPEN",
      cardType: undefined,
      settledTime: undefined,
    });
    expect(transactionsOf(one).map(({ id, type, status, amount }) => [id, type, status, amount])).toEqual([
      [11, "SALE", "REFUNDED", 50],
      [12, "REFUND", "SUCCESS", 20.5],
    ]);
  });

  const at = (ms: number) => later(NOW, ms);
  const iso = (second: number) => `2026-01-05T02:00:0${second}.000+00:00`;
  const whole = (over: Parameters<typeof order>[0] = {}) => {
    const views = {
      notifications: async (filter: object) => {
        expect(filter).toEqual({ orderId: 1 });
        return [
          {
            ...outboxEntry({ id: 2, createdAt: at(3000) }),
            attempts: [attempt({ at: at(4000), why: "no", status: null })],
          },
          {
            ...outboxEntry({ id: 1, dueAt: null }),
            attempts: [attempt({ at: at(4000) }), attempt({ n: 2, at: at(6000) })],
          },
        ];
      },
      exchanges: async (filter: object) => {
        expect(filter).toEqual({ orderId: 1, limit: 1000 });
        return [
          exchange({ id: 12, at: NOW, operation: "direct/query" }),
          exchange({ id: 11, at: NOW, operation: "direct/sale", responseCode: "2001" }),
        ];
      },
      exchangesAfter: async () => [exchange({ id: 9, reference: "A-2" }), exchange({ id: 10, orderId: 2 })],
      ledger: async () => lines({ orderId: 1 }),
    };
    return wholeOrder(laneOf(views), order(over));
  };

  it("is told with what happened to it when, oldest first, as it was written where instants are the same", async () => {
    const { timeline, notifications, ledger } = await whole({ closedAt: at(5000), settledAt: at(5000) });
    expect(timeline).toEqual([
      { at: iso(0), what: "direct/sale", requestId: "req-11", responseCode: "2001", why: undefined },
      { at: iso(0), what: "direct/query", requestId: "req-12", responseCode: "0000", why: undefined },
      { at: iso(4), what: "notification", notificationId: 1, status: 200, why: null },
      { at: iso(4), what: "notification", notificationId: 2, status: null, why: "no" },
      { at: iso(5), what: "expired" },
      { at: iso(5), what: "settled" },
      { at: iso(6), what: "notification", notificationId: 1, status: 200, why: null },
    ]);
    expect(notifications.map(({ id, nextAt, createdAt, causedBy }) => [id, nextAt, createdAt, causedBy])).toEqual([
      [2, iso(0), iso(3), "req-1"],
      [1, null, iso(0), "req-1"],
    ]);
    expect(ledger.map(({ amount }) => amount)).toEqual([50, -50]);
  });

  it.each([
    ["settled", { settledAt: NOW }, ["SUCCESS", "SETTLED"], ["1", "settled", "2"]],
    ["settled", { settledAt: NOW }, [undefined, "SETTLED", "REFUNDED"], ["1", "settled", "2", "3"]],
    ["settled", { settledAt: NOW }, ["SUCCESS", "REFUNDED"], ["1", "2", "settled"]],
    ["settled", { settledAt: NOW }, ["SUCCESS", "SUCCESS"], ["1", "2", "settled"]],
    ["expired", { closedAt: NOW }, ["OPEN", "CLOSED", "CLOSED"], ["1", "expired", "2", "3"]],
  ] as const)(
    "that was %s in one instant with its calls is told by commit: %j %j",
    async (_, over, statuses, expected) => {
      const calls = statuses.map((orderStatus, n) =>
        exchange({ id: n + 1, at: NOW, operation: String(n + 1), orderStatus }),
      );
      const views = {
        notifications: async () => [],
        ledger: async () => [],
        exchanges: async () => calls.toReversed(),
        exchangesAfter: async () => [],
      };
      const { timeline } = await wholeOrder(laneOf(views), order(over));
      expect(timeline.map(({ what }) => what)).toEqual(expected);
    },
  );

  it("that is neither closed nor settled says neither, and has a page where it was opened on one", async () => {
    const open = await whole();
    expect(open.timeline.map(({ what }) => what)).not.toEqual(expect.arrayContaining(["expired"]));
    expect(open.timeline).toHaveLength(5);
    expect(open.checkoutUrl).toBe("http://base/checkout/s");
    expect((await whole({ session: "" })).checkoutUrl).toBeUndefined();
  });
});

describe("what was forbidden on a page", () => {
  const forbidden = { why: "no wallet", rule: "r" };
  const explain = JSON.stringify({ subject: {}, matched: [], forbidden });

  it.each(["checkout/pay", "checkout/cancel", "card-entry/save"])("is told of %s", (operation) => {
    expect(forbiddenIn(exchange({ operation, explain }))).toEqual(forbidden);
  });

  it("is told of no other call, whatever it keeps", () => {
    expect(forbiddenIn(exchange({ operation: "direct/sale", explain }))).toBeUndefined();
    expect(forbiddenIn(exchange({ operation: "hosted-checkout/query", explain: "" }))).toBeUndefined();
  });
});

describe("the facts of a lane", () => {
  it("tell a call by what it said, where that was kept", () => {
    const subject = { operation: "direct/sale", amountMinor: 100 };
    const kept = exchange({ id: 4, rule: "r", explain: JSON.stringify({ subject, matched: [] }) });
    expect(callFact(kept)).toEqual({ requestId: "req-4", ...subject, responseCode: "0000", rule: "r" });
  });

  it("tell a call of which nothing was kept by the exchange itself", () => {
    const call = { id: 4, operation: "direct/sale", merchantId: 3, reference: "A-1", orderId: 7 };
    expect(callFact(exchange(call))).toEqual({
      ...{ requestId: "req-4", operation: "direct/sale", merchantId: "3", merchantReference: "A-1", orderId: 7 },
      responseCode: "0000",
    });
    expect(callFact(exchange({ id: 4, operation: "x" }))).toEqual({
      ...{ requestId: "req-4", operation: "x", responseCode: "0000" },
    });
  });

  it("tell an order by its status and its net amount", () => {
    expect(orderFact(orders.refunded, NOW)).toEqual({
      ...{ id: 1, merchantId: 3, merchantReference: "A-1", status: "REFUNDED", netAmount: 30 },
    });
  });

  it("take a notification for acknowledged once it was", () => {
    const attempts = (...why: (string | null)[]) => ({ attempts: why.map((one) => attempt({ why: one })) });
    expect([attempts(), attempts("no"), attempts("no", null), attempts(null, "no")].map(isAcknowledged)).toEqual([
      ...[false, false, true, true],
    ]);
  });

  const rule = { id: "rule-1", rule: { name: "r", then: {} } };
  const facts = laneOf({
    lane: async () => ({ rules: [] }),
    exchangesAfter: async (id: number) => (id === 0 ? [exchange({ id: 1 }), exchange({ id: 2 })] : []),
    droppedExchanges: async () => 5,
    orders: async () => [order({ id: 2, reference: "B" }), order({ id: 1 })],
    notifications: async () => [
      { ...outboxEntry({ reference: "B" }), attempts: [attempt(), attempt()] },
      { ...outboxEntry({ reference: undefined }), attempts: [] },
      { ...outboxEntry({ reference: "A-1" }), attempts: [] },
    ],
    ruleCounts: async () => [{ ruleId: "rule-1", key: "", seen: 4, fired: 2 }],
  });
  const lane = {
    ...facts,
    rules: { all: () => [rule, { id: "rule-2", rule: { then: {} } }], scenariosOf: () => [] },
  } as unknown as Lane;

  it("are told oldest first; stored cards are notified without a reference, and left out", async () => {
    const told = await factsOf(lane);
    expect(told.calls.map(({ requestId }) => requestId)).toEqual(["req-1", "req-2"]);
    expect(told.orders.map(({ id }) => id)).toEqual([1, 2]);
    expect(told.notifications).toEqual([
      { merchantReference: "A-1", acknowledged: false, attempts: 0 },
      { merchantReference: "B", acknowledged: true, attempts: 2 },
    ]);
    expect(told.rules).toEqual([
      { name: "r", fired: 2 },
      { name: "rule-2", fired: 0 },
    ]);
    expect(told.droppedCalls).toBe(5);
  });

  it("hold what is expected of them against it, with a warning only where there is one", async () => {
    expect(await verifyLane(lane)).toMatchObject({ passed: true, failures: [], warnings: [{ where: "expect" }] });
    const [once, never] = [{ rule: { name: "r", fired: 2 } }, { rule: { name: "nobody", fired: 1 } }] as const;
    expect(await verifyLane(lane, [once])).toEqual({ passed: true, failures: [] });
    const told = await verifyLane(lane, [never]);
    expect([told.passed, told.failures.length, told.warnings?.length]).toEqual([false, 1, 1]);
  });

  it("tell amounts of calls as people write them", () => {
    expect(factJson({ operation: "x", amountMinor: 1050 })).toEqual({ operation: "x", amount: 10.5 });
    expect(factJson({ operation: "x" })).toEqual({ operation: "x" });
  });
});
