import { readdirSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, it, vi } from "vitest";
import { laneFile, lanesIn, removeLaneFile } from "../../../../../src/lane/store/sqlite/files/lane-files.js";
import { SqliteStore } from "../../../../../src/lane/store/sqlite/sqlite-store.js";
import { orders } from "../../../../support/orders.js";
import { testFolder } from "../../../../support/sandbox.js";
import { commit } from "../../../../support/stores.js";

it("a large file is no lane's any more at once, and gone soon", async () => {
  using folder = testFolder();
  for (const name of ["large", "other"]) writeFileSync(laneFile(folder.path, name), "x");
  truncateSync(laneFile(folder.path, "large"), 9 * 1024 * 1024);
  removeLaneFile(folder.path, "large");
  const left = readdirSync(folder.path);
  expect(left).not.toContain("large.lane.sqlite");
  // Not before this turn has ended: other calls do not wait for it.
  expect(left).toHaveLength(2);
  await expect.poll(() => readdirSync(folder.path)).toHaveLength(1);
});

it("a long log is not written into the file of a lane that is dropped, and goes with it", async () => {
  using folder = testFolder();
  const file = laneFile(folder.path, "a");
  const store = new SqliteStore({ from: file, seed: 1 });
  for (let id = 1; id <= 3; id++)
    await commit(store, { orders: [{ after: { ...orders.open, id, reference: `${id}`.repeat(4_000_000) } }] });
  const sizes = () => [file, `${file}-wal`].map((path) => statSync(path).size);
  const [before, log] = sizes();
  expect(log).toBeGreaterThan(8 * 1024 * 1024);
  await store.close({ isDropped: true });
  expect(sizes()).toEqual([before, log]);
  removeLaneFile(folder.path, "a");
  expect(lanesIn(folder.path)).toEqual([]);
  await expect.poll(() => readdirSync(folder.path)).toHaveLength(0);
});

it("what a process did not come to remove is removed at the next start, and is no lane", () => {
  using folder = testFolder();
  for (const file of ["a.lane.sqlite", "a.lane.sqlite.gone-1-1"]) writeFileSync(join(folder.path, file), "x");
  expect(lanesIn(folder.path)).toEqual(["a"]);
  expect(readdirSync(folder.path)).toEqual(["a.lane.sqlite"]);
});

it("a lane in a file writes as NORMAL wants it once it is made, and when it comes back", async () => {
  using folder = testFolder();
  const modes: unknown[] = [];
  const { prepare } = Database.prototype;
  vi.spyOn(Database.prototype, "prepare").mockImplementation(function (this: Database.Database, sql: string) {
    const statement = prepare.call(this, sql);
    if (sql.startsWith("INSERT INTO orders")) modes.push(this.pragma("synchronous", { simple: true }));
    return statement;
  } as never);
  for (const one of ["open", "paid"] as const) {
    const store = new SqliteStore({ from: laneFile(folder.path, "a"), seed: 1 });
    await commit(store, { orders: [{ after: { ...orders[one], id: modes.length + 1, reference: one } }] });
    await store.close();
  }
  vi.restoreAllMocks();
  expect(modes).toEqual([1, 1]);
});
