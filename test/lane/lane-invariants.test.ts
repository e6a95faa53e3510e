import { describe, expect, it } from "vitest";
import type { LedgerLine } from "../../src/core/domain/ledger.js";
import { later, minorUnits } from "../../src/core/domain/money.js";
import type { Order } from "../../src/core/domain/order.js";
import { defaultPolicy } from "../../src/core/facts/assumptions.js";
import { Choices } from "../../src/lane/choices.js";
import { checkInvariants, checkLane } from "../../src/lane/invariants.js";
import type { InvariantRules } from "../../src/lane/ports/lane-storage.js";
import type { Views } from "../../src/lane/ports/store.js";
import { RuleBook } from "../../src/lane/rules/rule-book.js";
import { lax, lines } from "../support/ledger-lines.js";
import { NOW, order, orders, refund, sale } from "../support/orders.js";
import { outboxEntry } from "../support/outbox.js";

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
      "lines that do not sum to zero",
      { ledger: lines(1, { orderId: undefined }).slice(1) },
      ["the ledger lines of a commit in HKD do not sum to zero"],
    ],
    [
      "an order that was refunded twice",
      {
        orders: [order({ transactions: [sale(), ...[1, 2].map(() => refund({ amount: minorUnits(1) }))] })],
        ledger: lines(4998),
        balances: { 3: { HKD: 4998, USD: 0 } },
      },
      ["order 1 was refunded more than once"],
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
