import { describe, expect, it } from "vitest";
import { decideChargeParent } from "../../../src/core/domain/decide/charge-parent.js";
import { decideChargeToken } from "../../../src/core/domain/decide/charge-token.js";
import { decideCancelOrder, decideExpireOrder } from "../../../src/core/domain/decide/close-order.js";
import { decideCreateOrder } from "../../../src/core/domain/decide/create-order.js";
import { decidePayOrder } from "../../../src/core/domain/decide/pay-order.js";
import { decideRefundOrder } from "../../../src/core/domain/decide/refund-order.js";
import { decideSettleOrder } from "../../../src/core/domain/decide/settle-order.js";
import { decideVoidOrder } from "../../../src/core/domain/decide/void-order.js";
import type { Circumstances, Decision } from "../../../src/core/domain/decision.js";
import { evolve } from "../../../src/core/domain/evolve.js";
import { formatInstant, later, minorUnits } from "../../../src/core/domain/money.js";
import { type Order, statusOf } from "../../../src/core/domain/order.js";
import { defaultPolicy, type Policy } from "../../../src/core/facts/assumptions.js";
import type { PaymentMethod } from "../../../src/core/facts/methods.js";
import {
  chargeToken,
  circumstances,
  createOrder,
  NOW,
  order,
  orders,
  refund,
  sale,
  storedToken,
} from "../../support/orders.js";

/** What became of it: the rejection with its detail, or the status after. */
function outcomeOf(decision: Decision, before?: Order): string {
  if (decision.kind === "rejected")
    return [decision.rejection.reason, decision.rejection.detail].filter((part) => part !== undefined).join(": ");
  if (decision.kind === "repeated") return `again ${decision.order.id}`;
  if (decision.kind !== "accepted") return decision.kind;
  const after = decision.events.reduce<Order | undefined>(evolve, before)!;
  const last = after.transactions.at(-1);
  if (decision.replaced) {
    const { order, event } = decision.replaced;
    return `${statusOf(after, NOW)}, closing order ${evolve(order, event).cancelled === "CLOSED" ? order.id : "none"}`;
  }
  return last?.declined === undefined ? statusOf(after, NOW) : `${statusOf(after, NOW)}, ${last.declined}`;
}

const paidBy = (method: PaymentMethod): Order => order({ transactions: [sale({ method })] });
const pay = { kind: "pay-order", instrument: { method: "CARD", maskedPan: "", cardType: "VISA" } } as const;
const declining = { answer: { approved: false, decline: "insufficient-funds" } } as const;
const pastExpiry = `invalid-parameter: expiryTime: expected an instant after now, ${formatInstant(NOW)} on the lane's clock`;
const card = (own: { refund?: boolean; void?: boolean }) => ({ capabilities: { CARD: own } });

/** The reference is that of an order in this state, under this choice. */
const used = (state: keyof typeof orders, choice: Policy["duplicate-reference"]): Partial<Circumstances> => ({
  existingOrder: orders[state],
  policy: { ...defaultPolicy, "duplicate-reference": choice },
});

describe("create", () => {
  const cases: readonly (readonly [string, Parameters<typeof createOrder>[0], Partial<Circumstances>, string])[] = [
    ["a new reference", {}, {}, "OPEN"],
    ["an expiry in the past", { expiresAt: later(NOW, -1) }, {}, pastExpiry],
    ["an expiry of this very instant", { expiresAt: NOW }, {}, pastExpiry],
    [
      "an expiry in the past, accepted by policy",
      { expiresAt: later(NOW, -1) },
      { policy: { ...defaultPolicy, "past-expiry": "accept-closed" } },
      "CLOSED",
    ],
    [
      "a past expiry before a used reference",
      { expiresAt: later(NOW, -1) },
      { existingOrder: orders.open },
      pastExpiry,
    ],
    ["a used reference", {}, { existingOrder: orders.open }, "duplicate-reference: order 1"],
    ["the reference of a closed order", {}, { existingOrder: orders.closed }, "duplicate-reference: order 1"],
    ["the reference of a closed order, free by policy", {}, used("closed", "free-after-closed"), "OPEN"],
    [
      "the reference of an open order, free by policy after CLOSED",
      {},
      used("open", "free-after-closed"),
      "duplicate-reference: order 1",
    ],
    ["the same request, answered again by policy", {}, used("open", "return-existing"), "again 1"],
    [
      "the reference of an open order, taken over by policy",
      { amount: minorUnits(1) },
      used("open", "replace-open"),
      "OPEN, closing order 1",
    ],
    [
      "the reference of a closed order, free by policy that replaces open ones",
      {},
      used("closed", "replace-open"),
      "OPEN",
    ],
    [
      "the reference of a paid order, though open ones are replaced",
      {},
      used("paid", "replace-open"),
      "duplicate-reference: order 1",
    ],
    [
      "the same request, answered again while the order is open",
      {},
      used("open", "return-existing-while-open"),
      "again 1",
    ],
    [
      "another amount, refused while the order is open",
      { amount: minorUnits(1) },
      used("open", "return-existing-while-open"),
      "duplicate-reference: order 1",
    ],
    [
      "the reference of a closed order, free where open ones are answered again",
      { amount: minorUnits(1) },
      used("closed", "return-existing-while-open"),
      "OPEN",
    ],
    [
      "the same request as that of a paid order, refused where only open ones are answered again",
      {},
      used("paid", "return-existing-while-open"),
      "duplicate-reference: order 1",
    ],
    [
      "the same request as that of an order that is closed",
      {},
      used("closed", "return-existing"),
      "duplicate-reference: order 1",
    ],
    [
      "another amount, refused though equal ones are answered",
      { amount: minorUnits(1) },
      used("open", "return-existing"),
      "duplicate-reference: order 1",
    ],
  ];
  it.each(cases)("%s", (_, command, c, expected) => {
    expect(outcomeOf(decideCreateOrder(createOrder(command), circumstances(c)))).toBe(expected);
  });

  it("gives an order 1000 seconds to be paid", { tags: ["spec:4.1/expiryTime", "spec:8/order-expiry-default"] }, () => {
    const decision = decideCreateOrder(createOrder(), circumstances());
    expect(decision).toMatchObject({ events: [{ type: "order-created", order: { expiresAt: NOW + 1_000_000 } }] });
  });
});

describe("pay", () => {
  const cases: readonly (readonly [keyof typeof orders, Partial<Circumstances>, string])[] = [
    ["open", {}, "SUCCESS"],
    ["open", declining, "OPEN, insufficient-funds"],
    ["declined", {}, "SUCCESS"],
    ["paid", {}, "order-not-payable: order 1 is SUCCESS"],
    ["paid", declining, "order-not-payable: order 1 is SUCCESS"],
    ["refunded", {}, "order-not-payable: order 1 is REFUNDED"],
    ["voided", {}, "order-not-payable: order 1 is VOIDED"],
    ["settled", {}, "order-not-payable: order 1 is SETTLED"],
    ["closed", {}, "order-not-payable: order 1 is CLOSED"],
    ["expired", {}, "order-not-payable: order 1 is CLOSED"],
    ["cancelled", {}, "order-not-payable: order 1 is CANCELLED"],
  ];
  it.each(cases)(
    "an order that is %s: %o",
    { tags: ["facts:3/voided-refunded-closed-refused-by-anything"] },
    (state, c, expected) => {
      expect(outcomeOf(decidePayOrder(pay, orders[state], circumstances(c)), orders[state])).toBe(expected);
    },
  );
});

const unsettled = (amount: number) => ({ unsettled: minorUnits(amount) });

describe("refund", () => {
  const cases: readonly (readonly [string, Order, number, Partial<Circumstances>, string])[] = [
    ["all of a paid order", orders.paid, 5000, {}, "REFUNDED"],
    ["a part of a paid order", orders.paid, 1, {}, "REFUNDED"],
    ["a settled order", orders.settled, 5000, {}, "REFUNDED"],
    ["exactly the balance", orders.paid, 5000, unsettled(5000), "REFUNDED"],
    ["what the acquirer declines", orders.paid, 5000, declining, "SUCCESS, insufficient-funds"],
    [
      "a refunded order, before its amount and the balance",
      orders.refunded,
      9999,
      unsettled(0),
      "already-refunded: order 1",
    ],
    [
      "a refunded order of a method that allows none",
      orders.refunded,
      1,
      card({ refund: false }),
      "already-refunded: order 1",
    ],
    ["an open order", orders.open, 1, {}, "refund-not-allowed: order 1 is OPEN"],
    ["a declined order", orders.declined, 1, {}, "refund-not-allowed: order 1 is OPEN"],
    ["a voided order", orders.voided, 1, {}, "refund-not-allowed: order 1 is VOIDED"],
    ["a closed order", orders.closed, 1, {}, "refund-not-allowed: order 1 is CLOSED"],
    ["a cancelled order", orders.cancelled, 1, {}, "refund-not-allowed: order 1 is CANCELLED"],
    [
      "a method that allows none, before the amount",
      orders.paid,
      9999,
      card({ refund: false }),
      "refund-not-allowed: CARD allows no refund",
    ],
    [
      "more than was paid, before the balance",
      orders.paid,
      5001,
      unsettled(0),
      "refund-exceeds-amount: 50.01 of 50.00 HKD, order 1",
    ],
    ["more than the unsettled balance", orders.paid, 5000, unsettled(4999), "insufficient-unsettled-balance"],
    ["a settled order above the unsettled balance", orders.settled, 1, unsettled(0), "insufficient-unsettled-balance"],
  ];
  it.each(cases)(
    "%s",
    {
      tags: [
        "facts:3/voided-refunded-closed-refused-by-anything",
        "spec:3/success-refunded-by-hosted-checkout-refund-if-payment-method-allows-refunds",
      ],
    },
    (_, before, amount, c, expected) => {
      expect(
        outcomeOf(
          decideRefundOrder({ kind: "refund-order", amount: minorUnits(amount) }, before, circumstances(c)),
          before,
        ),
      ).toBe(expected);
    },
  );

  it("that was declined may be tried again", () => {
    const before = order({ transactions: [sale(), refund({ declined: "do-not-honour" })] });
    expect(
      outcomeOf(decideRefundOrder({ kind: "refund-order", amount: minorUnits(5000) }, before, circumstances()), before),
    ).toBe("REFUNDED");
  });

  it.each(["CARD", "APPLEPAY", "GOOGLEPAY", "ALIPAYHK", "ALIPAYCN", "WECHATPAY"] as const)(
    "is allowed by %s",
    { tags: ["spec:3/success-refunded-by-hosted-checkout-refund-if-payment-method-allows-refunds"] },
    (method) => {
      expect(
        outcomeOf(
          decideRefundOrder({ kind: "refund-order", amount: minorUnits(1) }, paidBy(method), circumstances()),
          paidBy(method),
        ),
      ).toBe("REFUNDED");
    },
  );
});

describe("void", () => {
  const cases: readonly (readonly [string, Order, Partial<Circumstances>, string])[] = [
    ["a paid order", orders.paid, {}, "VOIDED"],
    ["what the acquirer declines", orders.paid, declining, "SUCCESS, insufficient-funds"],
    ["an open order", orders.open, {}, "void-not-allowed: order 1 is OPEN"],
    ["a settled order", orders.settled, {}, "void-not-allowed: order 1 is SETTLED"],
    ["a refunded order", orders.refunded, {}, "void-not-allowed: order 1 is REFUNDED"],
    ["a voided order", orders.voided, {}, "void-not-allowed: order 1 is VOIDED"],
    ["a closed order", orders.closed, {}, "void-not-allowed: order 1 is CLOSED"],
    ["Apple Pay", paidBy("APPLEPAY"), {}, "VOIDED"],
    ["Google Pay", paidBy("GOOGLEPAY"), {}, "VOIDED"],
    ["AlipayHK", paidBy("ALIPAYHK"), {}, "void-not-allowed: ALIPAYHK allows no void"],
    ["Alipay CN", paidBy("ALIPAYCN"), {}, "void-not-allowed: ALIPAYCN allows no void"],
    ["WeChat Pay", paidBy("WECHATPAY"), {}, "void-not-allowed: WECHATPAY allows no void"],
    [
      "WeChat Pay, allowed by policy",
      paidBy("WECHATPAY"),
      { policy: { ...defaultPolicy, "method-capabilities": "all-void" } },
      "VOIDED",
    ],
    [
      "an open order, voided by policy",
      orders.open,
      { policy: { ...defaultPolicy, "void-open-order": "void" } },
      "VOIDED",
    ],
    [
      "an open order, closed by policy",
      orders.open,
      { policy: { ...defaultPolicy, "void-open-order": "closed" } },
      "CLOSED",
    ],
    ["a card of a merchant who may not", orders.paid, card({ void: false }), "void-not-allowed: CARD allows no void"],
    ["a wallet of a merchant who may", paidBy("ALIPAYHK"), { capabilities: { ALIPAYHK: { void: true } } }, "VOIDED"],
  ];
  it.each(cases)(
    "%s",
    {
      tags: [
        "facts:3/voided-refunded-closed-refused-by-anything",
        "spec:3/success-voided-by-hosted-checkout-void-or-direct-void-if-payment-method-allows-voids",
        "spec:4.5/voids-the-order-if-the",
      ],
    },
    (_, before, c, expected) => {
      expect(outcomeOf(decideVoidOrder({ kind: "void-order" }, before, circumstances(c)), before)).toBe(expected);
    },
  );
});

describe("a token's charge", () => {
  const parent = order({ id: 9, reference: "P", recurring: true, currency: "USD", transactions: [sale()] });
  const token = storedToken();
  const cases: readonly (readonly [string, Parameters<typeof chargeToken>[0], Partial<Circumstances>, string])[] = [
    ["a good token", {}, { token }, "SUCCESS"],
    ["a decline keeps the order open", {}, { token, ...declining }, "OPEN, insufficient-funds"],
    ["a used reference, before the token", {}, { existingOrder: orders.paid }, "duplicate-reference: order 1"],
    ["an unknown token, before the parent", { parentOrderId: 9 }, {}, "token-not-found: tokenId 351 of user user1"],
    [
      "an expired token, before the parent",
      { parentOrderId: 9 },
      { token: storedToken({ expiryDate: "202512" }) },
      "token-expired: valid until 202512",
    ],
    ["a token in its last month", {}, { token: storedToken({ expiryDate: "202601" }) }, "SUCCESS"],
    [
      "an expired token, declined by policy",
      {},
      { token: storedToken({ expiryDate: "202512" }), policy: { ...defaultPolicy, "expired-token": "decline" } },
      "OPEN, expired-card",
    ],
    [
      "an expired token, declined by policy and by a rule, for the rule's reason",
      {},
      {
        token: storedToken({ expiryDate: "202512" }),
        policy: { ...defaultPolicy, "expired-token": "decline" },
        ...declining,
      },
      "OPEN, insufficient-funds",
    ],
    ["an unknown parent", { parentOrderId: 9 }, { token }, "parent-order-not-found: parentOrderId 9"],
    [
      "another user's parent",
      { parentOrderId: 9 },
      { token, parent: { ...parent, userId: "user2" } },
      "parent-order-not-found: parentOrderId 9",
    ],
    [
      "the user's parent, spelt otherwise",
      { parentOrderId: 9 },
      { token, parent: { ...parent, userId: "USER1" } },
      "SUCCESS",
    ],
    [
      "a parent that is not recurring",
      { parentOrderId: 9 },
      { token, parent: { ...parent, recurring: false } },
      "parent-not-recurring: order 9 was made without isRecurring",
    ],
    [
      "a parent that is not paid",
      { parentOrderId: 9 },
      { token, parent: { ...parent, transactions: [] } },
      "parent-not-recurring: order 9 is not paid",
    ],
    [
      "a voided parent",
      { parentOrderId: 9 },
      { token, parent: { ...orders.voided, id: 9, recurring: true } },
      "parent-not-recurring: order 9 is voided",
    ],
    ["a refunded parent", { parentOrderId: 9 }, { token, parent: { ...orders.refunded, recurring: true } }, "SUCCESS"],
    ["a settled parent", { parentOrderId: 9 }, { token, parent: { ...orders.settled, recurring: true } }, "SUCCESS"],
  ];
  it.each(cases)(
    "%s",
    { tags: ["spec:2.2/id", "spec:3/none-success-by-tokenization-sale-if-payment-succeeds", "spec:4.3/parentOrderId"] },
    (_, command, c, expected) => {
      expect(outcomeOf(decideChargeToken(chargeToken(command), circumstances(c)))).toBe(expected);
    },
  );

  const currencyOf = (command: Parameters<typeof chargeToken>[0], c: Partial<Circumstances>): string => {
    const decision = decideChargeToken(chargeToken(command), circumstances({ token, ...c }));
    const first = decision.kind === "accepted" ? decision.events[0] : undefined;
    return first?.type === "order-created" ? first.order.currency : "none";
  };
  it("is in its own currency, else its parent's, else HKD", () => {
    expect(currencyOf({ currency: "HKD", parentOrderId: 9 }, { parent })).toBe("HKD");
    expect(currencyOf({ parentOrderId: 9 }, { parent })).toBe("USD");
    expect(currencyOf({}, {})).toBe("HKD");
  });
});

describe("a parent's charge", () => {
  const command = { ...createOrder(), kind: "charge-parent", parentOrderId: 9 } as const;
  const parent = order({ id: 9, recurring: true, currency: "USD", transactions: [sale()] });
  it.each([
    ["a fit parent", { parent }, "SUCCESS"],
    ["a used reference, before the parent", { existingOrder: orders.open }, "duplicate-reference: order 1"],
    ["an unknown parent", {}, "parent-order-not-found: parentOrderId 9"],
    [
      "a parent that is not recurring",
      { parent: { ...orders.paid, id: 9 } },
      "parent-not-recurring: order 9 was made without isRecurring",
    ],
    ["a decline", { parent, ...declining }, "OPEN, insufficient-funds"],
  ] as const)("%s", { tags: ["spec:2.2/id", "spec:4.3/parentOrderId"] }, (_, c, expected) => {
    expect(outcomeOf(decideChargeParent(command, circumstances(c)))).toBe(expected);
  });
});

describe("settlement", () => {
  it.each([
    ["paid", "SETTLED"],
    ["refunded", "REFUNDED"],
    ["open", "order-not-payable: order 1 is OPEN"],
    ["declined", "order-not-payable: order 1 is OPEN"],
    ["voided", "order-not-payable: order 1 is VOIDED"],
    ["settled", "order-not-payable: order 1 is SETTLED"],
    ["closed", "order-not-payable: order 1 is CLOSED"],
  ] as const)("of an order that is %s: %s", (state, expected) => {
    expect(outcomeOf(decideSettleOrder(orders[state], circumstances()), orders[state])).toBe(expected);
  });
});

describe("expiry", () => {
  it.each([
    ["expired", false, "CLOSED"],
    ["open", false, "order-not-payable: order 1 is OPEN"],
    ["open", true, "CLOSED"],
    ["declined", true, "CLOSED, do-not-honour"],
    ["closed", true, "order-not-payable: order 1 is CLOSED"],
    ["paid", true, "order-not-payable: order 1 is SUCCESS"],
    ["cancelled", true, "order-not-payable: order 1 is CANCELLED"],
  ] as const)("of an order that is %s, early %s: %s", (state, early, expected) => {
    expect(outcomeOf(decideExpireOrder(orders[state], circumstances(), early), orders[state])).toBe(expected);
  });

  it("is recorded at the instant that the merchant gave", () => {
    const decision = decideExpireOrder(order({ expiresAt: later(NOW, -500) }), circumstances());
    expect(decision).toEqual({ kind: "accepted", events: [{ type: "closed", at: NOW - 500 }] });
  });
});

describe("cancel", () => {
  it.each([
    ["open", "stay-open", "OPEN"],
    ["open", "cancelled", "CANCELLED"],
    ["open", "closed", "CLOSED"],
    ["paid", "stay-open", "order-not-payable: order 1 is SUCCESS"],
    ["expired", "stay-open", "order-not-payable: order 1 is CLOSED"],
  ] as const)("of an order that is %s, by policy %s: %s", (state, cancel, expected) => {
    const c = circumstances({ policy: { ...defaultPolicy, cancel } });
    expect(outcomeOf(decideCancelOrder(orders[state], c), orders[state])).toBe(expected);
  });
});
