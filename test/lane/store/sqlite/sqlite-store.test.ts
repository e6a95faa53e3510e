import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { idBases } from "../../../../src/lane/commands/fresh-ids.js";
import { JournalBudget } from "../../../../src/lane/store/journal-budget.js";
import { SchemaMismatch } from "../../../../src/lane/store/sqlite/schema.js";
import { SqliteStore } from "../../../../src/lane/store/sqlite/sqlite-store.js";
import { exchange } from "../../../support/exchange.js";
import { order, orders } from "../../../support/orders.js";
import { testFolder } from "../../../support/sandbox.js";
import { commit } from "../../../support/stores.js";
import { describeStore } from "../contract.js";
import { describeInFile } from "./in-file.js";

describeStore("in memory", async () => {
  const store = new SqliteStore({ seed: 1 });
  return { store, again: undefined, [Symbol.asyncDispose]: () => store.close() };
});

describeInFile("in a file", (file) => new SqliteStore({ from: file, seed: 1 }));

describeStore("from the bytes of another", async () => {
  const first = new SqliteStore({ seed: 1 });
  let store = first;
  return {
    store: first,
    again: async () => {
      const bytes = await first.snapshot();
      await first.close();
      store = new SqliteStore({ from: bytes, seed: 2 });
      return store;
    },
    [Symbol.asyncDispose]: () => store.close(),
  };
});

describe("a file", () => {
  it("that cannot be opened to its end leaves nothing in the budget of the journals", async () => {
    using folder = testFolder();
    const file = join(folder.path, "lane.sqlite");
    const store = new SqliteStore({ from: file, seed: 1 });
    await commit(store, { exchange: exchange({ id: 1 }) });
    await store.close();
    const db = new Database(file);
    db.exec(`INSERT INTO outbox VALUES (1, 'payment', 3, NULL, NULL, 'http://x', '{}', 0, 0, 'in-flight', 0, '{}', 1, NULL);
      CREATE TRIGGER broken BEFORE UPDATE ON outbox BEGIN SELECT RAISE(FAIL, 'broken'); END`);
    db.close();
    const journalBudget = new JournalBudget(100);
    expect(() => new SqliteStore({ from: file, seed: 1, journalBudget })).toThrow("broken");
    expect(() => journalBudget.grew(200)).not.toThrow();
  });

  it("can be opened where another journal cannot be shortened just now", async () => {
    const journalBudget = new JournalBudget(1);
    const full = () => {
      throw new Error("the disk is full");
    };
    journalBudget.join({ bytes: 10_000, dropOldest: full });
    const store = new SqliteStore({ seed: 1, journalBudget });
    expect(() => journalBudget.grew(1)).toThrow("the disk is full");
    await store.close();
  });

  it("of another schema says how to go on", () => {
    using folder = testFolder();
    const file = join(folder.path, "lane.sqlite");
    const db = new Database(file);
    db.pragma("user_version = 99");
    db.close();
    expect(() => new SqliteStore({ from: file, seed: 1 })).toThrow(SchemaMismatch);
    expect(() => new SqliteStore({ from: file, seed: 1 })).toThrow(
      /has schema 99, this version reads \d+: start with another --data-dir, delete the file, or use the version that wrote it/,
    );
  });

  it("keeps the seed that it was made with", async () => {
    using folder = testFolder();
    const file = join(folder.path, "lane.sqlite");
    await new SqliteStore({ from: file, seed: 7 }).close();
    const store = new SqliteStore({ from: file, seed: 8 });
    expect((await store.views.lane()).seed).toBe(7);
    await store.close();
  });
});

it("finds each of 12,000 orders by its reference, and none by another", async () => {
  const store = new SqliteStore({ seed: 1 });
  const all = Array.from({ length: 12_000 }, (_, n) =>
    order({ id: n + 1, merchantId: 3 + (n % 3), reference: `R-${Math.floor(n / 3)}` }),
  );
  await commit(store, { orders: all.map((after) => ({ after })) });
  const found = await Promise.all(
    all.map(({ merchantId, reference }) => store.views.orderByReference(merchantId, reference)),
  );
  expect(found.map((one) => one?.id)).toEqual(all.map(({ id }) => id));
  for (const merchantId of [3, 4, 5, 6])
    expect(await store.views.orderByReference(merchantId, "R-4000")).toBeUndefined();
  await store.close();
});

it("a snapshot holds what was written up to it, also in the same turn", async () => {
  const store = new SqliteStore({ seed: 1 });
  const written = store.transact((tx) => {
    tx.order(1);
    return { result: undefined, orders: [{ after: orders.paid }], exchange: exchange() };
  });
  const copy = new SqliteStore({ from: await store.snapshot(), seed: 1 });
  expect(await copy.views.order(1)).toEqual(orders.paid);
  await written;
  await Promise.all([store.close(), copy.close()]);
});

it("a store that is closed in the same turn has kept what was written", async () => {
  using folder = testFolder();
  const file = join(folder.path, "lane.sqlite");
  const store = new SqliteStore({ from: file, seed: 1 });
  const written = store.transact((tx) => {
    tx.order(1);
    return { result: undefined, orders: [{ after: orders.paid }] };
  });
  await store.close();
  await written;
  const back = new SqliteStore({ from: file, seed: 1 });
  expect(await back.views.order(1)).toEqual(orders.paid);
  await back.close();
});

it("a write that fails takes back the whole turn, and the store goes on", async () => {
  const store = new SqliteStore({ seed: 1 });
  const one = (id: number) =>
    store.transact((tx) => {
      tx.order(id);
      return { result: id, orders: [{ after: order({ id, reference: `R-${id}` }) }] };
    });
  const settled = await Promise.allSettled([one(1), one(2), one(2)]);
  expect(settled.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(await store.views.orders({})).toEqual([]);
  expect(await store.views.orderByReference(3, "R-1")).toBeUndefined();
  expect(await one(1)).toBe(1);
  expect((await store.views.orderByReference(3, "R-1"))?.id).toBe(1);
  await store.close();
});

it("ids start in the shape of the provider's samples, by the seed", () => {
  for (let seed = 0; seed < 200; seed++) {
    const { order, transaction, stan, token } = idBases(seed);
    expect(order >= 100_000 && order < 900_000).toBe(true);
    expect(transaction >= 1_000_000 && transaction < 9_000_000).toBe(true);
    expect(stan >= 0 && stan < 1_000_000).toBe(true);
    expect(token >= 1000).toBe(true);
  }
  expect(idBases(1)).toEqual(idBases(1));
  expect(idBases(1)).not.toEqual(idBases(2));
});
