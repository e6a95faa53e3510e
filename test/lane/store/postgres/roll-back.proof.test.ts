import { expect, it } from "vitest";
import { migrateStore } from "../../../../src/lane/store/postgres/schema/migrate.js";
import { laneTables, type Migration, migrations } from "../../../../src/lane/store/postgres/schema/migrations.js";
import { balancer } from "../../../support/balancer.js";
import { clientOf, queried, requests } from "../../../support/client.js";
import { asked, testStore } from "../../../support/postgres.js";
import { control, startTestSandbox } from "../../../support/sandbox.js";
import { startShop } from "../../../support/shop.js";

const now = migrations.at(-1)!.version;

/** A later release's step, which expands: new columns everywhere, a new table, and an index. */
const expanding: Migration = {
  version: now + 1,
  about: "more of everything",
  sql: `${["lanes", "kept", "snapshots", "lane_changes", ...laneTables]
    .map((table) => `ALTER TABLE ${table} ADD COLUMN later text, ADD COLUMN later_too text DEFAULT 'x';`)
    .join("\n")}
    CREATE TABLE later (id bigint PRIMARY KEY);
    CREATE INDEX orders_later ON orders (lane_id, later);`,
};

it("nodes serve on under load while a later release migrates, and are rolled back on its schema", async () => {
  const store = await testStore();
  await using lb = await balancer([]);
  const start = () => startTestSandbox({ store, baseUrl: lb.url });
  let nodes = [await start(), await start(), await start()];
  const spread = () => lb.set(nodes.map(({ server }) => `http://127.0.0.1:${server.port}`));
  await spread();
  await using shop = await startShop();
  const client = clientOf(lb.url);
  const wrong: string[] = [];
  const orders: number[] = [];
  let isOver = false;
  const selling = async (caller: number) => {
    for (let n = 0; !isOver; n++) {
      const merchantReference = `S-${caller}-${n}`;
      const params = requests.sale({ merchantReference, callbackUrl: { notify: shop.notifyUrl } });
      const { http, body } = await client("tokenization/sale", params);
      if (body.responseCode !== "0000") wrong.push(`sale: ${http} ${JSON.stringify(body)}`);
      else orders.push(body.order.id);
      const query = await client("direct/query", { merchantId: 3, merchantReference });
      if (query.body.responseCode !== "0000") wrong.push(`query: ${query.http} ${query.text}`);
    }
  };
  const operating = async () => {
    for (let n = 0; !isOver; n++) {
      const lane = `${lb.url}/lane/ops`;
      for (const [method, path, body] of [
        ["POST", "reset", {}],
        ["POST", "snapshots", { name: `s-${n}` }],
        ["POST", `snapshots/s-${n}/load`, {}],
        ["GET", "notifications", undefined],
      ] as const) {
        const answered = await control(lane, method, path, body);
        if (answered.http >= 300) wrong.push(`${method} ${path}: ${answered.http} ${JSON.stringify(answered.body)}`);
      }
      const { body } = await control(lb.url, "GET", "notifications");
      if (!body.notifications) wrong.push(`notifications: ${JSON.stringify(body)}`);
    }
  };
  const load = [selling(1), selling(2), selling(3), operating()];
  const served = async () => {
    const before = orders.length;
    await expect.poll(() => orders.length, { timeout: 60_000 }).toBeGreaterThan(before + 20);
  };
  await served();
  expect((await migrateStore(store, { isCheck: false, steps: [...migrations, expanding] })).pending).toHaveLength(1);
  await served();
  // Nodes of the release before are started on the later schema.
  for (const old of nodes) {
    nodes = [...nodes.filter((node) => node !== old), await start()];
    await spread();
    await old.server.drain(10_000);
    await old[Symbol.asyncDispose]();
  }
  await served();
  isOver = true;
  await Promise.all(load);
  expect(wrong).toEqual([]);
  const found = await queried(client, orders);
  expect(found.map((order) => order?.status)).toEqual(orders.map(() => "SUCCESS"));
  expect(new Set(orders).size).toBe(orders.length);
  expect((await migrateStore(store, { isCheck: true })).pending).toEqual([]);
  expect((await control(lb.url, "GET", "invariants")).body.holds).toBe(true);
  for (const node of nodes) await node[Symbol.asyncDispose]();
});

it("a later schema that no longer serves this version is refused", async () => {
  const store = await testStore();
  const contracting = { version: now + 2, about: "less", sql: "DROP TABLE later;", serves: now + 1 };
  await migrateStore(store, { isCheck: false, steps: [...migrations, expanding, contracting] });
  await expect(migrateStore(store, { isCheck: true })).rejects.toThrow(`has schema ${now + 2}`);
  await expect(startTestSandbox({ store })).rejects.toThrow("start the version that created it, or a newer one");
  await using own = await asked(store);
  expect(await own.rows("SELECT value FROM kept WHERE name = 'schema-serves'")).toEqual([{ value: String(now + 1) }]);
});
