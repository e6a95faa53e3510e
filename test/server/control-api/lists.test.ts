import { expect, it } from "vitest";
import { requests } from "../../support/client.js";
import { startTestSandbox } from "../../support/sandbox.js";

it.each([
  ["orders", "orders", (id: number) => id],
  ["card entries", "card-entries", (id: number) => id],
  ["calls", "requests", (id: number) => `req-${id}`],
  ["notifications", "notifications", (id: number) => `notification-${id}`],
])("a list of %s names the next page, and the last page none", async (_, path, nextOf) => {
  await using sandbox = await startTestSandbox();
  const { client, control } = sandbox;
  const notify = "http://localhost:1/hook";
  for (let i = 0; i < 3; i++) {
    await client("tokenization/sale", requests.sale({ callbackUrl: { notify } }));
    await client("tokenization/add-token", { merchantId: 3, userId: "user1", callbackUrl: { notify } });
  }
  const idsOf = (body: object): readonly number[] =>
    Object.values(body)[0].map(({ id }: { id: number | string }) => Number(String(id).replace(/^req-/, "")));
  const all = idsOf((await control("GET", path)).body);
  const first = (await control("GET", `${path}?limit=2`)).body;
  expect([idsOf(first), first.next]).toEqual([all.slice(0, 2), nextOf(all[1]!)]);
  const rest = (await control("GET", `${path}?limit=${all.length - 2}&before=${first.next}`)).body;
  expect([idsOf(rest), Object.hasOwn(rest, "next")]).toEqual([all.slice(2), false]);
});

it.each(["orders", "requests", "notifications"])("a reference with * names several %s", async (path) => {
  await using sandbox = await startTestSandbox();
  const callbackUrl = { notify: "http://localhost:1/hook" };
  for (const merchantReference of ["R-1", "S-1", "R-2"])
    await sandbox.client("tokenization/sale", requests.sale({ merchantReference, callbackUrl }));
  const referencesOf = async (pattern: string) =>
    Object.values((await sandbox.control("GET", `${path}?merchantReference=${pattern}`)).body as object)[0].map(
      (one: { merchantReference: string }) => one.merchantReference,
    );
  expect([await referencesOf("R-*"), await referencesOf("R-"), await referencesOf("S-1")]).toEqual([
    ["R-2", "R-1"],
    [],
    ["S-1"],
  ]);
});
