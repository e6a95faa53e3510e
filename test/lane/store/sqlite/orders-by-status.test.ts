import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { later } from "../../../../src/core/domain/money.js";
import { type Order, orderStatuses, statusOf } from "../../../../src/core/domain/order.js";
import { schema } from "../../../../src/lane/store/sqlite/schema.js";
import { SqliteStore } from "../../../../src/lane/store/sqlite/sqlite-store.js";
import { BY_STATUS } from "../../../../src/lane/store/sqlite/tables/list-orders.js";
import { SETTLEABLE } from "../../../../src/lane/store/sqlite/tx.js";
import { NOW, orders } from "../../../support/orders.js";
import { commit } from "../../../support/stores.js";

/** Orders of every state, mixed. */
const many: readonly Order[] = Array.from({ length: 1500 }, (_, n) => {
  const all = [...Object.values(orders), { ...orders.refunded, settledAt: later(NOW, -1) }];
  const order = all[(n * 7) % all.length]!;
  return { ...order, id: n + 1, merchantId: 3 + (n % 2), reference: `R-${n}` };
});

it.each(orderStatuses)("orders that are %s are the newest of these, as the clock says", async (status) => {
  const store = new SqliteStore({ seed: 1, clock: { now: () => NOW } });
  await commit(store, { orders: many.map((after) => ({ after })) });
  const those = many.filter((order) => statusOf(order, NOW) === status).reverse();
  const idsOf = (list: readonly Order[]) => list.map(({ id }) => id);
  expect(idsOf(await store.views.orders({ status, limit: 5000 }))).toEqual(idsOf(those));
  expect(idsOf(await store.views.orders({ status, limit: 7 }))).toEqual(idsOf(those.slice(0, 7)));
  const ofFour = those.filter(({ merchantId }) => merchantId === 4);
  expect(idsOf(await store.views.orders({ status, merchantId: 4, limit: 7 }))).toEqual(idsOf(ofFour.slice(0, 7)));
  const [newest] = those;
  if (newest) {
    const { reference: merchantReference, merchantId } = newest;
    expect(idsOf(await store.views.orders({ status, merchantId, merchantReference }))).toEqual([newest.id]);
    const before = those[5]!.id;
    expect(idsOf(await store.views.orders({ status, before, limit: 3 }))).toEqual(idsOf(those.slice(6, 9)));
  }
  await store.close();
});

it("counts the newest orders by their status, as the clock says", async () => {
  const store = new SqliteStore({ seed: 1, clock: { now: () => NOW } });
  await commit(store, { orders: many.map((after) => ({ after })) });
  for (const limit of [7, 1000, 5000]) {
    const counts = Object.entries(Object.groupBy(many.slice(-limit), (order) => statusOf(order, NOW)));
    expect(await store.views.orderCounts(limit)).toEqual(Object.fromEntries(counts.map(([s, of]) => [s, of.length])));
  }
  await store.close();
});

const texts = Object.values(BY_STATUS).flat();

it.each([...texts, SETTLEABLE])("by an index: %s", (text) => {
  const database = new Database(":memory:");
  database.exec(schema);
  const named = { now: 1, before: 1, merchant: null, limit: 1 };
  const plan = database
    .prepare(`EXPLAIN QUERY PLAN ${text}`)
    .all(...(text === SETTLEABLE ? [1, null, null, 1] : [named]));
  // What has expired and is not yet recorded is few, and sorted.
  const sorted = text.includes("orders_by_expiry") ? [{ detail: "USE TEMP B-TREE FOR ORDER BY" }] : [];
  expect(plan).toMatchObject([
    { detail: expect.stringMatching(/USING INDEX orders_(by_status|by_expiry|settleable) /) },
    ...sorted,
  ]);
});
