import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { idBases } from "../../src/store/id-bases.js";
import { SchemaMismatch, SqliteStore } from "../../src/store/sqlite.js";
import { testFolder } from "../support/sandbox.js";
import { describeStore } from "./contract.js";

describeStore("in memory", async () => {
  const store = new SqliteStore({ seed: 1 });
  return { store, again: undefined, [Symbol.asyncDispose]: () => store.close() };
});

describeStore("in a file", async () => {
  const folder = testFolder();
  const open = () => new SqliteStore({ from: join(folder.path, "lane.sqlite"), seed: 1 });
  let store = open();
  return {
    store,
    again: async () => {
      await store.close();
      store = open();
      return store;
    },
    [Symbol.asyncDispose]: async () => {
      await store.close();
      folder[Symbol.dispose]();
    },
  };
});

describeStore("from the bytes of another", async () => {
  const first = new SqliteStore({ seed: 1 });
  let store = first;
  return {
    store: first,
    again: async () => {
      const bytes = first.serialize();
      await first.close();
      store = new SqliteStore({ from: bytes, seed: 2 });
      return store;
    },
    [Symbol.asyncDispose]: () => store.close(),
  };
});

describe("a file", () => {
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
    expect(store.seed).toBe(7);
    await store.close();
  });
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
