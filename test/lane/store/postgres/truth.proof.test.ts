import { expect, it } from "vitest";
import { requests, sold } from "../../../support/client.js";
import { ownServer } from "../../../support/own-postgres.js";
import { asked, testStore } from "../../../support/postgres.js";
import { startTestSandbox, testFolder } from "../../../support/sandbox.js";

it("a query by reference on a database that takes no writes never says that an order is not there", async () => {
  using folder = testFolder();
  await using database = await ownServer(folder.path);
  await using a = await startTestSandbox({ store: database.url });
  await using b = await startTestSandbox({ store: database.url });
  await sold(a.client, { merchantReference: "THERE-1" });
  await sold(b.client, { merchantReference: "THERE-2" });
  await using own = await asked(`${database.url}?schema=payment_sandbox`);
  await own.rows("ALTER SYSTEM SET default_transaction_read_only = on");
  await own.rows("SELECT pg_reload_conf()");
  const readyz = async () => (await fetch(`${a.url}/readyz`)).status;
  await expect.poll(readyz, { timeout: 60_000 }).toBe(503);
  for (const { client } of [a, b])
    for (const merchantReference of ["THERE-1", "THERE-2"]) {
      const { http, body } = await client("direct/query", { merchantId: 3, merchantReference });
      expect([http, body.responseCode, body.code]).toEqual([503, undefined, "store-unavailable"]);
    }
  expect((await fetch(`${a.url}/livez`)).status).toBe(200);
  await own.rows("SET default_transaction_read_only = off");
  await own.rows("ALTER SYSTEM RESET default_transaction_read_only");
  await own.rows("SELECT pg_reload_conf()");
  await expect.poll(readyz, { timeout: 60_000 }).toBe(200);
  const { body } = await b.client("direct/query", { merchantId: 3, merchantReference: "THERE-1" });
  expect(body.order.status).toBe("SUCCESS");
});

it("readyz is 503 while the schema is gone", async () => {
  const store = await testStore();
  await using sandbox = await startTestSandbox({ store });
  await using own = await asked(store);
  const readyz = async () => (await fetch(`${sandbox.url}/readyz`)).status;
  expect(await readyz()).toBe(200);
  await own.rows("ALTER TABLE lanes RENAME TO lanes_gone");
  expect(await readyz()).toBe(503);
  await own.rows("ALTER TABLE lanes_gone RENAME TO lanes");
  expect(await readyz()).toBe(200);
});

it("no call comes before the instant to which the clock was put", async () => {
  const store = await testStore();
  await using a = await startTestSandbox({ store });
  await using b = await startTestSandbox({ store });
  const behind: number[] = [];
  for (let n = 0; n < 40; n++) {
    const [mover, caller] = n % 3 === 0 ? [a, b] : [a, a];
    const { body } = await mover.control("PUT", "clock", { action: "advance", by: "1s" });
    const sale = await caller.client("tokenization/sale", requests.sale({ merchantReference: `T-${n}` }));
    behind.push(Math.min(0, Date.parse(sale.body.order.createTime) - Date.parse(body.now)));
  }
  expect(behind.filter((ms) => ms < 0)).toEqual([]);
});

it("no payment call is refused because others put rules in", async () => {
  const store = await testStore();
  await using a = await startTestSandbox({ store });
  await using b = await startTestSandbox({ store });
  let isOver = false;
  const ruling = async () => {
    for (let n = 0; !isOver; n++)
      await b.control("POST", "rules", {
        name: `r${n}`,
        when: { merchantReference: `none-${n}` },
        then: { delay: "0s" },
      });
  };
  const others = [ruling(), ruling()];
  const codes = new Set<string>();
  for (let n = 0; n < 60; n++) {
    const { http, body } = await a.client("tokenization/sale", requests.sale({ merchantReference: `R-${n}` }));
    codes.add(`${http} ${body.responseCode ?? body.code}`);
  }
  isOver = true;
  await Promise.all(others);
  expect([...codes]).toEqual(["200 0000"]);
});
