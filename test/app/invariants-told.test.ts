import { describe, expect, it } from "vitest";
import { Choices } from "../../src/app/choices.js";
import {
  checkCommit,
  checkInvariants,
  checkLane,
  type InvariantRules,
  invariantRulesOf,
} from "../../src/app/invariants.js";
import type { LaneRecord } from "../../src/app/ports/lane-record.js";
import type { Changes, Read, Views } from "../../src/app/ports/store.js";
import { RuleBook } from "../../src/app/rules/rule-book.js";
import { type LedgerLine, move } from "../../src/domain/ledger.js";
import { later, minorUnits } from "../../src/domain/money.js";
import type { Order } from "../../src/domain/order.js";
import { defaultPolicy } from "../../src/facts/assumptions.js";
import { driven } from "../support/driven.js";
import { exchange } from "../support/exchange.js";
import { NOW, order, orders, refund, sale, storedToken, voided } from "../support/orders.js";
import { outboxEntry } from "../support/outbox.js";

type Over = { readonly [K in keyof Parameters<typeof move>[0]]?: Parameters<typeof move>[0][K] | undefined };
const lines = (into: number, over: Over = {}): readonly LedgerLine[] =>
  move({
    ...{ merchantId: 3, currency: "HKD", at: NOW, into: minorUnits(into), against: "scheme", why: "sale", orderId: 1 },
    ...over,
  } as Parameters<typeof move>[0]);
const lax: InvariantRules = {
  isReferenceFree: () => false,
  timesOf: () => (ruleId) => (ruleId === "twice" ? 2 : undefined),
};

/** What the check says of a commit, as a whole; nothing where it holds. */
function said(
  changes: Changes,
  {
    existing,
    token = storedToken(),
    rules = lax,
  }: { existing?: Order; token?: object | null; rules?: InvariantRules } = {},
): string {
  const answer = (read: Read): unknown => {
    switch (read.read) {
      case "unsettled":
        return read.merchantId === 3 && read.currency === "HKD" ? 5000 : 0;
      case "order-by-reference":
        return existing;
      case "token":
        return token ?? undefined;
      case "lane":
        return { rules: [] };
      default:
        throw new Error(`expected another read, found ${read.read}`);
    }
  };
  try {
    driven(checkCommit(changes, rules), answer);
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}

describe("a commit that breaks something is told as a whole", () => {
  const twice = order({ id: 7, transactions: [sale(), sale({ id: 2, amount: minorUnits(1) })] });
  it.each<[string, Changes, string]>([
    [
      "two sales, one of another amount",
      { orders: [{ before: order({ id: 7 }), after: twice }], ledger: lines(5000, { orderId: 7 }) },
      "order 7 has more than one approved sale; order 7 was charged another amount than its own; order 7 has a net amount that its transactions do not give",
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
      "order 1 was refunded more than once; order 1 was refunded more than was paid; order 1 has a net amount that its transactions do not give",
    ],
    [
      "two voids",
      {
        orders: [{ before: orders.paid, after: order({ transactions: [sale(), voided(), voided()] }) }],
        ledger: lines(-5000),
      },
      "order 1 was voided more than once",
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
      "lines in two currencies",
      { ledger: [...lines(3).slice(0, 1), ...lines(4, { currency: "USD" }).slice(1)] },
      "the ledger lines of a commit in HKD do not sum to zero; the ledger lines of a commit in USD do not sum to zero",
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
    ["a notification", { outbox: [outboxEntry({ id: 6 })] }, "notification 6 belongs to no commit"],
    [
      "a count",
      { counts: [{ ruleId: "twice", key: "k", seen: 9, fired: 3 }] },
      "rule twice fired 3 times, 2 were allowed",
    ],
  ])("%s", (_, changes, expected) => {
    expect(said(changes)).toBe(expected);
  });

  it.each<[string, Changes]>([
    ["nothing", {}],
    ["a refund of all that there is", { ledger: lines(-5000, { why: "refund" }) }],
    ["a payout below zero, which is no refund", { ledger: lines(-9000, { why: "settlement" }) }],
    [
      "a decline beside a sale",
      {
        orders: [{ before: orders.open, after: order({ transactions: [sale({ declined: "lost-card" }), sale()] }) }],
        ledger: lines(5000),
      },
    ],
    [
      "declined refunds",
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
    ["lines of another order beside it", { orders: [{ after: orders.open }], ledger: lines(5, { orderId: 2 }) }],
    ["a rule that may fire without end", { counts: [{ ruleId: "often", key: "", seen: 9, fired: 1e9 }] }],
    [
      "a settled order that stays settled",
      {
        orders: [{ before: orders.settled, after: { ...orders.settled, transactions: [sale(), refund()] } }],
        ledger: lines(-5000),
      },
    ],
  ])("and one that does not is let through: %s", (_, changes) => {
    expect(said(changes)).toBe("");
  });
});

describe("a new order", () => {
  const made = order({ id: 2 });
  const used = "merchantReference A-1 of merchant 3 is used twice";

  it("may take the reference of one that its own commit ends", () => {
    const rules: InvariantRules = { ...lax, isReferenceFree: (_, { closedAt }) => closedAt !== undefined };
    const closing = { before: orders.open, after: orders.closed };
    expect(said({ orders: [closing, { after: made }] }, { existing: orders.open, rules })).toBe("");
    expect(said({ orders: [{ after: made }] }, { existing: orders.open, rules })).toBe(used);
    const another = { before: order({ id: 9 }), after: { ...orders.closed, id: 9 } };
    expect(said({ orders: [another, { after: made }] }, { existing: orders.open, rules })).toBe(used);
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
    expect(said({ orders: [{ after: { ...made, createdAt: later(NOW, 7) } }] }, { existing: orders.open, rules })).toBe(
      "",
    );
    expect(asked).toEqual([[{ rules: [] }, 1, NOW + 7]]);
  });

  const charged = order({ tokenId: 351, userId: "USER1" });
  const anothers = "order 1 was charged to another user's token";
  it.each<[string, Changes, object | null, string]>([
    ["its user's", {}, storedToken(), ""],
    ["another user's", {}, storedToken({ userId: "user2" }), anothers],
    ["nobody's", {}, null, anothers],
    ["one of its own commit", { tokens: [storedToken()] }, null, ""],
    ["one of its own commit, of another merchant", { tokens: [storedToken({ merchantId: 4 })] }, null, anothers],
    ["one of its own commit, with another id", { tokens: [storedToken({ tokenId: 352 })] }, null, anothers],
  ])("is charged to a token that is %s", (_, over, token, expected) => {
    expect(said({ orders: [{ after: charged }], ...over }, { token })).toBe(expected);
  });

  it("without a user has no token", () => {
    expect(said({ orders: [{ after: order({ tokenId: 351 }) }] })).toBe(anothers);
    expect(said({ orders: [{ after: order({ tokenId: 351 }) }] }, { token: storedToken({ userId: "x" }) })).toBe(
      anothers,
    );
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

describe("a whole lane", () => {
  interface Held {
    readonly orders?: readonly Order[];
    readonly ledger?: readonly LedgerLine[];
    readonly notifications?: readonly object[];
    readonly counts?: readonly object[];
    readonly balances?: Readonly<Record<number, object>>;
  }
  const views = ({ orders: all = [], ledger = [], notifications = [], counts = [], balances = {} }: Held) =>
    ({
      lane: async () => ({ rules: [] }),
      orders: async ({ limit }: { limit: number }) => all.slice(0, limit),
      ledger: async () => ledger,
      notifications: async ({ limit }: { limit: number }) => notifications.slice(0, limit),
      ruleCounts: async () => counts,
      balances: async (id: number) => balances[id] ?? { HKD: 0, USD: 0 },
    }) as unknown as Views;
  const looked = (held: Held, rules = lax) => checkLane(views(held), rules);
  const balances = { 3: { HKD: 5000, USD: 0 } };
  const right = { orders: [orders.paid], ledger: lines(5000), notifications: [outboxEntry()], balances };

  it("that is right holds, and tells how much was looked at", async () => {
    expect(await looked(right)).toEqual({ holds: true, checked: 4, broken: [] });
    expect(await looked({})).toEqual({ holds: true, checked: 0, broken: [] });
  });

  it("holds where an order was settled, and where a balance was adjusted", async () => {
    const ledger = [
      ...lines(5000),
      ...lines(-5000, { why: "settlement", against: "payout" }),
      ...lines(700, { orderId: undefined, against: "adjustment" }),
    ];
    const held = { orders: [orders.settled], ledger, balances: { 3: { HKD: 700, USD: 0 } } };
    expect((await looked(held)).broken).toEqual([]);
  });

  it.each<[string, Held, readonly string[]]>([
    [
      "balances, by merchant and currency",
      {
        ledger: [
          ...lines(1, { orderId: undefined }),
          ...lines(2, { orderId: undefined }),
          ...lines(4, { orderId: undefined, currency: "USD" }),
          ...lines(8, { orderId: undefined, merchantId: 4 }),
        ],
        balances: { 3: { HKD: 3, USD: 5 }, 4: { HKD: 9, USD: 0 } },
      },
      [
        "merchant 3's unsettled balance in USD is kept as 5, its lines give 4",
        "merchant 4's unsettled balance in HKD is kept as 9, its lines give 8",
      ],
    ],
    ["an order without lines", { orders: [orders.paid] }, ["order 1's ledger lines give 0, its net amount is 5000"]],
    [
      "an order whose lines are too many",
      { orders: [orders.paid], ledger: [...lines(5000), ...lines(1)], balances: { 3: { HKD: 5001, USD: 0 } } },
      ["order 1's ledger lines give 5001, its net amount is 5000"],
    ],
    [
      "a payment's notification of no order",
      { notifications: [outboxEntry({ id: 5, orderId: undefined })] },
      ["notification 5 has no order"],
    ],
    [
      "a notification of an order that is gone",
      { notifications: [outboxEntry({ id: 5, orderId: 9, kind: "token" })] },
      ["notification 5 has no order"],
    ],
    [
      "a notification of an unpaid order",
      { orders: [orders.declined], notifications: [outboxEntry({ id: 5 })] },
      ["notification 5 tells of an unpaid order"],
    ],
    [
      "a rule",
      { counts: [{ ruleId: "twice", key: "", seen: 9, fired: 9 }] },
      ["rule twice fired 9 times, 2 were allowed"],
    ],
  ])("is broken by %s", async (_, held, broken) => {
    expect(await looked(held)).toMatchObject({ holds: false, broken });
  });

  it("holds with notifications of stored cards", async () => {
    const notifications = [
      outboxEntry({ kind: "token", orderId: undefined }),
      outboxEntry({ kind: "token", orderId: 1 }),
    ];
    expect(await looked({ orders: [orders.open], notifications })).toMatchObject({ holds: true, checked: 3 });
  });

  it("is broken by a reference that was used again, of the same merchant, before its order was closed", async () => {
    const asked: unknown[] = [];
    const rules: InvariantRules = {
      ...lax,
      isReferenceFree: (_, { id }, at) => {
        asked.push([id, at > later(NOW, 1e12)]);
        return id === 1;
      },
    };
    const newestFirst = [
      order({ id: 5, merchantId: 4 }),
      order({ id: 4, reference: "B" }),
      ...[3, 2, 1].map((id) => order({ id })),
    ];
    expect(await looked({ orders: newestFirst }, rules)).toMatchObject({
      broken: ["merchantReference A-1 of merchant 3 is used twice"],
    });
    expect(asked).toEqual([
      [1, true],
      [2, true],
    ]);
  });

  it("is looked at by its own choices and rules", async () => {
    const lane = { store: { views: views(right) }, choices: new Choices(defaultPolicy), rules: new RuleBook() };
    expect(await checkInvariants(lane as never)).toEqual({ holds: true, checked: 4, broken: [] });
  });
});

it("a commit's notification is of its own exchange", () => {
  expect(said({ outbox: [outboxEntry({ causedBy: 4 })], exchange: exchange({ id: 4 }) })).toBe("");
  expect(said({ outbox: [outboxEntry({ causedBy: 4 })], exchange: exchange({ id: 5 }) })).not.toBe("");
});
