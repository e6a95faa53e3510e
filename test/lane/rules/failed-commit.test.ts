import Database from "better-sqlite3";
import { expect, it, vi } from "vitest";
import { firedTimes, putRule } from "../../../src/lane/rules/rule-changes.js";
import { laneFile } from "../../../src/lane/store/sqlite/files/lane-files.js";
import { MemoryJournal } from "../../../src/lane/store/sqlite/journal/memory-journal.js";
import { call } from "../../property/walker.js";
import { requests } from "../../support/client.js";
import { testLanes } from "../../support/lanes.js";
import { testFolder } from "../../support/sandbox.js";
import { allExchanges } from "../../support/stores.js";

/** Lets the next commit fail when it writes its exchange; the returned function ends that. */
type Break = () => () => void;

/** A lane in a file: SQLite itself refuses the row. */
function refusingRows(folder: string): Break {
  return () => {
    const db = new Database(laneFile(folder, "one"));
    db.exec("CREATE TRIGGER full BEFORE INSERT ON exchanges BEGIN SELECT RAISE(ABORT, 'disk full'); END");
    return () => {
      db.exec("DROP TRIGGER full");
      db.close();
    };
  };
}

/** A lane in memory keeps its journal as objects. */
const failingMemory: Break = () => {
  const add = vi.spyOn(MemoryJournal.prototype, "add").mockImplementationOnce(() => {
    throw new Error("disk full");
  });
  return () => add.mockRestore();
};

it.each<[string, "next" | "control", boolean]>([
  ["a rule of a lane in a file", "control", true],
  ["a rule of a lane in memory", "control", false],
  ["the next call's rule of a lane in a file", "next", true],
  ["the next call's rule of a lane in memory", "next", false],
])("%s has not fired where the commit failed", async (_, origin, isFile) => {
  using folder = testFolder();
  await using lanes = await testLanes(isFile ? { dataDir: folder.path } : {});
  const lane = await lanes.ready("one");
  await putRule(lane, { times: 1, then: { outcome: "maintenance" } }, origin);
  const sale = () => call(lane, "tokenization/sale", requests.sale());

  const mend = (isFile ? refusingRows(folder.path) : failingMemory)();
  await expect(sale()).rejects.toThrow("disk full");
  mend();
  expect((await firedTimes(lane))("rule-1")).toBe(0);
  expect(await lane.store.views.ruleCounts()).toEqual([]);
  expect([await lane.store.views.orders({}), await allExchanges(lane.store.views)]).toEqual([[], []]);

  const codes = [JSON.parse(await sale()).responseCode, JSON.parse(await sale()).responseCode];
  expect(codes).toEqual(["9002", "0000"]);
  expect((await firedTimes(lane))("rule-1")).toBe(1);
  expect((await allExchanges(lane.store.views)).map(({ id, rule }) => [id, rule])).toEqual([
    [1, "rule-1"],
    [2, undefined],
  ]);
});

it("a fault before the parse has not fired where the commit failed", async () => {
  using folder = testFolder();
  await using lanes = await testLanes({ dataDir: folder.path });
  const lane = await lanes.ready("one");
  await putRule(lane, { times: 1, then: { fault: "http-503", placed: "before-parse" } }, "control");
  const sale = () => call(lane, "tokenization/sale", requests.sale());

  const mend = refusingRows(folder.path)();
  await expect(sale()).rejects.toThrow("disk full");
  mend();
  expect(await lane.store.views.ruleCounts()).toEqual([]);

  expect(await sale()).toBe("");
  expect(await lane.store.views.ruleCounts()).toEqual([{ ruleId: "rule-1", key: "", seen: 1, fired: 1 }]);
  expect(JSON.parse(await sale()).responseCode).toBe("0000");
});
