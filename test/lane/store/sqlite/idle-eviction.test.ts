import { rmSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Instant, later } from "../../../../src/core/domain/money.js";
import type { OutboxEntry } from "../../../../src/lane/ports/outbox.js";
import type { Store } from "../../../../src/lane/ports/store.js";
import { StoreUnavailable } from "../../../../src/lane/ports/store-errors.js";
import { JournalBudget } from "../../../../src/lane/store/journal-budget.js";
import { openMemory } from "../../../../src/lane/store/sqlite/database/open-database.js";
import { IDLE_MS, IdleEviction } from "../../../../src/lane/store/sqlite/idle-eviction.js";
import { MemoryLanes } from "../../../../src/lane/store/sqlite/lane-storage.js";
import { inMemory } from "../../../../src/lane/store/sqlite/snapshot-bytes.js";
import { SqliteStore } from "../../../../src/lane/store/sqlite/sqlite-store.js";
import { NOW, order, orders } from "../../../support/orders.js";
import { testFolder } from "../../../support/sandbox.js";
import { allExchanges, commit, record } from "../../../support/stores.js";
import { describeStore } from "../contract.js";
import { describeInFile } from "./in-file.js";

/** The same store, at rest before each thing that is asked of it. */
function drowsy(store: SqliteStore): Store {
  const resting = <T extends object>(whole: T): T =>
    new Proxy(whole, {
      get: (target, name) => {
        const value = Reflect.get(target, name, target);
        if (typeof value !== "function") return name === "views" ? resting(value as object) : value;
        return (...given: unknown[]) => {
          store.rest();
          return value.apply(target, given);
        };
      },
      set: (target, name, value) => Reflect.set(target, name, value, target),
    });
  return resting<Store>(store);
}

describeStore("in memory, at rest before each call", async () => {
  const store = drowsy(new SqliteStore({ seed: 1 }));
  return { store, again: undefined, [Symbol.asyncDispose]: () => store.close() };
});

describeInFile("in a file, at rest before each call", (file) => drowsy(new SqliteStore({ from: file, seed: 1 })));

const clock = { now: () => NOW };
const openOrder = (expiresAt: Instant) => made(order({ expiresAt }));
const waiting = (id: number, dueAt: Instant): OutboxEntry => ({
  ...{
    id,
    kind: "payment",
    merchantId: 3,
    orderId: 1,
    reference: "A-1",
    url: "https://shop.example/notify",
    fields: {},
  },
  ...{ createdAt: NOW, dueAt, state: "due", attemptCount: 1, effects: {}, causedBy: 1 },
});
const made = (after: ReturnType<typeof order>) => ({ orders: [{ after }] });

describe("a lane that nobody calls", () => {
  // The test triggers the checks.
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
  afterEach(() => void vi.useRealTimers());
  const isChecking = (): boolean => vi.getTimerCount() === 1;

  it("is evicted by the second check, and is not checked any more", async () => {
    const kept = new IdleEviction();
    await using store = closing(new SqliteStore({ seed: 1, clock, idleEviction: kept }));
    kept.evictIdle();
    expect(kept.awake).toBe(1);
    kept.evictIdle();
    expect([kept.awake, isChecking()]).toEqual([0, false]);
    await commit(store.store, openOrder(later(NOW, 5000)));
    expect([kept.awake, isChecking()]).toEqual([1, true]);
  });

  it("stays awake while it is used", async () => {
    const kept = new IdleEviction();
    await using store = closing(new SqliteStore({ seed: 1, clock, idleEviction: kept }));
    for (let n = 0; n < 3; n++) {
      await record(store.store);
      kept.evictIdle();
    }
    expect(kept.awake).toBe(1);
  });

  it.each([
    ["awake where something is due within a second", 1000, 1],
    ["at rest where it is due later", 1001, 0],
  ])("is %s", async (_what, dueInMs, awake) => {
    const kept = new IdleEviction();
    await using store = closing(new SqliteStore({ seed: 1, clock, idleEviction: kept }));
    await commit(store.store, openOrder(later(NOW, dueInMs)));
    kept.evictIdle();
    kept.evictIdle();
    expect(kept.awake).toBe(awake);
  });

  it("rests on a frozen clock, whatever is due", async () => {
    const kept = new IdleEviction();
    await using store = closing(new SqliteStore({ seed: 1, clock, idleEviction: kept }));
    await commit(store.store, { ...openOrder(NOW), lane: { clock: { mode: "frozen", at: NOW } } });
    kept.evictIdle();
    kept.evictIdle();
    expect(kept.awake).toBe(0);
  });

  it("is not woken by its own rest, though its references were not read since the last", async () => {
    const kept = new IdleEviction();
    await using store = closing(new SqliteStore({ seed: 1, clock, idleEviction: kept }));
    const wakes = vi.spyOn(kept, "opened");
    store.store.rest();
    await store.store.snapshot();
    expect(wakes).toHaveBeenCalledTimes(1);
    expect(store.store.rest()).toBe(true);
    expect(wakes).toHaveBeenCalledTimes(1);
  });

  it("does not rest while a group commit is open", async () => {
    await using store = closing(new SqliteStore({ seed: 1, clock }));
    const writing = record(store.store);
    expect(store.store.rest()).toBe(false);
    await writing;
    expect(store.store.rest()).toBe(true);
  });

  it("tells its record and its time without waking", async () => {
    const kept = new IdleEviction();
    await using store = closing(new SqliteStore({ seed: 1, clock, idleEviction: kept }));
    kept.evictIdle();
    kept.evictIdle();
    expect(await store.store.views.lane()).toMatchObject({ seed: 1, now: NOW });
    expect(kept.awake).toBe(0);
  });

  it("is told of in the measures at rest too, and is not woken by them", async () => {
    const storage = new MemoryLanes({ seed: 1, journalBudget: new JournalBudget(1e9) });
    const { store } = await storage.open("a", { seed: 1, clock, invariantRules: undefined });
    await commit(store, { outbox: [waiting(1, later(NOW, 60_000)), waiting(2, later(NOW, 90_000))] });
    const awake = await storage.measure();
    vi.advanceTimersByTime(2 * IDLE_MS);
    const wakes = vi.spyOn(IdleEviction.prototype, "opened");
    expect(await storage.measure()).toEqual({ ...awake, due: 2 });
    expect(wakes).not.toHaveBeenCalled();
    wakes.mockRestore();
    await store.close();
    expect(await storage.measure()).toEqual({ due: 0, inFlight: 0, oldestDueMs: 0 });
  });

  it("is closed at rest, and is gone then", async () => {
    const store = new SqliteStore({ seed: 1, clock });
    store.rest();
    await store.close();
    await expect(record(store)).rejects.toThrow("the lane was reset");
  });

  it("gives the same snapshot as one that never rested", async () => {
    const bytes = async (rests: boolean) => {
      await using store = closing(new SqliteStore({ seed: 1, clock }));
      for (const n of [1, 2, 3]) {
        await commit(store.store, made({ ...orders.open, id: n, reference: `A-${n}` }));
        await record(store.store);
        if (rests) store.store.rest();
      }
      await using copy = closing(new SqliteStore({ from: await store.store.snapshot(), seed: 2, clock }));
      const { views } = copy.store;
      return JSON.stringify([await views.orders({}), await allExchanges(views), await views.lane()]);
    };
    expect(await bytes(true)).toBe(await bytes(false));
  });

  it("keeps the pages of a large lane in memory, its cached orders, and all that it held", async () => {
    await using store = closing(new SqliteStore({ seed: 1, clock }));
    const long = "x".repeat(5_000_000);
    const kept = { ...orders.open, email: long };
    await commit(store.store, made(kept));
    expect(store.store.rest()).toBe(true);
    expect(await store.store.views.order(orders.open.id)).toBe(kept);
    store.store.rest();
    await using copy = closing(new SqliteStore({ from: await store.store.snapshot(), seed: 1, clock }));
    expect((await copy.store.views.order(orders.open.id))?.email).toBe(long);
  });
});

describe("a lane in a file", () => {
  it("says that its file is away when it wakes, and goes on when it is back", async () => {
    using folder = testFolder();
    const file = join(folder.path, "lane.sqlite");
    const store = new SqliteStore({ from: file, seed: 1, clock });
    store.rest();
    rmSync(file);
    await expect(record(store)).rejects.toThrow(StoreUnavailable);
    await new SqliteStore({ from: file, seed: 1, clock }).close();
    expect(await record(store)).toBe(1);
    await store.close();
  });
});

const closing = (store: SqliteStore) => ({ store, [Symbol.asyncDispose]: () => store.close() });

it("a lane in memory that comes from a snapshot is copied row by row too, and holds what it held", async () => {
  const store = new SqliteStore({ seed: 1 });
  await commit(store, { orders: [{ after: order({ id: 7 }) }] });
  const snapshot = new Database(await store.snapshot());
  await store.close();
  snapshot.exec("CREATE TABLE gone (a); INSERT INTO gone VALUES (zeroblob(50000)); DROP TABLE gone");
  const bytes = snapshot.serialize();
  expect(snapshot.pragma("freelist_count", { simple: true })).toBeGreaterThan(10);
  snapshot.close();
  const { db } = openMemory(await inMemory(bytes));
  expect(db.prepare("SELECT id FROM orders").pluck().all()).toEqual([7]);
  // Made of bytes, it would have their empty pages too, and end at a gigabyte.
  expect(db.pragma("freelist_count", { simple: true })).toBeLessThan(10);
  db.close();
});

it("what is no lane of this version is opened as it is, to be told so", () => {
  const other = new Database(":memory:");
  other.exec("PRAGMA user_version = 3; CREATE TABLE t (a INTEGER PRIMARY KEY AUTOINCREMENT)");
  const bytes = other.serialize();
  other.close();
  const { db } = openMemory(bytes);
  expect(db.serialize()).toEqual(bytes);
  db.close();
});
