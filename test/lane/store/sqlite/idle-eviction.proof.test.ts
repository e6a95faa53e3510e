import { readdirSync, readlinkSync } from "node:fs";
import { expect, it } from "vitest";
import type { Store } from "../../../../src/lane/ports/store.js";
import { JournalBudget } from "../../../../src/lane/store/journal-budget.js";
import { giveUpMemory } from "../../../../src/lane/store/sqlite/database/give-up.js";
import { emptyTables, keepSpare } from "../../../../src/lane/store/sqlite/database/memory-tables.js";
import { FolderLanes } from "../../../../src/lane/store/sqlite/lane-storage.js";
import { NOW } from "../../../support/orders.js";
import { isProof } from "../../../support/proof.js";
import { testFolder } from "../../../support/sandbox.js";
import { record } from "../../../support/stores.js";

// Tests at rest that need hundreds of files, or more than a gigabyte of memory: the latter only in a proof.
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

it.runIf(isProof)("a lane in memory that was at rest may grow beyond a gigabyte, and holds what it held", () => {
  const open = emptyTables();
  open.db.exec("INSERT INTO rule_counts VALUES ('one', '', 1, 2), ('two', 'a', 3, 4)");
  const { db } = giveUpMemory(open, keepSpare)!();
  expect(db.prepare("SELECT * FROM rule_counts").raw().all()).toEqual([
    ["one", "", 1, 2],
    ["two", "a", 3, 4],
  ]);
  expect(() => db.exec("INSERT INTO rule_counts VALUES ('one', '', 1, 1)")).toThrow("UNIQUE");
  for (let n = 0; n < 3; n++) db.prepare("INSERT INTO rule_counts VALUES (?, zeroblob(400000000), 0, 0)").run(`n-${n}`);
  expect(db.prepare("SELECT sum(length(key)) FROM rule_counts WHERE seen = 0").pluck().get()).toBe(1_200_000_000);
  db.close();
});
