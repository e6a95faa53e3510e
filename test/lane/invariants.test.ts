import { describe, expect, it } from "vitest";
import { later, minorUnits } from "../../src/core/domain/money.js";
import { netAmount, type Order } from "../../src/core/domain/order.js";
import type { Token } from "../../src/core/domain/token.js";
import { defaultPolicy } from "../../src/core/facts/assumptions.js";
import { Choices } from "../../src/lane/choices.js";
import { checkCommit, InvariantBroken, invariantRulesOf } from "../../src/lane/invariants.js";
import type { LaneRecord } from "../../src/lane/ports/lane-record.js";
import type { InvariantRules } from "../../src/lane/ports/lane-storage.js";
import type { Changes } from "../../src/lane/ports/store.js";
import { RuleBook } from "../../src/lane/rules/rule-book.js";
import { SqliteStore } from "../../src/lane/store/sqlite/sqlite-store.js";
import { exchange } from "../support/exchange.js";
import { lax, lines } from "../support/ledger-lines.js";
import { NOW, order, orders, refund, sale, storedToken, voided } from "../support/orders.js";
import { outboxEntry } from "../support/outbox.js";
import { allExchanges } from "../support/stores.js";
import { type Read, txBy } from "../support/tx.js";

interface Known {
  readonly token?: Token | undefined;
  readonly existing?: Order | undefined;
}
/** What a lane answers when the commit comes. */
const known =
  ({ existing, ...over }: Known = {}) =>
  (read: Read): unknown => {
    const { token } = { token: storedToken(), ...over };
    switch (read.read) {
      case "unsettled":
        return read.merchantId === 3 && read.currency === "HKD" ? 5000 : 0;
      case "order-by-reference":
        return existing;
      case "token":
        return token;
      case "lane":
        return { rules: [] };
      default:
        throw new Error(`expected another read, found ${read.read}`);
    }
  };

/** What the check says of a commit; nothing when it holds. */
function verdict(changes: Changes, answer = known(), invariantRules: InvariantRules = lax): string {
  try {
    checkCommit(txBy(answer), changes, invariantRules);
    return "";
  } catch (error) {
    expect(error).toBeInstanceOf(InvariantBroken);
    return (error as Error).message;
  }
}
const paying = { before: orders.open, after: orders.paid };

describe("a commit that is right", () => {
  it.each<[string, Changes]>([
    ["of a new order", { orders: [{ after: orders.open }], exchange: exchange() }],
    ["of a sale", { orders: [paying], ledger: lines(5000), outbox: [outboxEntry()], exchange: exchange() }],
    ["of a decline", { orders: [{ before: orders.open, after: orders.declined }] }],
    [
      "of a refund",
      { orders: [{ before: orders.paid, after: orders.refunded }], ledger: lines(-2000, { why: "refund" }) },
    ],
    [
      "of a void below zero",
      { orders: [{ before: orders.paid, after: orders.voided }], ledger: lines(-5000, { why: "void" }) },
    ],
    [
      "of a settlement",
      { orders: [{ before: orders.paid, after: orders.settled }], ledger: lines(-5000, { why: "settlement" }) },
    ],
    [
      "of a settlement of a refunded order",
      {
        orders: [{ before: orders.refunded, after: { ...orders.refunded, settledAt: NOW } }],
        ledger: lines(-3000, { why: "settlement" }),
      },
    ],
    [
      "of a settlement that withholds",
      {
        orders: [{ before: orders.paid, after: orders.settled }],
        ledger: [...lines(-5000, { why: "settlement" }), ...lines(1000, { why: "withheld" })],
      },
    ],
    ["of an expiry", { orders: [{ before: orders.open, after: orders.closed }] }],
    ["of a rule that fired as often as it may", { counts: [{ ruleId: "twice", key: "", seen: 9, fired: 2 }] }],
    ["of nothing", {}],
    ["of a refund of all that there is", { ledger: lines(-5000, { why: "refund" }) }],
    ["of a payout below zero, which is no refund", { ledger: lines(-9000, { why: "settlement" }) }],
    [
      "of a decline beside a sale",
      {
        orders: [{ before: orders.open, after: order({ transactions: [sale({ declined: "lost-card" }), sale()] }) }],
        ledger: lines(5000),
      },
    ],
    [
      "of declined refunds",
      {
        orders: [
          {
            before: orders.paid,
            after: order({ transactions: [sale(), refund({ declined: "lost-card" }), refund()] }),
          },
        ],
        ledger: lines(-5000),
      },
    ],
    ["of lines of another order beside it", { orders: [{ after: orders.open }], ledger: lines(5, { orderId: 2 }) }],
    ["of a rule that may fire without end", { counts: [{ ruleId: "often", key: "", seen: 9, fired: 1e9 }] }],
    [
      "of a settled order that stays settled",
      {
        orders: [{ before: orders.settled, after: { ...orders.settled, transactions: [sale(), refund()] } }],
        ledger: lines(-5000),
      },
    ],
  ])("%s", (_, changes) => {
    expect(verdict(changes)).toBe("");
  });

  it("of an order that was charged to a token made in it", () => {
    const after = order({ tokenId: 9, userId: "USER1" });
    expect(verdict({ orders: [{ after }], tokens: [storedToken({ tokenId: 9 })] }, known({ token: undefined }))).toBe(
      "",
    );
  });

  it("of a reference that is free again by policy", () => {
    const invariantRules = invariantRulesOf(
      new Choices({ ...defaultPolicy, "duplicate-reference": "free-after-closed" }),
      new RuleBook(),
    );
    const changes = { orders: [{ after: order({ id: 2, createdAt: NOW }) }] };
    expect(verdict(changes, known({ existing: orders.closed }), invariantRules)).toBe("");
  });
});

describe("a commit is not made where", () => {
  const twice = order({ id: 7, transactions: [sale(), sale({ id: 2, amount: minorUnits(1) })] });
  const changedTo = (before: Order, after: Order): Changes => ({
    orders: [{ before, after }],
    ledger: lines(netAmount(after) - netAmount(before)),
  });
  it.each<[string, Changes, string]>([
    [
      "its lines do not sum to zero",
      { ledger: lines(5000).slice(0, 1), orders: [paying] },
      "the ledger lines of a commit in HKD do not sum to zero",
    ],
    [
      "its lines sum to zero only over two currencies",
      { ledger: [...lines(1).slice(0, 1), ...lines(-1, { currency: "USD" }).slice(0, 1)], orders: [] },
      "the ledger lines of a commit in HKD do not sum to zero; the ledger lines of a commit in USD do not sum to zero",
    ],
    [
      "a refund takes the balance below zero",
      { orders: [{ before: orders.paid, after: orders.refunded }], ledger: lines(-5001, { why: "refund" }) },
      "order 1 moves -5001, its net amount asks for -2000; a refund takes merchant 3's unsettled balance below zero",
    ],
    [
      "an order's lines are not what its net amount asks for",
      { orders: [paying], ledger: lines(4999) },
      "order 1 moves 4999, its net amount asks for 5000",
    ],
    ["money comes without a line", { orders: [paying] }, "order 1 moves 0, its net amount asks for 5000"],
    [
      "a settlement moves more than the net amount",
      {
        orders: [{ before: orders.refunded, after: { ...orders.refunded, settledAt: NOW } }],
        ledger: lines(-5000, { why: "settlement" }),
      },
      "order 1 moves -5000, its net amount asks for -3000",
    ],
    [
      "a settlement withholds more than the net amount",
      {
        orders: [{ before: orders.refunded, after: { ...orders.refunded, settledAt: NOW } }],
        ledger: [...lines(-3000, { why: "settlement" }), ...lines(3001, { why: "withheld" })],
      },
      "order 1 withholds 3001 of 3000",
    ],
    [
      "an order has two approved sales",
      changedTo(orders.paid, order({ transactions: [sale(), sale({ id: 2 })] })),
      "order 1 has more than one approved sale",
    ],
    [
      "an order is charged another amount",
      changedTo(orders.open, order({ transactions: [sale({ amount: minorUnits(1) })] })),
      "order 1 was charged another amount than its own",
    ],
    [
      "an order is refunded twice",
      changedTo(
        orders.refunded,
        order({ transactions: [sale(), refund({ amount: minorUnits(1) }), refund({ id: 9, amount: minorUnits(1) })] }),
      ),
      "order 1 was refunded more than once",
    ],
    [
      "an order is refunded more than was paid",
      changedTo(orders.paid, order({ transactions: [sale(), refund({ amount: minorUnits(5001) })] })),
      "order 1 was refunded more than was paid",
    ],
    [
      "an order is refunded that was never paid",
      changedTo(orders.open, order({ transactions: [refund({ amount: minorUnits(1) })] })),
      "order 1 was refunded more than was paid; order 1 went from OPEN to REFUNDED",
    ],
    [
      "an order is voided twice",
      changedTo(orders.voided, order({ transactions: [sale(), voided(), voided({ id: 9 })] })),
      "order 1 was voided more than once",
    ],
    [
      "an order is refunded after its void",
      changedTo(orders.voided, order({ transactions: [sale(), voided(), refund()] })),
      "order 1 was voided without a sale to void; order 1 went from VOIDED to REFUNDED",
    ],
    [
      "an order is voided that was never paid",
      changedTo(orders.open, order({ transactions: [voided()] })),
      "order 1 was voided without a sale to void",
    ],
    [
      "a closed order is paid",
      changedTo(orders.closed, { ...orders.closed, transactions: [sale()] }),
      "order 1 went from CLOSED to SUCCESS",
    ],
    [
      "a cancelled order is paid",
      changedTo(orders.cancelled, { ...orders.cancelled, transactions: [sale()] }),
      "order 1 went from CANCELLED to SUCCESS",
    ],
    [
      "an order is made that was voided before",
      { orders: [{ after: orders.voided }] },
      "order 1 went from none to VOIDED",
    ],
    ["a voided order is open again", changedTo(orders.voided, orders.open), "order 1 went from VOIDED to OPEN"],
    [
      "a settled order is voided",
      changedTo(orders.settled, { ...orders.settled, transactions: [sale(), voided()] }),
      "order 1 went from SETTLED to VOIDED",
    ],
    [
      "a refunded order is voided",
      changedTo(orders.refunded, order({ transactions: [sale(), refund(), voided()] })),
      "order 1 was voided without a sale to void; order 1 went from REFUNDED to VOIDED",
    ],
    [
      "a closed order is cancelled",
      changedTo(orders.closed, { ...orders.closed, cancelled: "CANCELLED" }),
      "order 1 went from CLOSED to CANCELLED",
    ],
    ["a notification has no exchange", { outbox: [outboxEntry()] }, "notification 1 belongs to no commit"],
    [
      "a notification names another exchange",
      { outbox: [outboxEntry()], exchange: exchange({ id: 2 }) },
      "notification 1 belongs to no commit",
    ],
    [
      "a rule fires more often than it may",
      { counts: [{ ruleId: "twice", key: "", seen: 3, fired: 3 }] },
      "rule twice fired 3 times, 2 were allowed",
    ],
    [
      "two sales, one of another amount",
      { orders: [{ before: order({ id: 7 }), after: twice }], ledger: lines(5000, { orderId: 7 }) },
      "order 7 has more than one approved sale; order 7 was charged another amount than its own; order 7 moves 5000, its net amount asks for 5001",
    ],
    [
      "two refunds that are more than the sale",
      {
        orders: [
          {
            before: orders.paid,
            after: order({ transactions: [sale(), refund(), refund({ amount: minorUnits(1) })] }),
          },
        ],
        ledger: lines(-5000),
      },
      "order 1 was refunded more than once; order 1 was refunded more than was paid; order 1 moves -5000, its net amount asks for -5001",
    ],
    [
      "a void of what was refunded",
      {
        orders: [{ before: orders.paid, after: order({ transactions: [sale(), refund(), voided()] }) }],
        ledger: lines(-5000),
      },
      "order 1 was voided without a sale to void",
    ],
    [
      "a refund in a currency in which there is nothing",
      { ledger: lines(-1, { currency: "USD", why: "refund" }) },
      "a refund takes merchant 3's unsettled balance below zero",
    ],
    [
      "a refund of another merchant",
      { ledger: lines(-1, { merchantId: 4, why: "refund" }) },
      "a refund takes merchant 4's unsettled balance below zero",
    ],
    ["a transition", { orders: [{ before: orders.closed, after: orders.open }] }, "order 1 went from CLOSED to OPEN"],
    [
      "an order that comes refunded",
      { orders: [{ after: orders.refunded }], ledger: lines(3000) },
      "order 1 went from none to REFUNDED",
    ],
    [
      "money that is not asked for",
      { orders: [{ after: orders.open }], ledger: lines(5) },
      "order 1 moves 5, its net amount asks for 0",
    ],
    [
      "a settlement that moves nothing",
      { orders: [{ before: orders.paid, after: orders.settled }] },
      "order 1 moves 0, its net amount asks for -5000",
    ],
  ])("%s", (_, changes, expected) => {
    expect(verdict(changes)).toBe(expected);
  });
});

it("a commit that breaks one leaves nothing behind", async () => {
  const store = new SqliteStore({ seed: 1, invariantRules: lax });
  const work = store.transact(() => ({ result: undefined, orders: [{ after: orders.paid }], exchange: exchange() }));
  await expect(work).rejects.toThrow(InvariantBroken);
  expect([await store.views.orders({}), await allExchanges(store.views)]).toEqual([[], []]);
  await store.close();
});

describe("a new order", () => {
  const made = order({ id: 2 });
  const used = "merchantReference A-1 of merchant 3 is used twice";

  it("may take the reference of one that its own commit ends", () => {
    const rules: InvariantRules = { ...lax, isReferenceFree: (_, { closedAt }) => closedAt !== undefined };
    const closing = { before: orders.open, after: orders.closed };
    expect(verdict({ orders: [closing, { after: made }] }, known({ existing: orders.open }), rules)).toBe("");
    expect(verdict({ orders: [{ after: made }] }, known({ existing: orders.open }), rules)).toBe(used);
    const another = { before: order({ id: 9 }), after: { ...orders.closed, id: 9 } };
    expect(verdict({ orders: [another, { after: made }] }, known({ existing: orders.open }), rules)).toBe(used);
  });

  it("is asked for at its own instant", () => {
    const asked: unknown[] = [];
    const rules: InvariantRules = {
      ...lax,
      isReferenceFree: (record, one, at) => {
        asked.push([record, one.id, at]);
        return true;
      },
    };
    expect(
      verdict({ orders: [{ after: { ...made, createdAt: later(NOW, 7) } }] }, known({ existing: orders.open }), rules),
    ).toBe("");
    expect(asked).toEqual([[{ rules: [] }, 1, NOW + 7]]);
  });

  const charged = order({ tokenId: 351, userId: "USER1" });
  const anothers = "order 1 was charged to another user's token";
  it.each<[string, Changes, Token | undefined, string]>([
    ["its user's", {}, storedToken(), ""],
    ["another user's", {}, storedToken({ userId: "user2" }), anothers],
    ["nobody's", {}, undefined, anothers],
    ["one of its own commit", { tokens: [storedToken()] }, undefined, ""],
    ["one of its own commit, of another merchant", { tokens: [storedToken({ merchantId: 4 })] }, undefined, anothers],
    ["one of its own commit, with another id", { tokens: [storedToken({ tokenId: 352 })] }, undefined, anothers],
  ])("is charged to a token that is %s", (_, over, token, expected) => {
    expect(verdict({ orders: [{ after: charged }], ...over }, known({ token }))).toBe(expected);
  });

  it("without a user has no token", () => {
    expect(verdict({ orders: [{ after: order({ tokenId: 351 }) }] })).toBe(anothers);
    expect(
      verdict({ orders: [{ after: order({ tokenId: 351 }) }] }, known({ token: storedToken({ userId: "x" }) })),
    ).toBe(anothers);
  });
});

describe("a reference", () => {
  const free = (record: Partial<LaneRecord>, one: Order, choice = "refuse", at = NOW) =>
    invariantRulesOf(
      new Choices({ ...defaultPolicy, "duplicate-reference": choice as never }),
      new RuleBook(),
    ).isReferenceFree(record as LaneRecord, one, at);

  it("is free again where that was chosen, now or once, and its order is closed", () => {
    expect(free({}, orders.closed)).toBe(false);
    expect(free({ reusesReferences: true }, orders.closed)).toBe(true);
    expect(free({}, orders.closed, "free-after-closed")).toBe(true);
    expect(free({ assumptions: { "duplicate-reference": "replace-open" } }, orders.closed)).toBe(true);
    expect(free({ reusesReferences: true }, orders.open)).toBe(false);
    expect(free({ reusesReferences: true }, orders.open, "refuse", orders.open.expiresAt)).toBe(true);
    expect(free({ reusesReferences: true }, orders.paid, "refuse", orders.paid.expiresAt)).toBe(false);
  });

  it("knows how often a rule may fire by the lane's record", () => {
    const rules = invariantRulesOf(new Choices(defaultPolicy), new RuleBook());
    const stored = { id: "rule-1", origin: "control", rule: { times: 4, then: {} }, since: NOW } as const;
    const timesOf = rules.timesOf({ rules: [stored] } as never);
    expect([timesOf("rule-1"), timesOf("rule-2")]).toEqual([4, undefined]);
  });
});

it("a commit's notification is of its own exchange", () => {
  expect(verdict({ outbox: [outboxEntry({ causedBy: 4 })], exchange: exchange({ id: 4 }) })).toBe("");
  expect(verdict({ outbox: [outboxEntry({ causedBy: 4 })], exchange: exchange({ id: 5 }) })).not.toBe("");
});
