import { describe, expect, it } from "vitest";
import { Choices } from "../../src/app/choices.js";
import {
  checkCommit,
  checkLane,
  InvariantBroken,
  type InvariantRules,
  invariantRulesOf,
} from "../../src/app/invariants.js";
import type { Changes, Read, Views } from "../../src/app/ports/store.js";
import { RuleBook } from "../../src/app/rules/rule-book.js";
import { type LedgerLine, move } from "../../src/domain/ledger.js";
import { minorUnits } from "../../src/domain/money.js";
import { netAmount, type Order } from "../../src/domain/order.js";
import type { Token } from "../../src/domain/token.js";
import { defaultPolicy } from "../../src/facts/assumptions.js";
import { SqliteStore } from "../../src/store/sqlite/sqlite-store.js";
import { driven } from "../support/driven.js";
import { exchange } from "../support/exchange.js";
import { NOW, order, orders, refund, sale, storedToken, voided } from "../support/orders.js";
import { outboxEntry } from "../support/outbox.js";
import { allExchanges, commit } from "../support/stores.js";

const lines = (into: number, why = "sale", over: object = {}): readonly LedgerLine[] =>
  move({
    merchantId: 3,
    currency: "HKD",
    at: NOW,
    into: minorUnits(into),
    against: "scheme",
    why,
    orderId: 1,
    ...over,
  });
const lax: InvariantRules = {
  isReferenceFree: () => false,
  timesOf: () => (ruleId) => (ruleId === "twice" ? 2 : undefined),
};
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
        return read.currency === "HKD" ? 5000 : 0;
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
    driven(checkCommit(changes, invariantRules), answer);
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
    ["of a refund", { orders: [{ before: orders.paid, after: orders.refunded }], ledger: lines(-2000, "refund") }],
    ["of a void below zero", { orders: [{ before: orders.paid, after: orders.voided }], ledger: lines(-5000, "void") }],
    [
      "of a settlement",
      { orders: [{ before: orders.paid, after: orders.settled }], ledger: lines(-5000, "settlement") },
    ],
    [
      "of a settlement of a refunded order",
      {
        orders: [{ before: orders.refunded, after: { ...orders.refunded, settledAt: NOW } }],
        ledger: lines(-3000, "settlement"),
      },
    ],
    ["of an expiry", { orders: [{ before: orders.open, after: orders.closed }] }],
    ["of a rule that fired as often as it may", { counts: [{ ruleId: "twice", key: "", seen: 9, fired: 2 }] }],
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
  const changedTo = (before: Order, after: Order): Changes => ({
    orders: [{ before, after }],
    ledger: lines(netAmount(after) - netAmount(before)),
  });
  it.each<[string, Changes, string]>([
    [
      "its lines do not sum to zero",
      { ledger: lines(5000).slice(0, 1), orders: [paying] },
      "in HKD do not sum to zero",
    ],
    [
      "its lines sum to zero only over two currencies",
      { ledger: [...lines(1).slice(0, 1), ...lines(-1, "sale", { currency: "USD" }).slice(0, 1)], orders: [] },
      "in HKD do not sum to zero; the ledger lines of a commit in USD",
    ],
    [
      "a refund takes the balance below zero",
      { orders: [{ before: orders.paid, after: orders.refunded }], ledger: lines(-5001, "refund") },
      "unsettled balance below zero",
    ],
    [
      "an order's lines are not what its net amount asks for",
      { orders: [paying], ledger: lines(4999) },
      "order 1 moves 4999, its net amount asks for 5000",
    ],
    ["money comes without a line", { orders: [paying] }, "order 1 moves 0"],
    [
      "a settlement moves more than the net amount",
      {
        orders: [{ before: orders.refunded, after: { ...orders.refunded, settledAt: NOW } }],
        ledger: lines(-5000, "settlement"),
      },
      "asks for -3000",
    ],
    [
      "an order has two approved sales",
      changedTo(orders.paid, order({ transactions: [sale(), sale({ id: 2 })] })),
      "more than one approved sale",
    ],
    [
      "an order is charged another amount",
      changedTo(orders.open, order({ transactions: [sale({ amount: minorUnits(1) })] })),
      "another amount than its own",
    ],
    [
      "an order is refunded twice",
      changedTo(
        orders.refunded,
        order({ transactions: [sale(), refund({ amount: minorUnits(1) }), refund({ id: 9, amount: minorUnits(1) })] }),
      ),
      "refunded more than once",
    ],
    [
      "an order is refunded more than was paid",
      changedTo(orders.paid, order({ transactions: [sale(), refund({ amount: minorUnits(5001) })] })),
      "refunded more than was paid",
    ],
    [
      "an order is refunded that was never paid",
      changedTo(orders.open, order({ transactions: [refund({ amount: minorUnits(1) })] })),
      "refunded more than was paid",
    ],
    [
      "an order is voided twice",
      changedTo(orders.voided, order({ transactions: [sale(), voided(), voided({ id: 9 })] })),
      "voided more than once",
    ],
    [
      "an order is refunded after its void",
      changedTo(orders.voided, order({ transactions: [sale(), voided(), refund()] })),
      "voided without a sale to void",
    ],
    [
      "an order is voided that was never paid",
      changedTo(orders.open, order({ transactions: [voided()] })),
      "voided without a sale to void",
    ],
    [
      "a closed order is paid",
      changedTo(orders.closed, { ...orders.closed, transactions: [sale()] }),
      "went from CLOSED to SUCCESS",
    ],
    [
      "a cancelled order is paid",
      changedTo(orders.cancelled, { ...orders.cancelled, transactions: [sale()] }),
      "went from CANCELLED to SUCCESS",
    ],
    ["an order is made that was voided before", { orders: [{ after: orders.voided }] }, "went from none to VOIDED"],
    ["a voided order is open again", changedTo(orders.voided, orders.open), "went from VOIDED to OPEN"],
    [
      "a settled order is voided",
      changedTo(orders.settled, { ...orders.settled, transactions: [sale(), voided()] }),
      "went from SETTLED to VOIDED",
    ],
    [
      "a refunded order is voided",
      changedTo(orders.refunded, order({ transactions: [sale(), refund(), voided()] })),
      "went from REFUNDED to VOIDED",
    ],
    [
      "a closed order is cancelled",
      changedTo(orders.closed, { ...orders.closed, cancelled: "CANCELLED" }),
      "went from CLOSED to CANCELLED",
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
  ])("%s", (_, changes, expected) => {
    expect(verdict(changes)).toContain(expected);
  });

  it("a reference is used twice", () => {
    const twice = { orders: [{ after: order({ id: 2 }) }] };
    expect(verdict(twice, known({ existing: orders.closed }))).toContain(
      "merchantReference A-1 of merchant 3 is used twice",
    );
  });

  it("a token is charged for another user, or is nobody's", () => {
    const after = order({ tokenId: 351, userId: "user2" });
    expect(verdict({ orders: [{ after }] })).toContain("charged to another user's token");
    expect(verdict({ orders: [{ after }] }, known({ token: undefined }))).toContain("charged to another user's token");
  });
});

it("a commit that breaks one leaves nothing behind", async () => {
  const store = new SqliteStore({ seed: 1, check: (changes) => checkCommit(changes, lax) });
  const work = store.transact(function* () {
    yield { read: "order", id: 1 };
    return { result: undefined, orders: [{ after: orders.paid }], exchange: exchange() };
  });
  await expect(work).rejects.toThrow(InvariantBroken);
  expect([await store.views.orders({}), await allExchanges(store.views)]).toEqual([[], []]);
  await store.close();
});

describe("a whole lane", () => {
  /** Puts state into a store that checks nothing. */
  const broken = async (...all: Changes[]): Promise<readonly string[]> => {
    const store = new SqliteStore({ seed: 1 });
    for (const changes of all) await commit(store, changes);
    const report = await checkLane(store.views, lax);
    await store.close();
    expect(report.holds).toBe(report.broken.length === 0);
    return report.broken;
  };
  const right: Changes = {
    orders: [{ after: orders.paid }],
    ledger: lines(5000),
    outbox: [outboxEntry()],
    exchange: exchange(),
  };

  it("that is right holds", async () => {
    expect(await broken(right)).toEqual([]);
    expect(await broken()).toEqual([]);
  });

  it.each<[string, readonly Changes[], string]>([
    [
      "lines that do not sum to zero",
      [right, { ledger: lines(1, "x", { orderId: undefined }).slice(1) }],
      "in HKD do not sum to zero",
    ],
    [
      "an order without lines",
      [{ orders: [{ after: orders.paid }] }],
      "order 1's ledger lines give 0, its net amount is 5000",
    ],
    [
      "lines without a paid order",
      [{ orders: [{ after: orders.open }], ledger: lines(5000) }],
      "order 1's ledger lines give 5000, its net amount is 0",
    ],
    [
      "two refunds",
      [
        {
          orders: [
            {
              after: order({
                transactions: [sale(), refund({ amount: minorUnits(1) }), refund({ amount: minorUnits(1) })],
              }),
            },
          ],
          ledger: lines(4998),
        },
      ],
      "refunded more than once",
    ],
    [
      "a reference used twice",
      [{ orders: [{ after: orders.open }, { after: order({ id: 2 }) }] }],
      "merchantReference A-1 of merchant 3 is used twice",
    ],
    ["a notification without its order", [{ outbox: [outboxEntry({ orderId: 99 })] }], "notification 1 has no order"],
    [
      "a notification of an unpaid order",
      [{ orders: [{ after: orders.open }], outbox: [outboxEntry()] }],
      "notification 1 tells of an unpaid order",
    ],
    [
      "a rule that fired too often",
      [{ counts: [{ ruleId: "twice", key: "k", seen: 3, fired: 3 }] }],
      "rule twice fired 3 times",
    ],
  ])("is broken by %s", async (_, all, expected) => {
    expect((await broken(...all)).join("; ")).toContain(expected);
  });

  it("is broken by a balance that is not the sum of its lines", async () => {
    const store = new SqliteStore({ seed: 1 });
    await commit(store, { ledger: lines(5000, "x", { orderId: undefined }) });
    const views: Views = { ...store.views, balances: async () => ({ HKD: minorUnits(4999), USD: minorUnits(0) }) };
    expect((await checkLane(views, lax)).broken).toEqual([
      "merchant 3's unsettled balance in HKD is kept as 4999, its lines give 5000",
    ]);
  });
});
