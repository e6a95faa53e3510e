import { describe, expect, it } from "vitest";
import { move } from "../../../src/core/domain/ledger.js";
import { type Instant, instant, later, minorUnits } from "../../../src/core/domain/money.js";
import type { Order } from "../../../src/core/domain/order.js";
import type { Counter } from "../../../src/core/scenario/matching/choose.js";
import type { Rule } from "../../../src/core/scenario/rule/rule.js";
import type { Lane } from "../../../src/lane/lane.js";
import type { LaneChanges, LaneState, StoredRule } from "../../../src/lane/ports/lane-record.js";
import type { Changes, Store, Tx, UnitResult, Work } from "../../../src/lane/ports/store.js";
import type { ScheduledTask } from "../../../src/lane/ports/time.js";
import { streamPage } from "../../../src/lane/views/stream.js";
import type { StreamEntry } from "../../../src/lane/views/stream-entries.js";
import { exchange, plainExchange } from "../../support/exchange.js";
import { NOW, order, orders, sale, storedToken, transaction } from "../../support/orders.js";
import { outboxEntry } from "../../support/outbox.js";
import { allExchanges, commit, record } from "../../support/stores.js";

/** A store to be tested, and the same once more after it was closed; undefined where nothing outlives it. */
export interface Opened extends AsyncDisposable {
  readonly store: Store;
  readonly again: (() => Promise<Store>) | undefined;
}

const stored = (store: Store, after: Order, before?: Order): Promise<void> =>
  commit(store, { orders: [{ before, after }] });
const line = { merchantId: 3, currency: "HKD", at: NOW, against: "scheme", why: "sale" } as const;

const merchant = { merchantId: 3, publicKeys: [], capabilities: {} };
/** A lane's record with all that it may hold, but for rules. */
const lane: LaneChanges = {
  clock: { mode: "frozen", at: NOW },
  madeAt: later(NOW, -7),
  nextSettlement: later(NOW, 5),
  replacedScenario: {
    document: { name: "s", rules: [{ name: "one", times: 1, then: { outcome: "maintenance" } }], expect: [] },
    file: "s.scenario.yaml",
    ruleLines: [7],
    since: later(NOW, -3),
  },
  removedRules: ["s#2"],
  disabledRules: ["s#1"],
};
const task = (over: Partial<ScheduledTask> = {}): ScheduledTask => ({
  id: 1,
  at: NOW,
  kind: "page",
  orderId: 1,
  what: { action: "pay", card: "visa" },
  ...over,
});

const stateWithin = (store: Store): Promise<LaneState> =>
  store.transact((tx): UnitResult<LaneState> => {
    return { result: tx.lane() };
  });
const countWithin = (store: Store, ruleId: string, key: string): Promise<Counter> =>
  store.transact((tx): UnitResult<Counter> => {
    return { result: tx.ruleCount(ruleId, key) };
  });
const dueTask = (store: Store, now: Instant): Promise<ScheduledTask | undefined> =>
  store.transact((tx): UnitResult<ScheduledTask | undefined> => {
    return { result: tx.dueTask(now) };
  });

function addRule(store: Store, name: string): Promise<StoredRule> {
  return store.transact((tx): UnitResult<StoredRule> => {
    const rule: Rule = { name, when: { amount: { gt: 60 } }, then: { outcome: "maintenance" } };
    const stored: StoredRule = {
      id: tx.fresh.ruleId(),
      origin: "control",
      rule,
      since: NOW,
      after: tx.fresh.lastExchange(),
    };
    return { result: stored, rules: { added: [stored] } };
  });
}

/** Takes ids and reads what it would change. */
function thatThrows(tx: Tx): UnitResult<void> {
  tx.lane();
  tx.ruleCount("rule-1", "");
  throw new Error(`${tx.fresh.ruleId()} ${tx.fresh.taskId()} ${tx.fresh.exchangeId()} on purpose`);
}

/** Changes everything, and has one notification twice. */
function thatCannotBeWritten(tx: Tx): UnitResult<void> {
  tx.lane();
  tx.ruleCount("rule-1", "");
  const added: StoredRule = { id: tx.fresh.ruleId(), origin: "next", rule: { then: {} }, since: NOW, after: 0 };
  return {
    result: undefined,
    lane: { clock: { mode: "wall", offsetMs: 0 }, nextSettlement: undefined, seed: 9 },
    rules: { removed: ["rule-1"], added: [added] },
    counts: [{ ruleId: "rule-1", key: "", seen: 2, fired: 2 }],
    tasks: { added: [task({ id: tx.fresh.taskId(), at: instant(0) })], ended: [1] },
    exchange: exchange({ id: tx.fresh.exchangeId() }),
    outbox: [outboxEntry(), outboxEntry()],
  };
}

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
        options: { lineItems: [{ name: "茶", quantity: 1, unitAmountMinor: minorUnits(5000) }] },
      });
      await commit(store, {
        orders: [{ after: paid }],
        merchants: [{ merchantId: 3, publicKeys: ["k"], capabilities: { CARD: { void: false } } }],
        tokens: [storedToken(), storedToken({ tokenId: 7, userId: "USER1" })],
        ledger: move({ ...line, into: minorUnits(5000), orderId: 1, transactionId: 11 }),
        outbox: [outboxEntry()],
        exchange: exchange({ merchantId: 3, reference: "A-1", orderId: 1, orderStatus: "OPEN", rule: "r" }),
        counts: [{ ruleId: "r", key: "k", seen: 2, fired: 1 }],
      });
      const { views } = store;
      expect(await views.order(1)).toEqual(paid);
      expect(await views.orderByReference(3, "A-1")).toEqual(paid);
      expect(await views.merchant(3)).toEqual({
        merchantId: 3,
        publicKeys: ["k"],
        capabilities: { CARD: { void: false } },
      });
      expect((await views.tokens()).map(({ tokenId }) => tokenId)).toEqual([7, 351]);
      expect(await views.token(3, 351)).toEqual(storedToken());
      expect(await views.balances(3)).toEqual({ HKD: 5000, USD: 0 });
      expect(await views.ledger({ orderId: 1 })).toEqual(
        move({ ...line, into: minorUnits(5000), orderId: 1, transactionId: 11 }),
      );
      expect(await views.notifications({ orderId: 1 })).toEqual([{ ...outboxEntry(), attempts: [] }]);
      expect(plainExchange(await views.exchange(1))).toEqual(
        exchange({ merchantId: 3, reference: "A-1", orderId: 1, orderStatus: "OPEN", rule: "r" }),
      );
      expect(await views.ruleCounts()).toEqual([{ ruleId: "r", key: "k", seen: 2, fired: 1 }]);
    });

    it("answers each read of a unit of work", async () => {
      await using opened = await open();
      const { store } = opened;
      await commit(store, {
        orders: [{ after: orders.paid }],
        merchants: [{ merchantId: 3, publicKeys: [], capabilities: {} }],
        tokens: [storedToken()],
        ledger: move({ ...line, into: minorUnits(5000) }),
        counts: [{ ruleId: "r", key: "k", seen: 1, fired: 1 }],
      });
      const found = await store.transact((tx): UnitResult<readonly unknown[]> => {
        const reads = [
          tx.order(1),
          tx.order(2),
          tx.orderByReference(3, "A-1"),
          tx.orderByReference(4, "A-1"),
          tx.merchant(3),
          tx.merchant(4),
          tx.token(3, 351),
          tx.tokens(3, "USER1"),
          tx.tokens(3),
          tx.tokens(3, "user2"),
          tx.unsettled(3, "HKD"),
          tx.unsettled(3, "USD"),
          tx.ruleCount("r", "k"),
          tx.ruleCount("r", "other"),
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
        store.transact((tx): UnitResult<void> => {
          const id = tx.fresh.orderId();
          ids.push(id);
          tx.order(id);
          if (fails) throw new Error("on purpose");
          return { result: undefined, orders: [{ after: order({ id }) }] };
        });
      await expect(attempt(true)).rejects.toThrow("on purpose");
      await attempt(false);
      expect(ids[0]).toBe(ids[1]);
      expect(await store.views.orders({})).toHaveLength(1);
    });

    it("runs units of work one after another, however many start at once", async () => {
      await using opened = await open();
      const { store } = opened;
      const one = (n: number) =>
        store.transact((tx): UnitResult<number> => {
          const before: number = tx.unsettled(3, "HKD");
          return {
            result: before,
            orders: [{ after: order({ id: tx.fresh.orderId(), reference: `R-${n}` }) }],
            ledger: move({ ...line, into: minorUnits(1) }),
          };
        });
      const seen = await Promise.all(Array.from({ length: 20 }, (_, n) => one(n)));
      expect(seen).toEqual(Array.from({ length: 20 }, (_, n) => n));
    });

    it("keeps what others wrote at the same time as a unit of work that throws", async () => {
      await using opened = await open();
      const { store } = opened;
      const one = (n: number) =>
        store.transact((tx): UnitResult<number> => {
          const id = tx.fresh.orderId();
          tx.order(id);
          if (n === 1) throw new Error("on purpose");
          return {
            result: id,
            orders: [{ after: order({ id, reference: `R-${n}` }) }],
            exchange: exchange({ id: tx.fresh.exchangeId() }),
          };
        });
      const [a, b, c] = await Promise.allSettled([one(0), one(1), one(2)]);
      expect([a?.status, b?.status, c?.status]).toEqual(["fulfilled", "rejected", "fulfilled"]);
      expect((await store.views.orders({})).map(({ reference }) => reference)).toEqual(["R-2", "R-0"]);
      expect((await allExchanges(store.views)).map(({ id }) => id)).toEqual([1, 2]);
      expect(await record(store)).toBe(3);
    });

    it("gives dense ids in commit order", async () => {
      await using opened = await open();
      const { store } = opened;
      const made = await Promise.all(
        [1, 2, 3].map((n) =>
          store.transact((tx): UnitResult<{ id: number; stan: number; transaction: number }> => {
            tx.order(0);
            const id = tx.fresh.orderId();
            const t = tx.fresh.transaction();
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
      await stored(store, order({ id: 2, reference: "b", expiresAt: later(NOW, -1) }));
      await stored(store, order({ id: 3, reference: "c", expiresAt: later(NOW, 1) }));
      await stored(store, order({ id: 4, reference: "d", expiresAt: later(NOW, -9), transactions: [sale()] }));
      await stored(store, order({ id: 5, reference: "e", expiresAt: later(NOW, -9), closedAt: later(NOW, -9) }));
      const expired = await store.transact((tx): UnitResult<readonly Order[]> => {
        return { result: tx.expired(NOW, 10) };
      });
      expect(expired.map(({ id }) => id)).toEqual([2, 1]);
      expect(await store.views.nextDue({ expiries: true })).toBe(NOW - 1);
      expect(await store.views.nextDue({ expiries: false })).toBeUndefined();
    });

    it("finds orders to settle, by merchant and page", async () => {
      await using opened = await open();
      const { store } = opened;
      for (const [id, one] of [orders.paid, orders.refunded, orders.settled, orders.voided, orders.open].entries())
        await stored(store, { ...one, id: id + 1, reference: `R-${id}` });
      await stored(store, { ...orders.paid, id: 9, merchantId: 4 });
      const settleable = (page: { merchantId?: number; afterId: number; limit: number }) =>
        store.transact((tx): UnitResult<readonly number[]> => {
          const found: readonly Order[] = tx.settleable(page);
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
        outboxEntry({ id: 1, dueAt: NOW }),
        outboxEntry({ id: 2, dueAt: later(NOW, -5) }),
        outboxEntry({ id: 3, dueAt: later(NOW, 1) }),
        outboxEntry({ id: 4, state: "held", dueAt: null }),
      ];
      await commit(store, { outbox, exchange: exchange() });
      expect((await store.claim(NOW, 10)).map(({ id }) => id)).toEqual([2, 1]);
      expect(await store.claim(NOW, 10)).toEqual([]);
      expect(await store.views.inFlight()).toBe(2);
      const attempt = { n: 1, at: NOW, request: "{}", status: 500, body: "no", durationMs: 3, why: "answered 500" };
      await store.attempted(2, attempt, { state: "due", dueAt: later(NOW, 15_000) });
      expect(await store.views.notifications({ id: 2 })).toEqual([
        { ...outbox[1], attemptCount: 1, dueAt: NOW + 15_000, attempts: [attempt] },
      ]);
      expect(await store.requeue(4, { state: "due", dueAt: NOW })).toBe(true);
      expect(await store.requeue(99, { state: "due", dueAt: NOW })).toBe(false);
      expect((await store.claim(NOW, 1)).map(({ id }) => id)).toEqual([4]);
    });

    it("keeps exchanges that changed nothing under the next id", async () => {
      await using opened = await open();
      const { store } = opened;
      const first = await record(store);
      const second = await record(store, { operation: "direct/query" });
      expect([first, second]).toEqual([1, 2]);
      expect((await allExchanges(store.views)).map(({ id }) => id)).toEqual([1, 2]);
      expect((await store.views.exchanges({ operation: "direct/query" })).map(({ id }) => id)).toEqual([2]);
    });

    it("gives a new lane its seed, a clock that runs, and nothing else", async () => {
      await using opened = await open();
      const { now, realNow, ...record } = await opened.store.views.lane();
      expect(record).toEqual({
        seed: 1,
        clock: { mode: "wall", offsetMs: 0 },
        rules: [],
      });
      expect(now).toBe(realNow);
    });

    it("reads back the lane's record, within a unit of work and outside", async () => {
      await using opened = await open();
      const { store } = opened;
      await commit(store, { lane });
      expect(await store.views.lane()).toMatchObject({ ...lane, seed: 1, now: NOW });
      expect(await stateWithin(store)).toMatchObject({ ...lane, seed: 1, now: NOW });
      await commit(store, { lane: { removedRules: undefined, nextSettlement: later(NOW, 9) } });
      const { removedRules, ...after } = await store.views.lane();
      expect(removedRules).toBeUndefined();
      expect(after).toMatchObject({ madeAt: NOW - 7, nextSettlement: NOW + 9 });
    });

    it("tells the lane's time by its clock", async () => {
      await using opened = await open();
      const { store } = opened;
      const { now: before } = await store.views.lane();
      await commit(store, { lane: { clock: { mode: "wall", offsetMs: 3_600_000 } } });
      const { now, realNow } = await store.views.lane();
      expect([now - realNow, now >= before + 3_600_000]).toEqual([3_600_000, true]);
      // It stands while a move holds it there.
      await store.alone(async () => {
        await commit(store, { lane: { clock: { mode: "wall", offsetMs: 0, standingAt: NOW } } });
        expect((await store.views.lane()).now).toBe(NOW);
      });
    });

    it("keeps rules in the order in which they were put in", async () => {
      await using opened = await open();
      const { store } = opened;
      const [a, b, c] = [await addRule(store, "a"), await addRule(store, "b"), await addRule(store, "c")];
      expect([a.id, b.id, c.id]).toEqual(["rule-1", "rule-2", "rule-3"]);
      expect((await store.views.lane()).rules).toEqual([a, b, c]);
      await commit(store, { rules: { removed: [b.id, "rule-99"] } });
      expect((await store.views.lane()).rules).toEqual([a, c]);
      const d = await addRule(store, "d");
      expect((await stateWithin(store)).rules).toEqual([a, c, d]);
    });

    it("gives the same list of rules as the same object", async () => {
      await using opened = await open();
      const { store } = opened;
      await addRule(store, "a");
      const { rules } = await store.views.lane();
      await commit(store, { lane: { nextSettlement: NOW }, orders: [{ after: orders.open }] });
      expect((await stateWithin(store)).rules).toBe(rules);
    });

    it("never gives the id of a rule again", async () => {
      await using opened = await open();
      const { store, again } = opened;
      await addRule(store, "a");
      const last = await addRule(store, "b");
      await commit(store, { rules: { removed: [last.id] } });
      expect((await addRule(store, "c")).id).toBe("rule-3");
      await commit(store, { rules: { removed: ["rule-1", "rule-3"] } });
      if (again) expect((await addRule(await again(), "d")).id).toBe("rule-4");
    });

    it("tells for each call the rules that were in force for it, as long as it is kept", async () => {
      await using opened = await open();
      const { store, again } = opened;
      await addRule(store, "one");
      const added = await addRule(store, "never asked");
      await commit(store, { rules: { removed: [added.id] } });
      await record(store);
      await addRule(store, "two");
      await commit(store, { lane: { disabledRules: ["rule-3"] } });
      await record(store);
      await commit(store, { lane: { disabledRules: ["rule-1"] } });
      await commit(store, { lane: { disabledRules: undefined } });
      // The call itself uses the rule up.
      await store.transact((tx): UnitResult<void> => {
        return {
          result: undefined,
          rules: { removed: ["rule-1"] },
          exchange: exchange({ id: tx.fresh.exchangeId() }),
        };
      });
      await record(store);
      const all = async ({ views }: Store) => {
        const records = await Promise.all([1, 2, 3, 4, 5].map((id) => views.rulesFor(id)));
        return records.map(({ rules, disabledRules }) => [rules.map(({ rule }) => rule.name), disabledRules]);
      };
      const expected = [
        [["one"], undefined],
        [["one", "two"], ["rule-3"]],
        [["one", "two"], undefined],
        [["two"], undefined],
        [["two"], undefined],
      ];
      expect(await all(store)).toEqual(expected);
      if (again) expect(await all(await again())).toEqual(expected);
    });

    it("records an attempt that failed for many at once, of those that are still in flight", async () => {
      await using opened = await open();
      const { store } = opened;
      const outbox = [1, 2, 3, 4].map((id) => outboxEntry({ id, orderId: id }));
      await commit(store, { outbox, exchange: exchange() });
      expect(await store.claim(NOW, 3)).toHaveLength(3);
      const attempt = { n: 1, at: NOW, request: "{}", status: null, body: "", durationMs: 3, why: "nobody listens" };
      await store.attempted(2, attempt, { state: "acknowledged", dueAt: null });
      const next = { state: "due", dueAt: later(NOW, 15_000) } as const;
      // 2 has had its attempt, 4 was not claimed, 9 is none.
      const kept = await store.attemptedTogether([1, 2, 3, 4, 9], attempt, next);
      expect([...kept].sort()).toEqual([1, 3]);
      const told = (await store.views.notifications({})).map((one) => [
        one.id,
        one.state,
        one.dueAt,
        one.attemptCount,
        one.attempts,
      ]);
      expect(told).toEqual([
        [4, "due", NOW, 0, []],
        [3, "due", NOW + 15_000, 1, [attempt]],
        [2, "acknowledged", null, 1, [attempt]],
        [1, "due", NOW + 15_000, 1, [attempt]],
      ]);
      expect(await store.attemptedTogether([1, 3], attempt, next)).toEqual([]);
    });

    it("hands out tasks when they are due, earliest first, until they are done", async () => {
      await using opened = await open();
      const { store } = opened;
      const [late, early, second] = [task({ id: 1, at: later(NOW, 1) }), task({ id: 2 }), task({ id: 3 })];
      await commit(store, { tasks: { added: [late, second, early] } });
      expect(await dueTask(store, later(NOW, -1))).toBeUndefined();
      expect(await dueTask(store, NOW)).toEqual(early);
      expect(await dueTask(store, NOW)).toEqual(early);
      expect(await store.views.nextDue({ expiries: false })).toBe(NOW);
      await commit(store, { tasks: { ended: [2] } });
      expect(await dueTask(store, NOW)).toEqual(second);
      await commit(store, { tasks: { ended: [3] } });
      expect(await dueTask(store, NOW)).toBeUndefined();
      expect(await store.views.nextDue({ expiries: false })).toBe(NOW + 1);
    });

    it.each<[string, Changes, boolean]>([
      ["no order and no call", {}, false],
      ["tokens and merchants only", { tokens: [storedToken()], merchants: [merchant] }, false],
      ["an order", { orders: [{ after: orders.open }] }, true],
      ["a call", { exchange: exchange() }, true],
    ])("knows whether a lane with %s has a history", async (_, changes, expected) => {
      await using opened = await open();
      const { store } = opened;
      await commit(store, changes);
      const has = store.transact((tx): UnitResult<boolean> => {
        return { result: tx.hasHistory() };
      });
      expect(await has).toBe(expected);
    });

    it("pages through the journal, oldest first", async () => {
      await using opened = await open();
      const { store } = opened;
      for (let n = 0; n < 5; n++) await record(store);
      const page = async (afterId: number, limit: number) =>
        (await store.views.exchangesAfter(afterId, limit)).map(({ id }) => id);
      expect([await page(0, 2), await page(2, 2), await page(4, 2), await page(5, 2)]).toEqual([
        [1, 2],
        [3, 4],
        [5],
        [],
      ]);
    });

    it("gives a unit of work the same ids and answers however often it runs", async () => {
      await using opened = await open();
      const store = opened.again ? await opened.again() : opened.store;
      const given: number[] = [];
      const unit = store.transact((tx): UnitResult<number> => {
        const id = tx.fresh.exchangeId();
        given.push(id);
        // Each of these may have to be fetched first.
        const found = [tx.order(9), tx.orderByReference(3, "none"), tx.token(3, 9), tx.cardEntry(9), tx.merchant(4)];
        expect([...found, ...tx.tokens(4), tx.unsettled(4, "USD")]).toEqual([...found.map(() => undefined), 0]);
        return { result: id, exchange: exchange({ id }) };
      });
      expect([await unit, [...new Set(given)], await record(store)]).toEqual([1, [1], 2]);
    });

    it("holds before the commit, and undoes it where nothing was committed", async () => {
      await using opened = await open();
      const { store } = opened;
      const steps: string[] = [];
      store.onCommit = () => void steps.push("committed");
      const hold = (of: string) => () => {
        steps.push(`hold ${of}`);
        return () => void steps.push(`undo ${of}`);
      };
      await store.transact(() => ({ result: 1, exchange: exchange({ id: 1 }) }), { hold: hold("first") });
      expect(steps.splice(0)).toEqual(["hold first", "committed"]);
      await expect(store.transact(thatThrows, { hold: hold("none") })).rejects.toThrow();
      expect(steps.splice(0)).toEqual([]);
      await expect(store.transact(thatCannotBeWritten, { hold: hold("second") })).rejects.toThrow();
      // A transaction of several units is tried again for each of them.
      expect(steps.filter((step) => step === "committed")).toEqual([]);
      expect(steps.filter((step) => step.startsWith("hold"))).toHaveLength(steps.length / 2);
      expect(steps.at(-1)).toBe("undo second");
    });

    it("replaces a call's explanation, and forgets one that the journal has dropped", async () => {
      await using opened = await open();
      const { store } = opened;
      for (let n = 0; n < 3; n++) await record(store);
      const before = plainExchange(await store.views.exchange(2));
      const longer = `{"scenarios":"${"é".repeat(300)}"}`;
      await store.amend({ id: 2, explain: longer });
      await store.amend({ id: 9, explain: longer });
      expect(plainExchange(await store.views.exchange(2))).toEqual({ ...before, explain: longer });
      expect((await store.views.exchanges({})).map(({ id, explain }) => [id, explain === longer])).toEqual([
        [3, false],
        [2, true],
        [1, false],
      ]);
    });

    it("pages backwards through orders, calls and notifications by their ids", async () => {
      await using opened = await open();
      const { store } = opened;
      for (const id of [1, 2, 3, 4])
        await commit(store, {
          orders: [{ after: order({ id, reference: `A-${id}` }) }],
          outbox: [outboxEntry({ id, orderId: id, causedBy: id })],
          exchange: exchange({ id, operation: id === 2 ? "other" : "tokenization/sale" }),
        });
      const { views } = store;
      const ids = (list: readonly { readonly id: number }[]) => list.map(({ id }) => id);
      expect(ids(await views.orders({ before: 4, limit: 2 }))).toEqual([3, 2]);
      expect(ids(await views.orders({ before: 2 }))).toEqual([1]);
      expect([await views.orderCounts(3), await views.orderCounts(9)]).toEqual([{ CLOSED: 3 }, { CLOSED: 4 }]);
      expect(ids(await views.exchanges({ before: 4, limit: 2 }))).toEqual([3, 2]);
      expect(ids(await views.exchanges({ before: 4, operation: "tokenization/sale" }))).toEqual([3, 1]);
      expect(ids(await views.exchanges({ before: 1 }))).toEqual([]);
      expect(ids(await views.exchanges({ before: 99, limit: 1 }))).toEqual([4]);
      expect(ids(await views.notifications({ before: 3, limit: 1 }))).toEqual([2]);
    });

    it("tells all that happened as one stream, on pages that lose and repeat nothing", async () => {
      await using opened = await open();
      const { store } = opened;
      const at = (n: number) => later(NOW, 1000 * n);
      for (let n = 1; n <= 4; n++) {
        const into = minorUnits(100 * n);
        await store.transact((tx) => ({
          result: undefined,
          exchange: exchange({ id: tx.fresh.exchangeId(), at: at(n), orderId: n, operation: "direct/sale" }),
          ledger: move({ ...line, at: at(n), orderId: n, into }),
          outbox: [
            outboxEntry({ id: tx.fresh.notificationId(), orderId: n, causedBy: n, createdAt: at(n), dueAt: at(n) }),
          ],
        }));
      }
      const attempt = (n: number) => ({ n, request: "{}", status: 500, body: "", durationMs: 3, why: "500" });
      await store.claim(at(9), 4);
      for (const id of [4, 3, 2])
        await store.attempted(id, { ...attempt(1), at: at(5) }, { state: "due", dueAt: at(6) });
      await store.claim(at(9), 1);
      await store.attempted(2, { ...attempt(2), at: at(6) }, { state: "gave-up", dueAt: null });
      const told = ({ items }: { readonly items: readonly StreamEntry[] }) =>
        items.map(({ source, key }) => `${source} ${key}`);
      const lane = { store } as unknown as Lane;
      const whole = told(await streamPage(lane, {}));
      expect(whole.slice(4)).toEqual(
        [4, 3, 2, 1].flatMap((n) => [`notifications ${n}`, `money ${2 * n - 1}`, `calls ${n}`]),
      );
      expect(whole[0]).toBe("attempts 2-2");
      expect(whole.slice(1, 4).sort()).toEqual(["attempts 2-1", "attempts 3-1", "attempts 4-1"]);
      const paged: string[] = [];
      let before: string | undefined;
      do {
        const page = await streamPage(lane, { size: 3, before });
        paged.push(...told(page));
        before = page.next;
        // What comes between two pages belongs to neither.
        await record(store, { at: at(8) });
      } while (before !== undefined);
      expect(paged).toEqual(whole);
      const ofOrder = await streamPage(lane, { orderId: 2, onlyFailed: true });
      expect(told(ofOrder)).toEqual(["attempts 2-2", "attempts 2-1", "notifications 2"]);
    });

    it("counts forgotten rules from nothing, under all their keys", async () => {
      await using opened = await open();
      const { store } = opened;
      const counts = [
        { ruleId: "r", key: "k", seen: 2, fired: 1 },
        { ruleId: "r", key: "l", seen: 1, fired: 1 },
        { ruleId: "s", key: "k", seen: 3, fired: 0 },
      ];
      await commit(store, { counts });
      await commit(store, { forgottenCounts: ["r"] });
      expect(await store.views.ruleCounts()).toEqual([counts[2]]);
      expect([await countWithin(store, "r", "k"), await countWithin(store, "s", "k")]).toEqual([
        { seen: 0, fired: 0 },
        { seen: 3, fired: 0 },
      ]);
    });

    it.each<[string, Work<void>]>([
      ["throws", thatThrows],
      ["cannot be written", thatCannotBeWritten],
    ])("leaves record, rules, counters and tasks as they were where a unit of work %s", async (_, work) => {
      await using opened = await open();
      const { store } = opened;
      const count = { ruleId: "rule-1", key: "", seen: 1, fired: 1 };
      await commit(store, { lane, orders: [{ after: order({ id: 1 }) }], counts: [count] });
      await commit(store, { tasks: { added: [task({ id: 1 })] } });
      const kept = await addRule(store, "kept");
      await expect(store.transact(work)).rejects.toThrow();
      expect(await store.views.lane()).toMatchObject({ ...lane, now: NOW, rules: [kept] });
      expect(await stateWithin(store)).toMatchObject({ ...lane, now: NOW, rules: [kept] });
      expect(await store.views.ruleCounts()).toEqual([count]);
      expect(await countWithin(store, "rule-1", "")).toEqual({ seen: 1, fired: 1 });
      expect(await dueTask(store, NOW)).toEqual(task({ id: 1 }));
      expect(await allExchanges(store.views)).toEqual([]);
      expect((await addRule(store, "next")).id).toBe("rule-2");
      expect(await record(store)).toBe(1);
    });

    it("gives merchants, tokens and card entries a page at a time", async () => {
      await using opened = await open();
      const { store } = opened;
      const { views } = store;
      const merchant = (merchantId: number) => ({ merchantId, publicKeys: [], capabilities: {} });
      await commit(store, {
        merchants: [9, 5, 7].map(merchant),
        tokens: [storedToken({ merchantId: 5, tokenId: 2 }), storedToken({ merchantId: 5, tokenId: 1 }), storedToken()],
      });
      const ids = async (page: Parameters<typeof views.merchants>[0]) =>
        (await views.merchants(page)).map(({ merchantId }) => merchantId);
      expect([await ids({}), await ids({ limit: 2 }), await ids({ after: 5, limit: 1 })]).toEqual([
        [5, 7, 9],
        [5, 7],
        [7],
      ]);
      const keys = async (page: Parameters<typeof views.tokens>[0]) =>
        (await views.tokens(page)).map(({ merchantId, tokenId }) => `${merchantId}-${tokenId}`);
      expect(await keys({ limit: 2 })).toEqual(["3-351", "5-1"]);
      expect(await keys({ after: { merchantId: 5, tokenId: 1 }, limit: 9 })).toEqual(["5-2"]);
      expect(await views.cardEntries({ before: 3, limit: 2 })).toEqual([]);
    });

    it("gives out no token's id that a tester took in a unit that waited beside it", async () => {
      await using opened = await open();
      const { store } = opened;
      const freshToken = (id: number) =>
        store.transact((tx): UnitResult<number> => {
          tx.lane();
          const tokenId = tx.fresh.tokenId();
          return { result: tokenId, tokens: [storedToken({ tokenId })], exchange: exchange({ id }) };
        });
      const taken = (await freshToken(1)) + 1;
      const [, , given] = await Promise.all([
        commit(store, { exchange: exchange({ id: 2 }) }),
        commit(store, { tokens: [storedToken({ tokenId: taken, userId: "tester" })] }),
        freshToken(3),
      ]);
      expect(given).toBe(taken + 1);
      expect(await store.views.token(3, taken)).toMatchObject({ userId: "tester" });
    });

    it("tells a balance with what the units before moved, whoever looked at it first", async () => {
      await using opened = await open();
      const { store } = opened;
      const unsettled = () =>
        store.transact((tx): UnitResult<number> => {
          return { result: tx.unsettled(3, "HKD") };
        });
      const sold = (id: number) =>
        commit(store, {
          ledger: move({ ...line, into: minorUnits(100), orderId: id }),
          exchange: exchange({ id }),
        });
      const [, , seen] = await Promise.all([commit(store, { exchange: exchange({ id: 1 }) }), sold(2), unsettled()]);
      expect(seen).toBe(100);
      await sold(3);
      expect(await unsettled()).toBe(200);
    });

    it("finds an order in any case of its reference, this very spelling first, as the units before left it", async () => {
      await using opened = await open();
      const { store } = opened;
      const [upper, lower] = [order({ id: 1, reference: "SAME-Ä" }), order({ id: 2, reference: "same-Ä" })];
      const seen = (reference: string, merchantId = 3) =>
        store.transact((tx): UnitResult<number | undefined> => {
          const found: Order | undefined = tx.orderInAnyCase(merchantId, reference);
          return { result: found?.id };
        });
      await stored(store, upper);
      expect(await seen("Same-Ä")).toBe(1);
      const [, found] = await Promise.all([stored(store, lower), seen("SAME-Ä")]);
      expect([found, await seen("same-Ä"), await seen("sAME-Ä")]).toEqual([1, 2, 2]);
      expect([await seen("same-ä"), await seen("same-Ä", 4), await seen("same-_")]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
    });

    it("finds an order by its reference as the unit before left it, which knew it by its id", async () => {
      await using opened = await open();
      const first = order({ id: 1, reference: "SAME-1" });
      await stored(opened.store, first);
      const store = opened.again ? await opened.again() : opened.store;
      const seen = () =>
        store.transact((tx): UnitResult<Order | undefined> => {
          return { result: tx.orderByReference(3, "SAME-1") };
        });
      const changed = () =>
        store.transact((tx): UnitResult<void> => {
          const before = tx.order(1)!;
          const after = { ...before, transactions: [sale(), ...before.transactions] };
          return { result: undefined, orders: [{ before, after }], exchange: exchange({ id: 2 }) };
        });
      const [, , found] = await Promise.all([commit(store, { exchange: exchange({ id: 1 }) }), changed(), seen()]);
      expect(found?.transactions).toHaveLength(1);
    });

    it("counts on where there are more counters than are read at once", async () => {
      await using opened = await open();
      const counts = Array.from({ length: 5_100 }, (_, n) => ({ ruleId: "b", key: `${n}`, seen: 1, fired: 1 }));
      await commit(opened.store, { counts: [{ ruleId: "a", key: "", seen: 1, fired: 1 }, ...counts] });
      const store = opened.again ? await opened.again() : opened.store;
      const fires = (id: number, key: string) =>
        store.transact((tx): UnitResult<number> => {
          const of: Counter = tx.ruleCount(key === "" ? "a" : "c", key);
          const [seen, fired] = [of.seen + 1, of.fired + 1];
          const counted = { ruleId: key === "" ? "a" : "c", key, seen, fired };
          return { result: fired, counts: [counted], exchange: exchange({ id }) };
        });
      const fired = await Promise.all([
        fires(1, "x"),
        fires(2, ""),
        fires(3, "y"),
        fires(4, ""),
        fires(5, "z"),
        fires(6, ""),
      ]);
      expect(fired).toEqual([1, 2, 1, 3, 1, 4]);
    });

    it("forgets deleted tokens", async () => {
      await using opened = await open();
      const { store } = opened;
      await commit(store, { tokens: [storedToken()] });
      await commit(store, { deletedTokens: [{ merchantId: 3, tokenId: 351 }] });
      expect(await store.views.tokens()).toEqual([]);
    });

    it("comes back as it was", async () => {
      await using opened = await open();
      const { store, again } = opened;
      if (!again) return;
      await commit(store, { orders: [{ after: orders.paid }], outbox: [outboxEntry()], exchange: exchange({ id: 1 }) });
      await store.claim(NOW, 1);
      const rule = await addRule(store, "kept");
      const count = { ruleId: rule.id, key: "k", seen: 2, fired: 1 };
      await commit(store, { lane, counts: [count], tasks: { added: [task()] } });
      const back = await again();
      expect(await back.views.lane()).toMatchObject({ ...lane, seed: 1, now: NOW, rules: [rule] });
      expect(await back.views.ruleCounts()).toEqual([count]);
      expect(await dueTask(back, NOW)).toEqual(task());
      expect(await back.views.order(1)).toEqual(orders.paid);
      expect((await back.claim(NOW, 1)).map(({ id }) => id)).toEqual([1]);
      expect(await record(back)).toBe(2);
    });
  });
}
