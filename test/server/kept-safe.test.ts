import { chmodSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { clientOf, requests } from "../support/client.js";
import { control, startTestSandbox, testFolder } from "../support/sandbox.js";

const spaced = "4111 1111 1111 1111";

describe("a card number in an unknown member of a call", () => {
  const unknown = { pan: "5555555555554444", cardNumber: 4705982000008101, note: { said: `pay with ${spaced}` } };

  it.each([
    ["that is answered", "hosted-checkout/create", requests.create],
    ["that is refused", "hosted-checkout/create", () => ({ merchantId: 3, amount: "none" })],
    ["that is cut", "hosted-checkout/query", () => ({ merchantId: 3, merchantReference: "CUT" })],
  ])("is kept nowhere whole: of one %s", async (_, path, params) => {
    using folder = testFolder();
    {
      await using sandbox = await startTestSandbox({ dataDir: folder.path });
      const rule = { when: { merchantReference: "CUT" }, then: { fault: "empty-response", placed: "before-parse" } };
      await control(sandbox.url, "POST", "rules", rule);
      await sandbox.client(path, { ...params(), ...unknown }).catch(() => undefined);
      await control(sandbox.url, "POST", "snapshots", { name: "saved" });
      const { text } = (await control(sandbox.url, "GET", "requests/1")).body.request;
      const { pan, cardNumber, note } = JSON.parse(text);
      expect({ pan, cardNumber, note }).toEqual({
        pan: "555555******4444",
        cardNumber: 4705980000008101,
        note: { said: "pay with 4111 11** **** 1111" },
      });
    }
    const kept = readdirSync(folder.path).map((file) => readFileSync(join(folder.path, file), "latin1"));
    for (const number of [unknown.pan, String(unknown.cardNumber), spaced])
      expect(kept.filter((text) => text.includes(number))).toEqual([]);
  });

  it("is the order's name where it is its reference, and stays", async () => {
    await using sandbox = await startTestSandbox();
    const params = requests.create({ merchantReference: unknown.pan });
    await sandbox.client("hosted-checkout/create", params);
    const { text } = (await control(sandbox.url, "GET", "requests/1")).body.request;
    expect(JSON.parse(text).merchantReference).toBe(unknown.pan);
  });
});

describe.skipIf(process.platform === "win32")("a data folder", () => {
  const modes = (folder: string) =>
    Object.fromEntries(
      readdirSync(folder).map((file) => [file, (statSync(join(folder, file)).mode & 0o777).toString(8)]),
    );

  it("is its owner's alone, and so are its files", async () => {
    using folder = testFolder();
    const data = join(folder.path, "a", "data");
    await using sandbox = await startTestSandbox({ dataDir: data, laneTtl: "1h" });
    await clientOf(`${sandbox.url}/lane/other`)("hosted-checkout/create", requests.create());
    await control(sandbox.url, "POST", "snapshots", { name: "saved" });
    expect([join(folder.path, "a"), data].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700]);
    expect(new Set(Object.values(modes(data)))).toEqual(new Set(["600"]));
  });

  it("of an earlier version is closed to others at the next start", async () => {
    using folder = testFolder();
    await (await startTestSandbox({ dataDir: folder.path }))[Symbol.asyncDispose]();
    for (const file of readdirSync(folder.path)) chmodSync(join(folder.path, file), 0o644);
    await using _ = await startTestSandbox({ dataDir: folder.path });
    expect(new Set(Object.values(modes(folder.path)))).toEqual(new Set(["600"]));
  });
});
