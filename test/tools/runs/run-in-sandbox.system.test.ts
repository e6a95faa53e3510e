import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadScenarios } from "../../../src/lane/catalogue/scenario-files.js";
import { silentLog } from "../../../src/lane/ports/log.js";
import { demoKeyFiles, demoPublicKey } from "../../../src/package/demo-keys.js";
import { CannotStart, InvalidInput } from "../../../src/package/errors.js";
import { defaultSettings, type Settings } from "../../../src/server/options/settings.js";
import { commandEnvironment } from "../../../src/tools/runs/environment.js";
import { runInSandbox } from "../../../src/tools/runs/run-in-sandbox.js";
import { startTestSandbox, testFolder } from "../../support/sandbox.js";

const run = (script: string, over: Partial<Settings> = {}) =>
  runInSandbox({
    settings: { ...defaultSettings, port: 0, ...over },
    command: [process.execPath, "--input-type=module", "-e", script],
    log: silentLog,
  });

describe("a command inside a sandbox", () => {
  it("that waits is notified late if its scenario lets time pass", async () => {
    using folder = testFolder();
    const file = join(folder.path, "late.scenario.yaml");
    writeFileSync(
      file,
      "name: late\nclock: 2026-01-05T10:00:00Z\nidle: 50ms\nrules:\n  - then: { notify: { delay: 1h } }\n",
    );
    const script = `import { createServer } from "node:http";
      const told = new Promise((resolve) => createServer((_, response) => response.end("OK", resolve)).listen(0, "127.0.0.1", async function () {
        const notify = "http://127.0.0.1:" + this.address().port;
        const request = JSON.stringify({ merchantId: 3, amount: 5, userId: "user1", tokenId: 351, merchantReference: "L-1",
          callbackUrl: { notify }, lineItems: [{ quantity: 1, priceData: { name: "x", unitAmount: 5 } }] });
        await fetch(process.env.PAYMENT_SANDBOX_URL + "/tokenization/sale", { method: "POST",
          headers: { "Content-Type": "application/json" }, body: JSON.stringify({ request }) });
      }));
      await told;
      process.exit(3);`;
    const ended = await run(script, { scenarios: await loadScenarios([file]), signature: "off" });
    expect(ended).toMatchObject({ commandExitCode: 3 });
  });

  it.each([
    ["a sale again without a query of its order is warned of", "/tokenization/sale", "L-2", 1],
    ["a sale again after a query of its order is right", "/tokenization/sale", "L-1", undefined],
    ["a query again is right", "/hosted-checkout/query", "L-2", undefined],
  ])("that lost an answer and sends %s", async (_, lost, asked, resend) => {
    using folder = testFolder();
    const file = join(folder.path, "lost.scenario.yaml");
    const operation = lost.slice(1);
    const rule = `{ when: { operation: ${operation}, merchantReference: L-1 }, times: 1, then: { fault: connection-reset, placed: before-commit } }`;
    writeFileSync(file, `name: lost\nrules:\n  - ${rule}\n`);
    const script = `
      const call = (path, params) => fetch(process.env.PAYMENT_SANDBOX_URL + path, { method: "POST",
        headers: { "Content-Type": "application/json" }, body: JSON.stringify({ request: JSON.stringify({ merchantId: 3, ...params }) }) }).catch(() => {});
      const sale = { amount: 5, userId: "user1", tokenId: 351, merchantReference: "L-1", lineItems: [{ quantity: 1, priceData: { name: "x", unitAmount: 5 } }] };
      const params = "${lost}".endsWith("/query") ? { merchantReference: "L-1" } : sale;
      await call("${lost}", params);
      await call("/hosted-checkout/query", { merchantReference: "${asked}" });
      await call("${lost}", params);`;
    const ended = await run(script, { scenarios: await loadScenarios([file]), signature: "off" });
    expect(ended.warningCounts?.resend).toBe(resend);
    const said = `${operation}: the bytes of an earlier call again, without a query in between`;
    const first = { reference: "L-1", lane: undefined };
    const told = resend === undefined ? [] : [{ text: said, times: 1, isSerious: false, first }];
    expect(ended.callWarnings?.filter(({ text }) => text === said)).toEqual(told);
  });

  it("sees no sandbox any more once it has ended", async () => {
    using folder = testFolder();
    const file = join(folder.path, "url");
    await run(
      `import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(file)}, process.env.PAYMENT_SANDBOX_URL);`,
    );
    await expect(fetch(`${readFileSync(file, "utf8")}/readyz`)).rejects.toThrow();
  });

  it("that cannot be run is an error of its own", async () => {
    const options = { settings: { ...defaultSettings, port: 0 }, command: ["no-such-command"], log: silentLog };
    await expect(runInSandbox(options)).rejects.toThrow(
      new InvalidInput("there is no command no-such-command; it is not on the PATH: install it, or give its path"),
    );
  });

  it("is not run where the sandbox cannot start", async () => {
    await using other = await startTestSandbox();
    using folder = testFolder();
    const file = join(folder.path, "ran");
    const script = `import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(file)}, "");`;
    await expect(run(script, { port: other.server.port })).rejects.toThrow(CannotStart);
    expect(existsSync(file)).toBe(false);
  });
});

const otherPublicKey = () =>
  generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey.export({ type: "spki", format: "pem" }) as string;

describe("the environment of a command", () => {
  it("names the shipped key that verifies notifications", () => {
    using environment = commandEnvironment("http://localhost:1", { notificationKey: undefined, merchants: [] });
    expect(environment.variables).toMatchObject({
      PAYMENT_SANDBOX_URL: "http://localhost:1",
      PAYMENT_SANDBOX_MERCHANT_ID: "3",
      PAYMENT_SANDBOX_PUBLIC_KEY_FILE: expect.stringMatching(/fixtures.keys.notification\.public\.pem$/),
    });
  });

  it.each([
    ["has other keys in the config", [otherPublicKey()], undefined],
    ["has the demo key beside another in the config", [otherPublicKey(), demoPublicKey()], demoKeyFiles.privateKey],
    ["isn't in the config", undefined, demoKeyFiles.privateKey],
  ])("names the demo key only if it signs for merchant 3, which %s", (_, publicKeys, expected) => {
    const merchants = [{ merchantId: 3, publicKeys }];
    using environment = commandEnvironment("http://localhost:1", { notificationKey: undefined, merchants });
    expect(environment.variables.PAYMENT_SANDBOX_PRIVATE_KEY_FILE).toBe(expected);
  });

  it("holds the key of one's own in a file, which is gone with it", () => {
    const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const notificationKey = privateKey.export({ type: "pkcs8", format: "pem" }) as string;
    let file = "";
    {
      using environment = commandEnvironment("http://localhost:1", { notificationKey, merchants: [] });
      file = environment.variables.PAYMENT_SANDBOX_PUBLIC_KEY_FILE ?? "";
      expect(createPublicKey(readFileSync(file)).equals(publicKey)).toBe(true);
    }
    expect(existsSync(file)).toBe(false);
  });
});
