import { expect, it } from "vitest";
import { checkedLookup, remembering, resolveByMachine } from "../../../src/lane/notify/resolve.js";

const trace = (addresses: readonly string[], mayBePublic: boolean) =>
  new Promise((resolve) => {
    const lookup = checkedLookup(async () => addresses, mayBePublic);
    lookup("shop.example.com", { all: true }, (error, found) => resolve(error ? error.code : found));
  });

it("gives sockets addresses near by", async () => {
  expect(await trace(["127.0.0.1", "::1"], false)).toEqual([
    { address: "127.0.0.1", family: 4 },
    { address: "::1", family: 6 },
  ]);
});

it.each([
  ["a public address to a private target", ["203.0.113.5"], false],
  ["a metadata address to a private target", ["169.254.169.254"], false],
  ["a metadata address to a public target", ["169.254.169.254"], true],
])("never gives %s", async (_, addresses, mayBePublic) => {
  expect(await trace(addresses, mayBePublic)).toBe("ENOTFOUND");
});

it("asks again for a name after five seconds", async () => {
  let now = 0;
  let asked = 0;
  const resolve = remembering(
    async () => {
      asked++;
      return ["127.0.0.1"];
    },
    () => now,
  );
  await resolve("shop");
  now = 4999;
  await resolve("shop");
  expect(asked).toBe(1);
  now = 5000;
  await resolve("shop");
  expect(asked).toBe(2);
});

it("knows every name under localhost as loopback", async () => {
  expect(await resolveByMachine("shop.localhost")).toContain("127.0.0.1");
});
