import { describe, expect, it } from "vitest";
import { LaneFull } from "../../../../src/lane/ports/store-errors.js";
import { JournalBudget } from "../../../../src/lane/store/journal-budget.js";
import { MemoryBudget } from "../../../../src/lane/store/memory-budget.js";
import { MemoryLanes } from "../../../../src/lane/store/sqlite/lane-storage.js";
import { SqliteStore } from "../../../../src/lane/store/sqlite/sqlite-store.js";
import { orders } from "../../../support/orders.js";
import { commit } from "../../../support/stores.js";

const MB = 1_048_576;

describe("the memory that lanes share", () => {
  it("holds what fits, and refuses what does not", () => {
    const budget = new MemoryBudget(10 * MB);
    budget.hold("a", 6 * MB);
    expect(() => budget.hold("b", 5 * MB)).toThrow(
      new LaneFull("rules, scenarios and snapshots would take 11 MB of memory, at most 10 are allowed"),
    );
    budget.hold("a", 5 * MB);
    budget.hold("b", 5 * MB);
    budget.note("a", 0);
    budget.hold("c", 5 * MB);
  });

  it("lets an owner shrink where others found too much there already", () => {
    const budget = new MemoryBudget(MB);
    budget.note("a", 5 * MB);
    budget.hold("a", 4 * MB);
    expect(() => budget.hold("a", 4 * MB + 1)).toThrow(LaneFull);
  });

  it("is not outgrown by recent orders, which are found all the same", async () => {
    const memoryBudget = new MemoryBudget(2 * MB);
    const store = new SqliteStore({ seed: 1, memoryBudget });
    for (let id = 1; id <= 20; id++)
      await commit(store, { orders: [{ after: { ...orders.open, id, reference: `${id}-${"x".repeat(300_000)}` } }] });
    expect(memoryBudget.cached(0)).toBe(false);
    expect((await store.views.order(3))?.reference).toMatch(/^3-x/);
    await store.close();
    memoryBudget.hold("everything", 2 * MB);
    expect(memoryBudget.cached(0)).toBe(false);
  });

  it("refuses rules beyond it, keeps the lane, and has room again when they are gone", async () => {
    const memoryBudget = new MemoryBudget(MB);
    const store = new SqliteStore({ seed: 1, memoryBudget });
    const put = (n: number) => {
      const rule = { name: "x".repeat(100_000), then: { delay: 0 } } as never;
      return commit(store, { rules: { added: [{ id: `rule-${n}`, origin: "control", rule, since: 0 as never }] } });
    };
    for (let n = 1; n <= 5; n++) await put(n);
    await expect(put(6)).rejects.toThrow(LaneFull);
    expect((await store.views.lane()).rules).toHaveLength(5);
    await commit(store, { rules: { removed: ["rule-1"] } });
    await put(7);
    await store.close();
    memoryBudget.hold("everything", MB);
  });

  it("counts snapshots of lanes in memory", async () => {
    const lanes = new MemoryLanes({
      seed: 1,
      journalBudget: new JournalBudget(MB),
      memoryBudget: new MemoryBudget(MB),
    });
    await lanes.snapshots.save("a", Buffer.alloc(MB / 2));
    await expect(lanes.snapshots.save("b", Buffer.alloc(MB))).rejects.toThrow(LaneFull);
    await lanes.snapshots.save("a", Buffer.alloc(MB));
    expect(await lanes.snapshots.list()).toEqual([{ name: "a", bytes: MB }]);
  });
});
