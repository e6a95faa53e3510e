import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { demoPrivateKey } from "../../../../src/package/demo-keys.js";
import { requests } from "../../../support/client.js";
import { ofFile } from "../../../support/of-file.js";
import { control, startTestSandbox } from "../../../support/sandbox.js";

const sandbox = ofFile(await startTestSandbox());

const pair = generateKeyPairSync("rsa", { modulusLength: 2048 });
const der = pair.publicKey.export({ type: "spki", format: "der" }).toString("base64");
const pem = pair.publicKey.export({ type: "spki", format: "pem" }).toString();

describe("PUT merchants/:id", () => {
  it("makes a merchant that was unknown, with its user's demo tokens", async () => {
    const { url } = await sandbox.lane();
    expect((await control(url, "GET", "merchants/77")).http).toBe(404);
    const made = await control(url, "PUT", "merchants/77", {});
    expect(made).toEqual({
      http: 200,
      body: { merchantId: 77, publicKeys: [], unsettledBalance: { HKD: 0, USD: 0 }, capabilities: {} },
    });
    const { body } = await control(url, "GET", "tokens?merchantId=77&userId=USER1");
    expect(body.tokens.map((token: { tokenId: number }) => token.tokenId)).toEqual(expect.arrayContaining([351, 375]));
  });

  it.each([
    ["PEM", pem],
    ["bare base64", der],
  ])("replaces the keys, given as %s: the old one verifies no more", async (_, key) => {
    const { url, client } = await sandbox.lane();
    await control(url, "PUT", "merchants/3", { publicKeys: [key] });
    const old = await client("hosted-checkout/create", requests.create());
    expect(old.body.message).toBe("invalid signature");
    const own = await client("hosted-checkout/create", requests.create(), { key: pair.privateKey });
    expect(own.body.responseCode).toBe("0000");
  });

  const wrong = [
    ["3", { publicKey: [] }, "unknown member: publicKey"],
    ["3", { publicKeys: ["no key"] }, "publicKeys[0]: is no public key, expected an RSA public key"],
    ["3", { unsettledBalance: { EUR: 1 } }, "unknown member: unsettledBalance.EUR"],
    ["3", { unsettledBalance: { HKD: 0.001 } }, "unsettledBalance.HKD: is 0.001, expected at most two decimals"],
    [
      "3",
      { unsettledBalance: { USD: 0.30000000000000004 } },
      "unsettledBalance.USD: is 0.30000000000000004, expected at most two decimals",
    ],
    ["3", { unsettledBalance: { HKD: "1e3" } }, 'unsettledBalance.HKD: is "1e3", expected an amount'],
    [
      "3",
      { unsettledBalance: { HKD: -10_000_000 } },
      "unsettledBalance.HKD: is -10000000, expected at least -9999999.99",
    ],
    ["3", { capabilities: { CARD: { refnd: true } } }, "unknown member: capabilities.CARD.refnd"],
    ["0", {}, "0 is not a merchant id"],
    ["x", {}, "x is not a merchant id"],
    ["2147483648", {}, "2147483648 is not a merchant id"],
  ] as const;
  it.each(wrong)("of %s with %j is refused by name", async (id, body, message) => {
    const answer = await sandbox.control("PUT", `merchants/${id}`, body);
    expect([answer.http, answer.body.message]).toEqual([400, expect.stringContaining(message)]);
  });
});

it("an unknown capability is told which there are", async () => {
  const { body } = await sandbox.control("PUT", "merchants/3", { capabilities: { CARD: { pay: true } } });
  expect(body.fix).toBe("remove it, or correct its spelling: one of refund, void");
});

it.each([
  ["1e400", "an amount in the currency's main unit, such as 50.00"],
  ["9007199254740993", "at most 9999999.99"],
  ["0.300000000000000040", "at most two decimals"],
])("a balance of %s is refused with the digits that were sent", async (text, expected) => {
  const answer = await fetch(`${sandbox.url}/_sandbox/merchants/3`, {
    method: "PUT",
    body: `{"unsettledBalance": {"USD": 1, "HKD": ${text}}}`,
  });
  expect([answer.status, await answer.json()]).toEqual([
    400,
    expect.objectContaining({ message: `unsettledBalance.HKD: is ${text}, expected ${expected}` }),
  ]);
});

it("a private key in the place of a public one is refused everywhere, and quoted nowhere", async () => {
  const key = demoPrivateKey();
  const told = [
    await sandbox.control("PUT", "merchants/3", { publicKeys: [key] }),
    await sandbox.control("PUT", "scenario", {
      name: "x",
      given: { merchants: [{ merchantId: 3, publicKeys: [key] }] },
    }),
  ];
  for (const { http, body } of told) {
    expect([http, JSON.stringify(body)]).toEqual([
      400,
      expect.stringContaining("expected a public key, found a private one"),
    ]);
    expect(JSON.stringify(body)).not.toContain("PRIVATE KEY");
    expect(JSON.stringify(body)).not.toContain(key.split("\n")[1]!.slice(0, 8));
  }
});

it("GET merchants lists the demo merchant", async () => {
  const { body } = await sandbox.control("GET", "merchants");
  expect(body.merchants).toMatchObject([{ merchantId: 3, publicKeys: [expect.stringContaining("BEGIN PUBLIC KEY")] }]);
});
