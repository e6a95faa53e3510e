import { expect, it } from "vitest";
import { clientOf, requests, sold } from "../../../support/client.js";
import { twoNodesOfFile } from "../../../support/nodes.js";
import { asked, testStore } from "../../../support/postgres.js";
import { control, startTestSandbox } from "../../../support/sandbox.js";

const nodes = twoNodesOfFile();

it("--journal-bytes: the oldest calls of the largest lane go, and the newest stays", async () => {
  const store = await testStore();
  await using sandbox = await startTestSandbox({ store, journalBytes: 60_000 });
  const [large, small] = ["large", "small"].map((name) => clientOf(`${sandbox.url}/lane/${name}`));
  await sold(small!);
  for (let n = 0; n < 60; n++) await large!("tokenization/sale", requests.sale({ merchantReference: `J-${n}` }));
  await using database = await asked(store);
  const bytes = async () => Number((await database.rows("SELECT sum(journal_bytes) AS n FROM lanes"))[0].n);
  await expect.poll(bytes, { timeout: 60_000 }).toBeLessThanOrEqual(60_000);
  const real = await database.rows("SELECT sum(e.bytes) AS n FROM exchanges e");
  expect(Number(real[0].n)).toBe(await bytes());
  const listed = async (lane: string) =>
    (await control(`${sandbox.url}/lane/${lane}`, "GET", "requests?limit=100")).body.requests;
  const kept = await listed("large");
  expect(kept.length).toBeLessThan(60);
  expect(kept[0].merchantReference).toBe("J-59");
  expect(await listed("small")).toHaveLength(1);
  expect((await control(`${sandbox.url}/lane/large`, "GET", "orders?limit=100")).body.orders).toHaveLength(60);
});

it("--lane-ttl: a lane that no node used for so long is dropped, over restarts too, and default stays", async () => {
  const store = await testStore();
  {
    await using before = await startTestSandbox({ store, laneTtl: "7d" });
    for (const lane of ["old", "new", "default"]) await sold(clientOf(`${before.url}/lane/${lane}`));
  }
  await using sandbox = await startTestSandbox({ store, laneTtl: "7d" });
  await using database = await asked(store);
  await database.rows(
    "UPDATE lanes SET used_at = clock_timestamp() - interval '7 days 1 second' WHERE name IN ('old', 'default')",
  );
  const names = async () =>
    (await sandbox.control("GET", "lanes")).body.lanes.map(({ name }: { name: string }) => name);
  await expect.poll(names, { timeout: 60_000 }).toEqual(["default", "new"]);
  const { id } = await sold(clientOf(`${sandbox.url}/lane/old`));
  expect((await control(`${sandbox.url}/lane/old`, "GET", "orders")).body.orders).toMatchObject([{ id }]);
});

it.each([
  ["a null byte", "a\0b"],
  ["half of a surrogate pair", "a\ud800b"],
])("refuses %s as the other stores do, and keeps the call", async (_, merchantReference) => {
  const { a: sandbox } = nodes.ofTest();
  const { http, body } = await sandbox.client("tokenization/sale", requests.sale({ merchantReference }));
  expect([http, body.responseCode]).toEqual([200, "1001"]);
  // What was sent as an escape of its own stays as it is.
  await sold(sandbox.client, { merchantReference: "\\u0000 \\ud800 \\\\u0000" });
  const { requests: kept } = (await sandbox.control("GET", "requests")).body;
  expect(kept.map(({ merchantReference: one }: { merchantReference: string }) => one)).toEqual([
    "\\u0000 \\ud800 \\\\u0000",
    "a\ufffdb",
  ]);
  const { request } = (await sandbox.control("GET", "requests/1")).body;
  expect([JSON.parse(request.text).merchantReference, request.params.merchantReference]).toEqual([
    merchantReference,
    merchantReference,
  ]);
  if (!merchantReference.isWellFormed()) return;
  const found = await sandbox.control("GET", `requests?merchantReference=${encodeURIComponent(merchantReference)}`);
  expect(found.body.requests).toMatchObject([{ id: "req-1" }]);
});

it("finds orders by status, of both that a status may be searched as, newest first and by pages", async () => {
  const { url, client, control: controlled } = nodes.ofTest().a;
  await controlled("PUT", "clock", { action: "freeze" });
  for (let n = 0; n < 3; n++) await sold(client);
  const create = (n: number) => client("hosted-checkout/create", requests.create({ merchantReference: `S-${n}` }));
  for (let n = 0; n < 3; n++) await create(n);
  const of = async (query: string) =>
    (await control(url, "GET", `orders?${query}`)).body.orders.map(({ id }: { id: number }) => id);
  const [paid, open] = [await of("status=SUCCESS"), await of("status=OPEN")];
  expect([paid.length, open.length]).toEqual([3, 3]);
  expect(paid).toEqual([...paid].sort((a, b) => b - a));
  expect(await of("status=SUCCESS&limit=2")).toEqual(paid.slice(0, 2));
  await control(url, "PUT", "clock", { action: "advance", by: "1d" });
  expect([await of("status=OPEN"), await of("status=CLOSED")]).toEqual([[], open]);
});
