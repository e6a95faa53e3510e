import { readdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { laneFile, lanesIn, removeLaneFile } from "../../../src/store/sqlite/lane-files.js";
import { testFolder } from "../../support/sandbox.js";

it("a large file is no lane's any more at once, and gone soon", async () => {
  using folder = testFolder();
  for (const name of ["large", "other"]) writeFileSync(laneFile(folder.path, name), "x");
  truncateSync(laneFile(folder.path, "large"), 9 * 1024 * 1024);
  removeLaneFile(folder.path, "large");
  const left = readdirSync(folder.path);
  expect(left).not.toContain("large.lane.sqlite");
  // Not before this turn has ended: other calls do not wait for it.
  expect(left).toHaveLength(2);
  await vi.waitUntil(() => readdirSync(folder.path).length === 1);
});

it("what a process did not come to remove is removed at the next start, and is no lane", () => {
  using folder = testFolder();
  for (const file of ["a.lane.sqlite", "a.lane.sqlite.gone-1-1"]) writeFileSync(join(folder.path, file), "x");
  expect(lanesIn(folder.path)).toEqual(["a"]);
  expect(readdirSync(folder.path)).toEqual(["a.lane.sqlite"]);
});
