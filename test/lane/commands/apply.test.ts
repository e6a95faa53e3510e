import { describe, expect, it } from "vitest";
import { accept, reject } from "../../../src/core/domain/decision.js";
import type { CardEntryEvent, OrderEvent, TokenEvent } from "../../../src/core/domain/events.js";
import { evolve } from "../../../src/core/domain/evolve.js";
import { apply, refused } from "../../../src/lane/commands/apply.js";
import type { Decided } from "../../../src/lane/commands/command-table.js";
import { cardEntries, NOW, order, orders, refund, sale, storedToken, voided } from "../../support/orders.js";

const onOrder = (...events: [OrderEvent, ...OrderEvent[]]): Decided => ({
  about: "order",
  decision: { kind: "accepted", events },
});
const onEntry = (event: CardEntryEvent): Decided => ({ about: "card-entry", decision: accept(event) });
const onToken = (event: TokenEvent): Decided => ({ about: "token", decision: accept(event) });
const at = NOW;
const declined = sale({ declined: "lost-card" });

describe("a decision about an order", () => {
  it("that was made is written, and moves no money", () => {
    const made: OrderEvent = { type: "order-created", at, order: orders.open };
    expect(apply(onOrder(made), {})).toEqual({
      result: { kind: "order", order: orders.open, transaction: undefined },
      changes: { orders: [{ before: undefined, after: orders.open }], ledger: [] },
      paid: undefined,
    });
  });

  it("that was paid moves money once, and is told to the shop", () => {
    const paid: OrderEvent = { type: "sale-approved", at, transaction: sale() };
    const after = evolve(orders.open, paid);
    const done = apply(onOrder(paid), { order: orders.open });
    expect(done.result).toEqual({ kind: "order", order: after, transaction: sale() });
    expect(done.changes.orders).toEqual([{ before: orders.open, after }]);
    expect(done.changes.ledger?.map(({ account, amount, orderId }) => [account, amount, orderId])).toEqual([
      ["unsettled", 5000, 1],
      ["scheme", -5000, 1],
    ]);
    expect(done.paid).toEqual(after);
  });

  it("that was made and paid at once moves money as well", () => {
    const made: OrderEvent = { type: "order-created", at, order: orders.open };
    const done = apply(onOrder(made, { type: "sale-approved", at, transaction: sale() }), {});
    expect(done.changes.ledger?.map(({ amount }) => amount)).toEqual([5000, -5000]);
    expect(done.changes.orders?.[0]?.before).toBeUndefined();
    expect(done.paid?.transactions).toEqual([sale()]);
  });

  it("that was declined is told as declined, and to no shop", () => {
    const done = apply(onOrder({ type: "declined", at, transaction: declined }), { order: orders.open });
    const after = evolve(orders.open, { type: "declined", at, transaction: declined });
    expect(done).toEqual({
      result: { kind: "declined", decline: "lost-card", order: after, transaction: declined },
      changes: { orders: [{ before: orders.open, after }], ledger: [] },
      paid: undefined,
    });
  });

  it.each<[string, OrderEvent, number]>([
    ["refunded", { type: "refunded", at, transaction: refund() }, -5000],
    ["voided", { type: "voided", at, transaction: voided() }, -5000],
    ["settled", { type: "settled", at }, -5000],
  ])(
    "that was %s moves money out, and is told to no shop",
    {
      tags: ["facts:2/only-success-is-notified-shipped"],
    },
    (_, event, moved) => {
      const done = apply(onOrder(event), { order: orders.paid });
      expect([done.changes.ledger?.[0]?.amount, done.paid, done.result.kind]).toEqual([moved, undefined, "order"]);
    },
  );

  it("that takes another's reference ends that one in the same commit", () => {
    const after = order({ id: 2 });
    const [made] = onOrderMade(after);
    const closing: OrderEvent = { type: "closed", at };
    const decision = { kind: "accepted", events: [made], replaced: { order: orders.open, event: closing } } as const;
    expect(apply({ about: "order", decision }, {}).changes.orders).toEqual([
      { before: orders.open, after: { ...orders.open, closedAt: at, updatedAt: at } },
      { before: undefined, after },
    ]);
  });
  const onOrderMade = (made: typeof orders.open) => [{ type: "order-created", at, order: made }] as const;

  it.each<[string, typeof orders.open, string]>([
    ["of a page is answered as it stands", { ...orders.declined, session: "s" }, "order"],
    ["that was charged and declined is declined once more", { ...orders.declined, session: "" }, "declined"],
    ["that was charged and approved is answered as it stands", { ...orders.paid, session: "" }, "order"],
    ["of which nothing was tried is answered as it stands", { ...orders.open, session: "" }, "order"],
  ])("asked for again %s", (_, before, kind) => {
    const done = apply({ about: "order", decision: { kind: "repeated", order: before } }, {});
    expect(done).toMatchObject({ result: { kind, order: before }, changes: {} });
    if (kind === "declined")
      expect(done.result).toMatchObject({ decline: "do-not-honour", transaction: before.transactions[0] });
  });
});

describe("a decision that changes nothing", () => {
  it.each<[string, Decided, object]>([
    [
      "declined without a trace",
      { about: "order", decision: { kind: "unrecorded", decline: "lost-card", transaction: declined } },
      { kind: "declined", decline: "lost-card", transaction: declined },
    ],
    ["with nothing to be done", { about: "order", decision: { kind: "nothing" } }, { kind: "done" }],
    [
      "refused",
      { about: "order", decision: reject("order-not-payable", "it is closed") },
      { kind: "refused", reason: "order-not-payable", detail: "it is closed" },
    ],
    [
      "refused without a detail",
      { about: "token", decision: reject("token-not-found") },
      { kind: "refused", reason: "token-not-found", detail: undefined },
    ],
  ])("%s", (_, decided, result) => {
    expect(apply(decided, {})).toEqual({ result, changes: {} });
  });

  it("refused by hand says the same", () => {
    expect(refused({ reason: "order-not-found", detail: "x" })).toEqual({
      result: { kind: "refused", reason: "order-not-found", detail: "x" },
      changes: {},
    });
  });
});

describe("a decision about a card entry", () => {
  const { open } = cardEntries;
  const token = storedToken({ tokenId: 9 });
  const charge = sale({ id: 21 });
  const reversal = voided({ id: 22 });
  const saved: CardEntryEvent = { type: "card-saved", at, charge, reversal, token };

  it("that opens it writes it", () => {
    expect(apply(onEntry({ type: "card-entry-opened", at, cardEntry: open }), {})).toEqual({
      result: { kind: "card-entry", cardEntry: open },
      changes: { cardEntries: [open] },
    });
  });

  it("that declines the card keeps the charge", () => {
    const done = apply(onEntry({ type: "card-declined", at, charge: declined, decline: "lost-card" }), {
      cardEntry: open,
    });
    expect(done).toEqual({
      result: { kind: "declined", decline: "lost-card", transaction: declined },
      changes: { cardEntries: [{ ...open, charges: [declined] }] },
    });
  });

  it("that saves the card writes token, charges and ledger, and tells the shop where it asked for it", () => {
    const done = apply(onEntry(saved), { cardEntry: { ...open, notifyUrl: "http://shop/n" } });
    expect(done.result).toEqual({ kind: "token", token });
    expect(done.changes.tokens).toEqual([token]);
    expect(done.changes.cardEntries?.map(({ charges }) => charges)).toEqual([[charge, reversal]]);
    expect(
      done.changes.ledger?.map(({ amount, merchantId, transactionId }) => [amount, merchantId, transactionId]),
    ).toEqual([
      [5000, 3, 21],
      [-5000, 3, 21],
      [-5000, 3, 22],
      [5000, 3, 22],
    ]);
    expect(done.saved).toEqual({ token, notifyUrl: "http://shop/n" });
    expect(apply(onEntry(saved), { cardEntry: open }).saved).toBeUndefined();
  });

  it("that the shopper left writes nothing", () => {
    expect(apply(onEntry({ type: "card-entry-cancelled", at }), { cardEntry: open })).toEqual({
      result: { kind: "done" },
      changes: {},
    });
  });
});

describe("a decision about a token", () => {
  const token = storedToken();

  it("stores it, or deletes it", () => {
    expect(apply(onToken({ type: "token-stored", at, token }), {})).toEqual({
      result: { kind: "token", token },
      changes: { tokens: [token] },
    });
    expect(apply(onToken({ type: "token-deleted", at, token }), {})).toEqual({
      result: { kind: "done" },
      changes: { deletedTokens: [token] },
    });
  });
});
