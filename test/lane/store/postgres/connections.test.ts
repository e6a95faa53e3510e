import { createServer } from "node:net";
import { expect, it, vi } from "vitest";
import { StoreUnavailable } from "../../../../src/lane/ports/store-errors.js";
import { addressOf } from "../../../../src/lane/store/postgres/connection/address.js";
import { Database } from "../../../../src/lane/store/postgres/connection/database.js";
import { requests } from "../../../support/client.js";
import { asked, testStore } from "../../../support/postgres.js";
import { startTestSandbox } from "../../../support/sandbox.js";

const now = "SELECT 1";

it("a connection that cannot log in is closed, in the pool and beside it", async () => {
  // A server that asks for a password, and waits for it.
  let count = 0;
  const { promise: bothEnded, resolve } = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    socket.once("data", () => socket.write(Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3])));
    socket.on("error", () => {}).on("close", () => ++count === 2 && resolve());
    socket.resume();
  });
  await new Promise<void>((listens) => server.listen(0, "127.0.0.1", listens));
  const { port } = server.address() as { port: number };
  const database = new Database(addressOf(`postgres://sandbox@127.0.0.1:${port}/x?passwordfile=/not/there`));
  await expect(database.rows(now)).rejects.toThrow("the store's password cannot be read");
  await expect(database.client()).rejects.toThrow("the store's password cannot be read");
  await bothEnded;
  await database.close();
  server.close();
});

it("a database that lets nobody in for another reason is unavailable, and no defect", async () => {
  const store = new URL(await testStore());
  const databases = ["?sslmode=require", "?schema=select"].map(
    (search) => Object.assign(new URL(store), { search }).href,
  );
  for (const url of [Object.assign(new URL(store), { pathname: "/nowhere" }).href, ...databases]) {
    const database = new Database(addressOf(url));
    await expect(database.rows(now)).rejects.toThrow(StoreUnavailable);
    await expect(database.client()).rejects.toThrow(StoreUnavailable);
    await database.close();
  }
});

it("a node keeps to its isolation level if the role has a stricter one", async () => {
  const url = new URL(await testStore());
  const schema = url.searchParams.get("schema")!;
  const user = `role_${schema}`;
  await using admin = await asked(url.href);
  await admin.rows(`CREATE ROLE ${user} LOGIN PASSWORD 'role'`);
  await admin.rows(`CREATE SCHEMA ${schema} AUTHORIZATION ${user}`);
  await admin.rows(`ALTER ROLE ${user} SET default_transaction_isolation = 'repeatable read'`);
  Object.assign(url, { username: user, password: "role" });
  await using a = await startTestSandbox({ store: url.href });
  await using b = await startTestSandbox({ store: url.href });
  const sales = Array.from({ length: 60 }, (_, n) =>
    [a, b][n % 2]!.client("tokenization/sale", requests.sale({ merchantReference: `I-${n}` })),
  );
  const codes = (await Promise.all(sales)).map(({ http, body }) => [http, body.responseCode]);
  expect(codes).toEqual(codes.map(() => [200, "0000"]));
  const metrics = await (await fetch(`${a.url}/metrics`)).text();
  expect(metrics).toContain('payment_sandbox_database_retries_total{reason="conflict"} 0');
});

it("a call that the database refuses late waits for a connection of its own node", async () => {
  const url = new URL(await testStore());
  const user = `few_${url.searchParams.get("schema")}`;
  await using admin = await asked(url.href);
  await admin.rows(`CREATE ROLE ${user} LOGIN PASSWORD 'role' CONNECTION LIMIT 1`);
  const database = new Database(addressOf(Object.assign(url, { username: user, password: "role" }).href));
  const { promise: free, resolve: release } = Promise.withResolvers<void>();
  await database.rows(now);
  const busy = database.connected(async ({ rows }) => free.then(() => rows(now)));
  // Each look at the clock is six seconds after the one before it.
  let ms = 0;
  using _ = vi.spyOn(performance, "now").mockImplementation(() => (ms += 6_000));
  const waiting = database.rows(now);
  await Promise.race([waiting, vi.waitUntil(() => database.counts.errors.get("no-more-connections"))]);
  release();
  expect(await Promise.all([busy, waiting])).toHaveLength(2);
  await database.close();
});
