import { describe, expect, it } from "vitest";
import type { OutboxEntry } from "../../src/app/ports/outbox.js";
import type { Changes, Fresh, Store, Work } from "../../src/app/ports/store.js";
import { move } from "../../src/domain/ledger.js";
import type { Order } from "../../src/domain/order.js";
import { exchange } from "../support/exchange.js";
import { NOW, order, orders, sale, storedToken, transaction } from "../support/orders.js";

/** A store to be tested, and the same once more after it was closed; undefined where nothing outlives it. */
export interface Opened extends AsyncDisposable {
  readonly store: Store;
  readonly again: (() => Promise<Store>) | undefined;
}

const entry = (over: Partial<OutboxEntry> = {}): OutboxEntry => ({
  id: 1,
  kind: "payment",
  merchantId: 3,
  orderId: 1,
  reference: "A-1",
  url: "https://shop.example/notify",
  fields: { amount: "50.00", signature: "" },
  createdAt: NOW,
  dueAt: NOW,
  state: "due",
  attemptCount: 0,
  effects: {},
  causedBy: 1,
  ...over,
});

/** A unit of work that reads nothing. */
function* writing(changes: Changes): Work<void> {
  yield* [];
  return { ...changes, result: undefined };
}
const commit = (store: Store, changes: Changes): Promise<void> => store.transact(() => writing(changes));
const stored = (store: Store, after: Order, before?: Order): Promise<void> =>
  commit(store, { orders: [{ before, after }] });
const line = { merchantId: 3, currency: "HKD", at: NOW, against: "scheme", why: "sale" } as const;

/** What every adapter of the port keeps to. */
export function describeStore(name: string, open: () => Promise<Opened>): void {
  describe(`a store ${name}`, () => {
    it("reads back what was written, whole", async () => {
      await using opened = await open();
      const { store } = opened;
      const paid = order({
        transactions: [transaction({ issuerCountry: "HK" })],
        tokenId: 351,
        userId: "User1",
        options: { lineItems: [{ name: "茶", quantity: 1, unitAmountMinor: 5000 }] },
      });
      await commit(store, {
        orders: [{ after: paid }],
        merchants: [{ merchantId: 3, publicKeys: ["k"], capabilities: { CARD: { void: false } } }],
        tokens: [storedToken(), storedToken({ tokenId: 7, userId: "USER1" })],
        ledger: move({ ...line, into: 5000, orderId: 1, transactionId: 11 }),
        outbox: [entry()],
        exchange: exchange({ merchantId: 3, reference: "A-1", orderId: 1, orderStatus: "OPEN", rule: "r" }),
        counts: [{ ruleId: "r", key: "k", seen: 2, fired: 1 }],
      });
      const { views } = store;
      expect(views.order(1)).toEqual(paid);
      expect(views.orderByReference(3, "A-1")).toEqual(paid);
      expect(views.merchant(3)).toEqual({ merchantId: 3, publicKeys: ["k"], capabilities: { CARD: { void: false } } });
      expect(views.tokens().map(({ tokenId }) => tokenId)).toEqual([7, 351]);
      expect(views.token(3, 351)).toEqual(storedToken());
      expect(views.balances(3)).toEqual({ HKD: 5000, USD: 0 });
      expect(views.ledger({ orderId: 1 })).toEqual(move({ ...line, into: 5000, orderId: 1, transactionId: 11 }));
      expect(views.notifications({ orderId: 1 })).toEqual([{ ...entry(), attempts: [] }]);
      expect(views.exchange(1)).toEqual(
        exchange({ merchantId: 3, reference: "A-1", orderId: 1, orderStatus: "OPEN", rule: "r" }),
      );
      expect(views.ruleCounts()).toEqual([{ ruleId: "r", key: "k", seen: 2, fired: 1 }]);
    });

    it("answers each read of a unit of work", async () => {
      await using opened = await open();
      const { store } = opened;
      await commit(store, {
        orders: [{ after: orders.paid }],
        merchants: [{ merchantId: 3, publicKeys: [], capabilities: {} }],
        tokens: [storedToken()],
        ledger: move({ ...line, into: 5000 }),
        counts: [{ ruleId: "r", key: "k", seen: 1, fired: 1 }],
      });
      const found = await store.transact(function* (): Work<readonly unknown[]> {
        const reads = [
          yield { read: "order", id: 1 },
          yield { read: "order", id: 2 },
          yield { read: "order-by-reference", merchantId: 3, reference: "A-1" },
          yield { read: "order-by-reference", merchantId: 4, reference: "A-1" },
          yield { read: "merchant", merchantId: 3 },
          yield { read: "merchant", merchantId: 4 },
          yield { read: "token", merchantId: 3, tokenId: 351 },
          yield { read: "tokens", merchantId: 3, userId: "USER1" },
          yield { read: "tokens", merchantId: 3 },
          yield { read: "tokens", merchantId: 3, userId: "user2" },
          yield { read: "unsettled", merchantId: 3, currency: "HKD" },
          yield { read: "unsettled", merchantId: 3, currency: "USD" },
          yield { read: "rule-count", ruleId: "r", key: "k" },
          yield { read: "rule-count", ruleId: "r", key: "other" },
        ];
        return { result: reads };
      });
      expect(found).toEqual([
        orders.paid,
        undefined,
        orders.paid,
        undefined,
        { merchantId: 3, publicKeys: [], capabilities: {} },
        undefined,
        storedToken(),
        [storedToken()],
        [storedToken()],
        [],
        5000,
        0,
        { seen: 1, fired: 1 },
        { seen: 0, fired: 0 },
      ]);
    });

    it("leaves nothing behind of a unit of work that throws, ids included", async () => {
      await using opened = await open();
      const { store } = opened;
      const ids: number[] = [];
      const attempt = (fails: boolean) =>
        store.transact(function* (fresh: Fresh): Work<void> {
          const id = fresh.orderId();
          ids.push(id);
          yield { read: "order", id };
          if (fails) throw new Error("on purpose");
          return { result: undefined, orders: [{ after: order({ id }) }] };
        });
      await expect(attempt(true)).rejects.toThrow("on purpose");
      await attempt(false);
      expect(ids[0]).toBe(ids[1]);
      expect(store.views.orders({})).toHaveLength(1);
    });

    it("runs units of work one after another, however many start at once", async () => {
      await using opened = await open();
      const { store } = opened;
      const one = (n: number) =>
        store.transact(function* (fresh): Work<number> {
          const before: number = yield { read: "unsettled", merchantId: 3, currency: "HKD" };
          return {
            result: before,
            orders: [{ after: order({ id: fresh.orderId(), reference: `R-${n}` }) }],
            ledger: move({ ...line, into: 1 }),
          };
        });
      const seen = await Promise.all(Array.from({ length: 20 }, (_, n) => one(n)));
      expect(seen).toEqual(Array.from({ length: 20 }, (_, n) => n));
    });

    it("keeps what others wrote at the same time as a unit of work that throws", async () => {
      await using opened = await open();
      const { store } = opened;
      const one = (n: number) =>
        store.transact(function* (fresh): Work<number> {
          const id = fresh.orderId();
          yield { read: "order", id };
          if (n === 1) throw new Error("on purpose");
          return {
            result: id,
            orders: [{ after: order({ id, reference: `R-${n}` }) }],
            exchange: exchange({ id: fresh.exchangeId() }),
          };
        });
      const [a, b, c] = await Promise.allSettled([one(0), one(1), one(2)]);
      expect([a?.status, b?.status, c?.status]).toEqual(["fulfilled", "rejected", "fulfilled"]);
      expect(store.views.orders({}).map(({ reference }) => reference)).toEqual(["R-2", "R-0"]);
      expect([...store.views.journal()].map(({ id }) => id)).toEqual([1, 2]);
      expect((await store.record((id) => exchange({ id }))).id).toBe(3);
    });

    it("gives dense ids in commit order", async () => {
      await using opened = await open();
      const { store } = opened;
      const made = await Promise.all(
        [1, 2, 3].map((n) =>
          store.transact(function* (fresh): Work<{ id: number; stan: number; transaction: number }> {
            yield { read: "order", id: 0 };
            const id = fresh.orderId();
            const t = fresh.transaction();
            return {
              result: { id, transaction: t.id, stan: Number(t.stan) },
              orders: [{ after: order({ id, reference: `R-${n}`, transactions: [sale(t)] }) }],
            };
          }),
        ),
      );
      const [a, b, c] = made as [(typeof made)[0], (typeof made)[0], (typeof made)[0]];
      for (const key of ["id", "transaction", "stan"] as const)
        expect([b[key] - a[key], c[key] - b[key]]).toEqual([1, 1]);
      for (const { id, transaction } of made)
        for (const n of [id, transaction]) expect(n > 0 && n < 2 ** 31).toBe(true);
    });

    it("finds unpaid orders whose time is up, earliest first", async () => {
      await using opened = await open();
      const { store } = opened;
      await stored(store, order({ id: 1, reference: "a", expiresAt: NOW }));
      await stored(store, order({ id: 2, reference: "b", expiresAt: NOW - 1 }));
      await stored(store, order({ id: 3, reference: "c", expiresAt: NOW + 1 }));
      await stored(store, order({ id: 4, reference: "d", expiresAt: NOW - 9, transactions: [sale()] }));
      await stored(store, order({ id: 5, reference: "e", expiresAt: NOW - 9, closedAt: NOW - 9 }));
      const expired = await store.transact(function* (): Work<readonly Order[]> {
        return { result: yield { read: "expired", now: NOW, limit: 10 } };
      });
      expect(expired.map(({ id }) => id)).toEqual([2, 1]);
      expect(store.views.nextDue({ expiries: true })).toBe(NOW - 1);
      expect(store.views.nextDue({ expiries: false })).toBeUndefined();
    });

    it("finds orders to settle, by merchant and page", async () => {
      await using opened = await open();
      const { store } = opened;
      for (const [id, one] of [orders.paid, orders.refunded, orders.settled, orders.voided, orders.open].entries())
        await stored(store, { ...one, id: id + 1, reference: `R-${id}` });
      await stored(store, { ...orders.paid, id: 9, merchantId: 4 });
      const settleable = (page: { merchantId?: number; afterId: number; limit: number }) =>
        store.transact(function* (): Work<readonly number[]> {
          const found: readonly Order[] = yield { read: "settleable", ...page };
          return { result: found.map(({ id }) => id) };
        });
      expect(await settleable({ afterId: 0, limit: 10 })).toEqual([1, 2, 9]);
      expect(await settleable({ afterId: 0, limit: 1 })).toEqual([1]);
      expect(await settleable({ afterId: 1, limit: 10 })).toEqual([2, 9]);
      expect(await settleable({ merchantId: 4, afterId: 0, limit: 10 })).toEqual([9]);
    });

    it("hands out what is due once, oldest first", async () => {
      await using opened = await open();
      const { store } = opened;
      const outbox = [
        entry({ id: 1, dueAt: NOW }),
        entry({ id: 2, dueAt: NOW - 5 }),
        entry({ id: 3, dueAt: NOW + 1 }),
        entry({ id: 4, state: "held", dueAt: null }),
      ];
      await commit(store, { outbox, exchange: exchange() });
      expect((await store.claim(NOW, 10)).map(({ id }) => id)).toEqual([2, 1]);
      expect(await store.claim(NOW, 10)).toEqual([]);
      expect(store.views.inFlight()).toBe(2);
      const attempt = { n: 1, at: NOW, request: "{}", status: 500, body: "no", durationMs: 3, why: "answered 500" };
      await store.attempted(2, attempt, { state: "due", dueAt: NOW + 15_000 });
      expect(store.views.notifications({ id: 2 })).toEqual([
        { ...outbox[1], attemptCount: 1, dueAt: NOW + 15_000, attempts: [attempt] },
      ]);
      expect(await store.requeue(4, { state: "due", dueAt: NOW })).toBe(true);
      expect(await store.requeue(99, { state: "due", dueAt: NOW })).toBe(false);
      expect((await store.claim(NOW, 1)).map(({ id }) => id)).toEqual([4]);
    });

    it("keeps exchanges that changed nothing under the next id", async () => {
      await using opened = await open();
      const { store } = opened;
      const first = await store.record((id) => exchange({ id }));
      const second = await store.record((id) => exchange({ id, operation: "direct/query" }));
      expect([first.id, second.id]).toEqual([1, 2]);
      expect([...store.views.journal()].map(({ id }) => id)).toEqual([1, 2]);
      expect(store.views.exchanges({ operation: "direct/query" }).map(({ id }) => id)).toEqual([2]);
    });

    it("keeps small texts", async () => {
      await using opened = await open();
      const { store } = opened;
      expect(store.kept("x")).toBeUndefined();
      store.keep("x", "1");
      store.keep("x", "2");
      expect(store.kept("x")).toBe("2");
    });

    it("forgets deleted tokens", async () => {
      await using opened = await open();
      const { store } = opened;
      await commit(store, { tokens: [storedToken()] });
      await commit(store, { deletedTokens: [{ merchantId: 3, tokenId: 351 }] });
      expect(store.views.tokens()).toEqual([]);
    });

    it("comes back as it was", async () => {
      await using opened = await open();
      const { store, again } = opened;
      if (!again) return;
      await commit(store, { orders: [{ after: orders.paid }], outbox: [entry()], exchange: exchange({ id: 1 }) });
      await store.claim(NOW, 1);
      store.keep("clock", "text");
      const back = await again();
      expect(back.views.order(1)).toEqual(orders.paid);
      expect(back.kept("clock")).toBe("text");
      expect((await back.claim(NOW, 1)).map(({ id }) => id)).toEqual([1]);
      expect((await back.record((id) => exchange({ id }))).id).toBe(2);
    });
  });
}
