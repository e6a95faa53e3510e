import { readdirSync, readlinkSync } from "node:fs";
import Database from "better-sqlite3";
import { expect, it } from "vitest";
import type { Store } from "../../../src/app/ports/store.js";
import { JournalBudget } from "../../../src/store/journal-budget.js";
import { giveUpMemory } from "../../../src/store/sqlite/database/give-up.js";
import { FolderLanes } from "../../../src/store/sqlite/lane-storage.js";
import { NOW } from "../../support/orders.js";
import { testFolder } from "../../support/sandbox.js";
import { record } from "../../support/stores.js";

// Tests at rest that need hundreds of files, or more than a gigabyte of memory.
const clock = { now: () => NOW };

it("a lane in a file holds it open only if it is one of the few that woke last", async () => {
  using folder = testFolder();
  const storage = FolderLanes.take(folder.path, { seed: 1, journalBudget: new JournalBudget(1e9) });
  const names = Array.from({ length: 300 }, (_, n) => `lane-${n}`);
  const stores: Store[] = [];
  for (const name of names) {
    const { store } = await storage.open(name, { seed: 1, clock, invariantRules: undefined });
    await record(store);
    stores.push(store);
  }
  if (process.platform === "linux") expect(openIn(folder.path)).toBeLessThan(800);
  for (const store of stores) expect(await record(store)).toBe(2);
  for (const store of stores) await store.close();
  await storage.close();
});

const openIn = (folder: string): number =>
  readdirSync("/proc/self/fd").filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(folder);
    } catch {
      return false;
    }
  }).length;

it("a lane in memory that was at rest may grow beyond a gigabyte, and holds what it held", () => {
  const db = new Database(":memory:");
  db.exec("PRAGMA user_version = 7; CREATE TABLE t (a INTEGER PRIMARY KEY, b)");
  db.exec("CREATE UNIQUE INDEX t_by_b ON t (b) WHERE a < 10; INSERT INTO t VALUES (1, 'one'), (5, NULL), (9, x'00ff')");
  const again = giveUpMemory(db)!();
  expect(again.prepare("SELECT a, b FROM t").raw().all()).toEqual([
    [1, "one"],
    [5, null],
    [9, Buffer.from([0, 255])],
  ]);
  expect(again.pragma("user_version", { simple: true })).toBe(7);
  expect(() => again.exec("INSERT INTO t VALUES (2, 'one')")).toThrow("UNIQUE");
  for (let a = 10; a < 13; a++) again.prepare("INSERT INTO t VALUES (?, zeroblob(400000000))").run(a);
  expect(again.prepare("SELECT sum(length(b)) FROM t WHERE a >= 10").pluck().get()).toBe(1_200_000_000);
  again.close();
});
