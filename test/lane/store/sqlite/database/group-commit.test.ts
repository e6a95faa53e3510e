import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { instant } from "../../../../../src/core/domain/money.js";
import type { Counter } from "../../../../../src/core/scenario/matching/choose.js";
import type { ClockState, LaneState } from "../../../../../src/lane/ports/lane-record.js";
import type { Tx, UnitResult } from "../../../../../src/lane/ports/store.js";
import { GroupCommit } from "../../../../../src/lane/store/sqlite/database/group-commit.js";
import { Statements } from "../../../../../src/lane/store/sqlite/database/statements.js";
import { SqliteStore } from "../../../../../src/lane/store/sqlite/sqlite-store.js";
import { exchange } from "../../../../support/exchange.js";
import { order } from "../../../../support/orders.js";
import { testFolder } from "../../../../support/sandbox.js";
import { allExchanges, commit } from "../../../../support/stores.js";

/** A lane in a file, and another connection that sees what was committed. */
function opened() {
  const folder = testFolder();
  const file = join(folder.path, "lane.sqlite");
  const store = new SqliteStore({ from: file, seed: 1 });
  const other = new Database(file, { readonly: true });
  return {
    store,
    committed: () => other.prepare<[], { n: number }>("SELECT count(*) AS n FROM orders").get()!.n,
    [Symbol.asyncDispose]: async () => {
      other.close();
      await store.close();
      folder[Symbol.dispose]();
    },
  };
}

/** Makes an order under the next id, or under this one. */
const create = (store: SqliteStore, reference: string, wished?: number): Promise<number> =>
  store.transact((tx): UnitResult<number> => {
    tx.order(0);
    const id = wished ?? tx.fresh.orderId();
    return {
      result: id,
      orders: [{ after: order({ id, reference }) }],
      exchange: exchange({ id: tx.fresh.exchangeId() }),
    };
  });

const frozenAt = (at: number): ClockState => ({ mode: "frozen", at: instant(at) });

/** Counts a rule, moves the clock, puts in a rule and a task; answers what it found. */
function changeAll(tx: Tx): UnitResult<object> {
  const { now, rules }: LaneState = tx.lane();
  const count: Counter = tx.ruleCount("r", "");
  const ruleId = tx.fresh.ruleId();
  return {
    result: { count, now, rules: rules.length, ruleId },
    lane: { clock: frozenAt(2), nextSettlement: instant(3) },
    counts: [{ ruleId: "r", key: "", seen: count.seen + 1, fired: count.fired + 1 }],
    rules: {
      added: [{ id: ruleId, origin: "control", rule: { then: { outcome: "maintenance" } }, since: now, after: 0 }],
    },
    tasks: { added: [{ id: tx.fresh.taskId(), at: instant(4), kind: "page", orderId: 1, what: {} }] },
  };
}

describe("units of work of one turn", () => {
  it("are committed together, before any of them is answered", async () => {
    await using lane = opened();
    const answers = [create(lane.store, "a"), create(lane.store, "b")];
    expect(lane.committed()).toBe(0);
    await answers[0];
    expect(lane.committed()).toBe(2);
    await answers[1];
  });

  it("are committed by the first look", async () => {
    await using lane = opened();
    const answer = create(lane.store, "a");
    expect((await lane.store.views.orderByReference(3, "a"))?.reference).toBe("a");
    expect(lane.committed()).toBe(1);
    await answer;
  });

  it("go on where one of them throws before it writes", async () => {
    await using lane = opened();
    const good = create(lane.store, "a");
    const bad = lane.store.transact((tx): UnitResult<void> => {
      tx.order(tx.fresh.orderId());
      throw new Error("on purpose");
    });
    await expect(bad).rejects.toThrow("on purpose");
    const id = await good;
    expect(lane.committed()).toBe(1);
    expect(await create(lane.store, "b")).toBe(id + 1);
  });

  it("are all taken back where a write fails, and none is told that it went through", async () => {
    await using lane = opened();
    const first = await create(lane.store, "kept");
    const together = await Promise.allSettled([create(lane.store, "a"), create(lane.store, "b", first)]);
    expect(together.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(lane.committed()).toBe(1);
    expect(await lane.store.views.orderByReference(3, "a")).toBeUndefined();
    expect((await lane.store.views.orderByReference(3, "kept"))?.id).toBe(first);
    expect(await create(lane.store, "c")).toBe(first + 1);
    expect((await allExchanges(lane.store.views)).map(({ id }) => id)).toEqual([1, 2]);
  });
});

it.each([
  ["in memory", () => ({ store: new SqliteStore({ seed: 1 }), [Symbol.asyncDispose]: async () => {} })],
  ["in a file", opened],
])("a lane %s takes back record, rules, counters and tasks with the turn", async (_, open) => {
  await using lane = open();
  const { store } = lane;
  const taken = await create(store, "kept");
  const counted = { ruleId: "r", key: "", seen: 1, fired: 1 };
  await commit(store, { lane: { clock: frozenAt(1) }, counts: [counted] });
  const state = async () => {
    const { realNow: _, ...record } = await store.views.lane();
    return { record, counts: await store.views.ruleCounts(), due: await store.views.nextDue({ expiries: false }) };
  };
  const before = await state();
  const changing = store.transact(changeAll);
  const failing = create(store, "b", taken);
  expect((await Promise.allSettled([changing, failing])).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await state()).toEqual(before);
  expect(await store.transact(changeAll)).toEqual({ count: { seen: 1, fired: 1 }, now: 1, rules: 0, ruleId: "rule-1" });
  expect(await state()).toEqual({
    record: { ...before.record, clock: frozenAt(2), now: 2, nextSettlement: 3, rules: [expect.anything()] },
    counts: [{ ruleId: "r", key: "", seen: 2, fired: 2 }],
    due: 4,
  });
});

it("no caller of a turn hangs where taking it back fails too", async () => {
  const db = new Database(":memory:");
  const told: unknown[] = [];
  const turn = new GroupCommit(new Statements({ db, prepared: new Map() }), {
    committed: () => told.push("committed"),
    takenBack: () => {
      throw new Error("nothing can be read");
    },
  });
  turn.begin();
  turn.wrote({});
  const callers = [turn.ended(), turn.ended()];
  expect(() => turn.fail(new Error("disk full"))).toThrow("nothing can be read");
  const answers = await Promise.allSettled(callers);
  expect(answers).toEqual(callers.map(() => ({ status: "rejected", reason: new Error("disk full") })));
  expect([told, db.inTransaction]).toEqual([[], false]);
  turn.begin();
  turn.end();
  await turn.ended();
  db.close();
});

it("a lane in memory takes back its journal with the turn", async () => {
  const store = new SqliteStore({ seed: 1 });
  const first = await create(store, "kept");
  await Promise.allSettled([create(store, "a"), create(store, "b", first)]);
  await create(store, "c");
  expect((await allExchanges(store.views)).map(({ id }) => id)).toEqual([1, 2]);
  await store.close();
});
