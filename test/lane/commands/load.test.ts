import { describe, expect, it } from "vitest";
import { minorUnits } from "../../../src/core/domain/money.js";
import type { Order } from "../../../src/core/domain/order.js";
import { defaultPolicy, type Policy } from "../../../src/core/facts/assumptions.js";
import type { Command } from "../../../src/lane/commands/command.js";
import { type Loaded, load } from "../../../src/lane/commands/command-table.js";
import { demoTokens } from "../../../src/lane/fixtures.js";
import type { Merchant } from "../../../src/lane/ports/store.js";
import { cardEntries, chargeToken, createOrder, openCardEntry, order, storedToken } from "../../support/orders.js";
import { type Read, txBy } from "../../support/tx.js";

const merchant: Merchant = { merchantId: 3, publicKeys: ["k"], capabilities: {} };
const newcomer = { merchant: { merchantId: 3, publicKeys: [], capabilities: {} }, isNewMerchant: true };
const known = { merchant, isNewMerchant: false };
const own = order({ id: 7, currency: "USD" });
const others = order({ id: 8, merchantId: 4 });
const token = storedToken();

/** What a lane holds; reads are kept in the order in which they are asked. */
function loaded(
  command: object,
  {
    policy = {},
    merchants = [merchant],
  }: { policy?: Partial<Policy> | undefined; merchants?: readonly Merchant[] } = {},
): { readonly found: Loaded; readonly asked: readonly Read[] } {
  const asked: Read[] = [];
  const tx = txBy((read) => {
    asked.push(read);
    switch (read.read) {
      case "merchant":
        return merchants.find(({ merchantId }) => merchantId === read.merchantId);
      case "order":
        return [own, others].find(({ id }) => id === read.id);
      case "order-by-reference":
        return read.merchantId === 3 && read.reference === own.reference ? own : undefined;
      case "token":
        return read.merchantId === 3 && read.tokenId === token.tokenId ? token : undefined;
      case "tokens":
        return [token];
      case "card-entry":
        return read.id === 1 ? cardEntries.open : undefined;
      case "unsettled":
        return minorUnits(read.currency === "USD" ? 900 : 100);
      default:
        throw new Error(`expected another read, found ${read.read}`);
    }
  });
  return { found: load(command as Command, tx, { ...defaultPolicy, ...policy }), asked };
}

describe("an order that is named", () => {
  const named = (key: object, policy?: Partial<Policy>) =>
    loaded({ kind: "query-order", key: { merchantId: 3, ...key } }, { policy }).found.order;
  const [isThere, isNone]: readonly [Order, undefined] = [own, undefined];

  it.each<[string, object, Partial<Policy>, Order | undefined]>([
    ["by its id", { orderId: 7 }, {}, isThere],
    ["by its reference", { merchantReference: "A-1" }, {}, isThere],
    ["by both", { orderId: 7, merchantReference: "A-1" }, {}, isThere],
    ["by an id and another's reference", { orderId: 7, merchantReference: "B" }, {}, isNone],
    [
      "by an id and another's reference, where the id wins",
      { orderId: 7, merchantReference: "B" },
      { "id-reference-mismatch": "order-id-wins" },
      isThere,
    ],
    ["by another merchant's id", { orderId: 8 }, {}, isNone],
    [
      "by another merchant's id and a reference, where the id wins",
      { orderId: 8, merchantReference: "A-1" },
      { "id-reference-mismatch": "order-id-wins" },
      isNone,
    ],
    ["by an id that is nobody's", { orderId: 9 }, {}, isNone],
    ["by nothing", {}, {}, isNone],
  ])("%s", (_, key, policy, expected) => {
    expect(named(key, policy)).toBe(expected);
  });

  it("by nothing is asked for by the reference of nobody", () => {
    const { asked } = loaded({ kind: "query-order", key: { merchantId: 3 } });
    expect(asked.at(-1)).toEqual({ read: "order-by-reference", merchantId: 3, reference: "" });
  });
});

describe("the unsettled balance", () => {
  const unsettled = (kind: string, key: object = { orderId: 7 }) =>
    loaded({ kind, key: { merchantId: 3, ...key } }).found.unsettled;

  it.each(["refund-order", "void-order", "settle-order"])("in the order's currency comes with %s", (kind) => {
    expect(unsettled(kind)).toBe(900);
  });

  it.each(["query-order", "open-order", "pay-order", "cancel-order", "expire-order"])("is not asked for %s", (kind) => {
    const { found, asked } = loaded({ kind, key: { merchantId: 3, orderId: 7 } });
    expect(found).toEqual({ ...known, order: own, unsettled: undefined });
    expect(asked.map(({ read }) => read)).toEqual(["merchant", "order"]);
  });

  it("is not asked for where there is no order", () => {
    expect(unsettled("refund-order", { orderId: 9 })).toBeUndefined();
  });
});

describe("what a command needs", () => {
  const charge = chargeToken({ parentOrderId: 7 });
  const save = { kind: "save-card", merchantId: 3, cardEntryId: 1 };
  it.each<[string, object, Partial<Loaded>]>([
    ["create-order", createOrder(), { existingOrder: own }],
    ["create-order with a reference that is free", createOrder({ reference: "B" }), { existingOrder: undefined }],
    ["charge-token", charge, { existingOrder: own, token, parent: own }],
    [
      "charge-token without a parent",
      chargeToken({ reference: "B" }),
      { existingOrder: undefined, token, parent: undefined },
    ],
    [
      "charge-token with another's parent",
      chargeToken({ parentOrderId: 8 }),
      { existingOrder: own, token, parent: undefined },
    ],
    [
      "charge-token of another user",
      { ...charge, userId: "user2" },
      { existingOrder: own, token: undefined, parent: own },
    ],
    [
      "charge-token of the user in another case",
      { ...charge, userId: "USER1" },
      { existingOrder: own, token, parent: own },
    ],
    [
      "charge-token with no such token",
      { ...charge, tokenId: 9 },
      { existingOrder: own, token: undefined, parent: own },
    ],
    [
      "charge-parent",
      { kind: "charge-parent", merchantId: 3, reference: "A-1", parentOrderId: 7 },
      { existingOrder: own, parent: own },
    ],
    ["delete-token", { kind: "delete-token", merchantId: 3, userId: "user1", tokenId: 351 }, { token }],
    [
      "delete-token of another user",
      { kind: "delete-token", merchantId: 3, userId: "x", tokenId: 351 },
      { token: undefined },
    ],
    ["query-tokens", { kind: "query-tokens", merchantId: 3, userId: "user1" }, { tokens: [token] }],
    ["save-card, without the cards of others", save, { cardEntry: cardEntries.open, tokens: [] }],
    ["save-card of no card entry", { ...save, cardEntryId: 2 }, { cardEntry: undefined, tokens: undefined }],
    ["cancel-card-entry", { ...save, kind: "cancel-card-entry" }, { cardEntry: cardEntries.open }],
    ["open-card-entry", openCardEntry(), {}],
    ["store-token", { kind: "store-token", token: { ...token, merchantId: 3 } }, {}],
  ])("%s", (_, command, expected) => {
    expect(loaded(command).found).toEqual({ ...known, ...expected });
  });

  it("store-token: the merchant is the token's", () => {
    const { asked, found } = loaded({ kind: "store-token", token: { ...token, merchantId: 4 } });
    expect(asked).toEqual([{ read: "merchant", merchantId: 4 }]);
    expect(found.merchant.merchantId).toBe(4);
  });

  it("save-card: the cards are those of the page's user", () => {
    expect(loaded(save).asked.at(-1)).toEqual({ read: "tokens", merchantId: 3, userId: "Anna" });
  });
});

describe("a merchant that was never met", () => {
  const none = { merchants: [] };
  const demo = demoTokens(3)[0]!;

  it("has no keys yet", () => {
    expect(loaded(openCardEntry(), none).found).toEqual(newcomer);
  });

  it("owns the demo tokens, each with its user", () => {
    const { userId, tokenId } = demo;
    const ofUser = demoTokens(3).filter((one) => one.userId === userId);
    expect(loaded({ kind: "query-tokens", merchantId: 3, userId }, none).found.tokens).toEqual(ofUser);
    expect(ofUser.length).toBeGreaterThan(0);
    expect(ofUser.length).toBeLessThan(demoTokens(3).length);
    const { found, asked } = loaded({ kind: "delete-token", merchantId: 3, userId, tokenId }, none);
    expect(found.token).toEqual(demo);
    expect(asked.map(({ read }) => read)).toEqual(["merchant"]);
    expect(
      loaded({ kind: "delete-token", merchantId: 3, userId: "nobody", tokenId }, none).found.token,
    ).toBeUndefined();
    expect(loaded({ kind: "delete-token", merchantId: 3, userId, tokenId: 1 }, none).found.token).toBeUndefined();
  });
});
