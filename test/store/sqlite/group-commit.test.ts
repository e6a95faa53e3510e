import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import type { Fresh, Work } from "../../../src/app/ports/store.js";
import { SqliteStore } from "../../../src/store/sqlite/sqlite-store.js";
import { exchange } from "../../support/exchange.js";
import { order } from "../../support/orders.js";
import { testFolder } from "../../support/sandbox.js";

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
  store.transact(function* (fresh: Fresh): Work<number> {
    yield { read: "order", id: 0 };
    const id = wished ?? fresh.orderId();
    return {
      result: id,
      orders: [{ after: order({ id, reference }) }],
      exchange: exchange({ id: fresh.exchangeId() }),
    };
  });

describe("units of work of one turn", () => {
  it("are committed together, before any of them is answered", async () => {
    await using lane = opened();
    const answers = [create(lane.store, "a"), create(lane.store, "b")];
    expect(lane.committed()).toBe(0);
    await answers[0];
    expect(lane.committed()).toBe(2);
    await answers[1];
  });

  it("are committed by whoever looks", async () => {
    await using lane = opened();
    const answer = create(lane.store, "a");
    expect(lane.store.views.orderByReference(3, "a")?.reference).toBe("a");
    expect(lane.committed()).toBe(1);
    await answer;
  });

  it("go on where one of them throws before it writes", async () => {
    await using lane = opened();
    const good = create(lane.store, "a");
    const bad = lane.store.transact(function* (fresh: Fresh): Work<void> {
      yield { read: "order", id: fresh.orderId() };
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
    expect(lane.store.views.orderByReference(3, "a")).toBeUndefined();
    expect(lane.store.views.orderByReference(3, "kept")?.id).toBe(first);
    expect(await create(lane.store, "c")).toBe(first + 1);
    expect([...lane.store.views.journal()].map(({ id }) => id)).toEqual([1, 2]);
  });
});

it("a lane in memory takes back its journal with the turn", async () => {
  const store = new SqliteStore({ seed: 1 });
  const first = await create(store, "kept");
  await Promise.allSettled([create(store, "a"), create(store, "b", first)]);
  await create(store, "c");
  expect([...store.views.journal()].map(({ id }) => id)).toEqual([1, 2]);
  await store.close();
});
