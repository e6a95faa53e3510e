import { expect, it } from "vitest";
import { addressOf } from "../../../../src/lane/store/postgres/connection/address.js";
import { Database } from "../../../../src/lane/store/postgres/connection/database.js";
import { created } from "../../../support/client.js";
import { asked, testStore } from "../../../support/postgres.js";
import { startTestSandbox } from "../../../support/sandbox.js";

it("an order's calls are found by an index, however many calls its lane has", async () => {
  const store = await testStore();
  await using sandbox = await startTestSandbox({ store });
  const { id } = await created(sandbox.client);
  await using own = await asked(store);
  await own.rows(`INSERT INTO exchanges (lane_id, id, operation, merchant_id, reference, order_id, code, doc)
    SELECT lane_id, id + n, operation, merchant_id, reference, order_id + n, code, doc
    FROM exchanges, generate_series(1, 5000) n WHERE order_id = ${id}`);
  await own.rows("ANALYZE exchanges");
  const database = new Database(addressOf(store));
  const plan = await database.rows(
    `EXPLAIN SELECT doc FROM exchanges
      WHERE lane_id = 1 AND operation = 'hosted-checkout/create' AND order_id = ${id} ORDER BY id DESC LIMIT 1`,
  );
  await database.close();
  expect(plan.map((row) => row["QUERY PLAN"]).join("\n")).toContain("exchanges_by_order");
});
