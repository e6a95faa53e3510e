import { describe, expect, it } from "vitest";
import type { OrderEvent } from "../../../src/core/domain/events.js";
import { ledgerOf } from "../../../src/core/domain/ledger.js";
import { instant, later, minorUnits } from "../../../src/core/domain/money.js";
import { netAmount, type Order, statusOf, transactionStatus, updatedAtOf } from "../../../src/core/domain/order.js";
import { isExpired } from "../../../src/core/domain/token.js";
import { NOW, order, orders, refund, sale, voided } from "../../support/orders.js";

describe("an order's status", () => {
  it.each([
    ["open", "OPEN", 0],
    ["declined", "OPEN", 0],
    ["paid", "SUCCESS", 5000],
    ["refunded", "REFUNDED", 3000],
    ["voided", "VOIDED", 0],
    ["settled", "SETTLED", 5000],
    ["closed", "CLOSED", 0],
    ["expired", "CLOSED", 0],
    ["cancelled", "CANCELLED", 0],
  ] as const)("%s: %s, net %i", { tags: ["facts:3/order-newer-docs-open-created"] }, (state, status, net) => {
    expect([statusOf(orders[state], NOW), netAmount(orders[state])]).toEqual([status, net]);
  });

  it("stays SUCCESS after its expiry time", () => {
    expect(statusOf(orders.paid, later(NOW, 10_000_000))).toBe("SUCCESS");
  });

  it("stays CLOSED when the clock is set back", () => {
    expect(statusOf(orders.closed, later(NOW, -10_000))).toBe("CLOSED");
  });

  it("of a transaction follows what became of the order", {
    tags: ["facts:3/transaction-newer-docs-success-approved"],
  }, () => {
    const statusOfSale = (o: Order) => transactionStatus(o, o.transactions[0]!);
    expect([orders.paid, orders.refunded, orders.voided, orders.settled, orders.declined].map(statusOfSale)).toEqual([
      "SUCCESS",
      "REFUNDED",
      "VOIDED",
      "SETTLED",
      "DECLINED",
    ]);
    expect(transactionStatus(orders.refunded, orders.refunded.transactions[1]!)).toBe("SUCCESS");
  });
});

describe("an order's update time", () => {
  it("is its expiry once its time is up, recorded or not", () => {
    const at = (one: Order, now = NOW) => updatedAtOf(one, statusOf(one, now));
    expect(at(order({ expiresAt: later(NOW, -5) }))).toBe(later(NOW, -5));
    expect(at(orders.open)).toBe(orders.open.updatedAt);
    expect(at(orders.paid, later(NOW, 10_000_000))).toBe(orders.paid.updatedAt);
  });
});

describe("the ledger lines", () => {
  const cases: readonly (readonly [string, Order, OrderEvent, readonly (readonly [string, number])[]])[] = [
    [
      "of a sale",
      orders.open,
      { type: "sale-approved", at: NOW, transaction: sale() },
      [
        ["unsettled", 5000],
        ["scheme", -5000],
      ],
    ],
    [
      "of a refund",
      orders.paid,
      { type: "refunded", at: NOW, transaction: refund({ amount: minorUnits(2000) }) },
      [
        ["unsettled", -2000],
        ["scheme", 2000],
      ],
    ],
    [
      "of a void",
      orders.paid,
      { type: "voided", at: NOW, transaction: voided() },
      [
        ["unsettled", -5000],
        ["scheme", 5000],
      ],
    ],
    [
      "of a settlement",
      orders.paid,
      { type: "settled", at: NOW },
      [
        ["unsettled", -5000],
        ["payout", 5000],
      ],
    ],
    [
      "of a settlement after a part was refunded",
      orders.refunded,
      { type: "settled", at: NOW },
      [
        ["unsettled", -3000],
        ["payout", 3000],
      ],
    ],
    ["of a decline", orders.open, { type: "declined", at: NOW, transaction: sale({ declined: "lost-card" }) }, []],
    ["of an expiry", orders.open, { type: "closed", at: NOW }, []],
    ["of a cancel", orders.open, { type: "cancelled", at: NOW, to: undefined }, []],
  ];
  it.each(cases)("%s", (_, before, event, expected) => {
    const lines = ledgerOf(before, event);
    expect(lines.map(({ account, amount }) => [account, amount])).toEqual(expected);
    for (const line of lines) expect(line).toMatchObject({ merchantId: 3, currency: "HKD", orderId: 1, at: NOW });
  });
});

it("a card is good until its expiry month ends", () => {
  expect(isExpired("202601", instant(Date.UTC(2026, 0, 31, 23, 59, 59, 999)))).toBe(false);
  expect(isExpired("202601", instant(Date.UTC(2026, 1, 1)))).toBe(true);
  expect(isExpired("203012", instant(Date.UTC(2030, 11, 31)))).toBe(false);
  expect(isExpired("203012", instant(Date.UTC(2031, 0, 1)))).toBe(true);
});
