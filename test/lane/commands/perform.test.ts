import { describe, expect, it } from "vitest";
import { minorUnits } from "../../../src/core/domain/money.js";
import { defaultPolicy } from "../../../src/core/facts/assumptions.js";
import type { Loaded } from "../../../src/lane/commands/command-table.js";
import { fullSubject } from "../../../src/lane/commands/load-call.js";
import { type CommandContext, perform } from "../../../src/lane/commands/perform.js";
import {
  cardEntries,
  cardToSave,
  chargeToken,
  freshIds,
  NOW,
  order,
  orders,
  sale,
  storedToken,
} from "../../support/orders.js";

const merchant = { merchantId: 3, publicKeys: [], capabilities: {} };
const loaded = (over: Partial<Loaded> = {}): Loaded => ({ merchant, isNewMerchant: false, ...over });
const context = (over: Partial<CommandContext> = {}): CommandContext => ({
  ...{ now: NOW, fresh: freshIds(), policy: defaultPolicy, forced: undefined },
  ...over,
});
const key = { merchantId: 3, orderId: 1 };

describe("a query", () => {
  it("of tokens is answered with those that were found", () => {
    const ask = { kind: "query-tokens", merchantId: 3, userId: "user1" } as const;
    const tokens = [storedToken()];
    expect(perform(ask, loaded({ tokens }), context())).toEqual({ result: { kind: "tokens", tokens }, changes: {} });
    expect(perform(ask, loaded(), context()).result).toEqual({ kind: "tokens", tokens: [] });
  });

  it.each(["query-order", "open-order"] as const)("%s answers the order, or that there is none", (kind) => {
    expect(perform({ kind, key }, loaded({ order: orders.paid }), context())).toEqual({
      result: { kind: "order", order: orders.paid },
      changes: {},
    });
    expect(perform({ kind, key }, loaded(), context())).toEqual({
      result: { kind: "refused", reason: "order-not-found", detail: undefined },
      changes: {},
    });
  });
});

describe("what the issuer says", () => {
  const pay = (cardOutcome: "approve" | "lost-card", over: Partial<CommandContext> = {}) =>
    perform(
      { kind: "pay-order", key, instrument: { method: "CARD", maskedPan: "", cardType: "VISA" }, cardOutcome },
      loaded({ order: orders.open }),
      context(over),
    ).result;

  it("follows from the card where no scenario speaks", () => {
    expect(pay("approve")).toMatchObject({ kind: "order" });
    expect(pay("lost-card")).toMatchObject({ kind: "declined", decline: "lost-card" });
  });

  it("is the scenario's where it speaks", () => {
    expect(pay("lost-card", { forced: { approved: true } })).toMatchObject({ kind: "order" });
    expect(pay("approve", { forced: { approved: false, decline: "stolen-card" } })).toMatchObject({
      decline: "stolen-card",
    });
  });

  it("follows from the stored card where one is charged", () => {
    const charge = (outcome: "approve" | "lost-card") =>
      perform(chargeToken(), loaded({ token: storedToken({ outcome }) }), context()).result;
    expect(charge("approve")).toMatchObject({ kind: "order" });
    expect(charge("lost-card")).toMatchObject({ kind: "declined", decline: "lost-card" });
  });

  it("is no matter of a stored card that is only deleted", () => {
    const command = { kind: "delete-token", merchantId: 3, userId: "user1", tokenId: 351 } as const;
    expect(perform(command, loaded({ token: storedToken({ outcome: "lost-card" }) }), context()).result).toEqual({
      kind: "done",
    });
  });

  it("of a card that is saved follows from what was typed", () => {
    const save = (cardOutcome: "approve" | "lost-card") =>
      perform(
        { kind: "save-card", merchantId: 3, cardEntryId: 1, card: cardToSave(), cardOutcome },
        loaded({ cardEntry: cardEntries.open, tokens: [] }),
        context(),
      ).result;
    expect(save("approve")).toMatchObject({ kind: "token" });
    expect(save("lost-card")).toMatchObject({ kind: "declined", decline: "lost-card" });
  });
});

describe("what surrounds a decision", () => {
  const refund = { kind: "refund-order", key, amount: minorUnits(100) } as const;

  it("is the balance, nothing where none was loaded", () => {
    expect(perform(refund, loaded({ order: orders.paid }), context()).result).toMatchObject({
      reason: "insufficient-unsettled-balance",
    });
    const unsettled = minorUnits(100);
    expect(perform(refund, loaded({ order: orders.paid, unsettled }), context()).result.kind).toBe("order");
  });

  it("is what the merchant may", () => {
    const capabilities = { CARD: { refund: false } };
    const forbidden = loaded({
      order: orders.paid,
      unsettled: minorUnits(100),
      merchant: { ...merchant, capabilities },
    });
    expect(perform(refund, forbidden, context()).result).toMatchObject({ reason: "refund-not-allowed" });
  });

  it("is the order that has the reference, the token and the parent", () => {
    const charge = chargeToken({ parentOrderId: 9 });
    const token = storedToken();
    expect(perform(charge, loaded({ token, existingOrder: order() }), context()).result).toMatchObject({
      reason: "duplicate-reference",
    });
    expect(perform(charge, loaded({ token }), context()).result).toMatchObject({ reason: "parent-order-not-found" });
    expect(perform(charge, loaded(), context()).result).toMatchObject({ reason: "token-not-found" });
    const parent = order({ id: 9, recurring: true, transactions: [sale()] });
    expect(perform(charge, loaded({ token, parent }), context()).result.kind).toBe("order");
  });
});

describe("what rules can match", () => {
  const call = (command: object, subject: object = {}) =>
    ({ command, subject: { operation: "x", ...subject } }) as never;
  const query = { kind: "query-order" };

  it("is of the order that the call is about", () => {
    const about = order({
      ...{ id: 7, reference: "R", recurring: true, userId: "Anna", tokenId: 351 },
      transactions: [sale()],
    });
    const expected = {
      ...{ operation: "x", orderId: 7, merchantReference: "R", amountMinor: 5000, currency: "HKD" },
      ...{ isRecurring: true, orderStatus: "SUCCESS", userId: "Anna", tokenId: 351, cardType: "VISA" },
      paymentMethod: "CARD",
    };
    expect(fullSubject(call(query), loaded({ order: about }), NOW)).toEqual(expected);
    expect(fullSubject(call(query, { amountMinor: 100 }), loaded({ order: about }), NOW).amountMinor).toBe(100);
  });

  it("leaves out what the order has not", () => {
    const told = fullSubject(call(query), loaded({ order: orders.expired }), NOW);
    expect(told).toMatchObject({ orderStatus: "CLOSED", isRecurring: false });
    for (const member of ["userId", "tokenId", "cardType", "paymentMethod"] as const)
      expect(told[member]).toBeUndefined();
  });

  it.each<[string, object, Partial<Loaded>, object]>([
    [
      "a stored card",
      { kind: "charge-token" },
      { token: storedToken({ brand: "MASTER" }) },
      { cardType: "MASTER", paymentMethod: "CARD" },
    ],
    ["a stored card that is not there", { kind: "charge-token" }, { parent: orders.paid }, {}],
    [
      "a parent's sale",
      { kind: "charge-parent" },
      { parent: orders.paid },
      { cardType: "VISA", paymentMethod: "CARD" },
    ],
    ["an unpaid parent", { kind: "charge-parent" }, { parent: orders.open }, {}],
    ["a parent that is not there", { kind: "charge-parent" }, {}, {}],
    ["another command", { kind: "create-order" }, { parent: orders.paid, token: storedToken() }, {}],
  ])("is of the card that will be charged: %s", (_, command, over, expected) => {
    expect(fullSubject(call(command), loaded(over), NOW)).toEqual({ operation: "x", ...expected });
  });
});
