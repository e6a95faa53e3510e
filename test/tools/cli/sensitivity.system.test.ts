import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { testFolder } from "../../support/sandbox.js";
import { Cli, run } from "./cli.js";

/** A shop that wants an order with an expiry in the past to be refused; its merchant has no key. */
const SHOP = `
const request = JSON.stringify({ merchantId: 77, amount: 5, merchantReference: "A-1", expiryTime: "2020-01-01T00:00:00Z",
  lineItems: [{ quantity: 1, priceData: { name: "Tea", unitAmount: 5 } }] });
const answer = await fetch(process.env.PAYMENT_SANDBOX_URL + "/hosted-checkout/create", {
  method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ request, signature: "bm9uZQ==" }) });
if ((await answer.json()).responseCode === "0000") process.exit(1);
`;

describe("sensitivity", () => {
  it("runs a command under each alternative and exits with 7 where it leans on too many", async () => {
    using folder = testFolder();
    const shop = join(folder.path, "shop.mjs");
    writeFileSync(shop, SHOP);
    const ran = await run(["sensitivity", "--only", "past-*", "--max-leaning", "0", "--", process.execPath, shop]);
    expect(ran.stdout).toMatch(/^1 guess is leaned on; \d+ not touched \(2 runs, .*more than --max-leaning 0\n/);
    expect([ran.exitCode, ran.stderr]).toEqual([7, "1 alternative\nleaning assume/past-expiry=accept-closed\n"]);
  });

  it("says what is wrong with the command line, or with the command as it is", async () => {
    const [unknown, failing] = await Promise.all([
      run(["sensitivity", "--only", "past-expiri", "--", process.execPath, "-e", ""]),
      run(["sensitivity", "--", process.execPath, "-e", "console.log('closed today'); process.exit(3)"]),
    ]);
    expect([unknown.exitCode, unknown.stderr]).toEqual([
      2,
      `payment-sandbox: --only: no assumption's id fits "past-expiri"; did you mean past-expiry?\n`,
    ]);
    expect([failing.exitCode, failing.stderr]).toEqual([
      1,
      "closed today\npayment-sandbox: the command does not pass as it is: it ended with 3: closed today; it made no call before that\n",
    ]);
  });

  /** The same shop, which waits for ever where the order is made. */
  const waiting = (folder: string): string => {
    const [shop, pids] = [join(folder, "shop.mjs"), join(folder, "pids")];
    const text = SHOP.replace("process.exit(1)", "setInterval(() => {}, 1000)");
    writeFileSync(
      shop,
      `import { appendFileSync } from "node:fs"; appendFileSync(${JSON.stringify(pids)}, process.pid + "\\n");${text}`,
    );
    return shop;
  };

  it("ends a run that takes longer than --timeout: it does not pass", async () => {
    using folder = testFolder();
    const shop = waiting(folder.path);
    const options = ["--only", "past-*", "--timeout", "5s", "--max-leaning", "1"];
    const ran = await run(["sensitivity", ...options, "--", process.execPath, shop]);
    expect([ran.exitCode, ran.stderr]).toEqual([0, "1 alternative\nleaning assume/past-expiry=accept-closed\n"]);
    expect(ran.stdout).toMatch(/^ {4}accept-closed {2}took too long$/m);
  });

  it("prints what was found so far on Ctrl-C, ends what runs, and exits with 130", async () => {
    using folder = testFolder();
    const shop = waiting(folder.path);
    const args = ["sensitivity", "--only", "past-*", "--", process.execPath, shop];
    await using running = new Cli(args);
    await running.seen("stderr", "1 alternative");
    const pids = () => readFileSync(join(folder.path, "pids"), "utf8").trim().split("\n");
    await expect.poll(() => pids().length, { timeout: 60_000 }).toBe(2);
    running.child.kill("SIGINT");
    const { exitCode, stdout } = await running.ended();
    expect(stdout).toContain("not tried in time: past-expiry");
    expect(exitCode).toBe(130);
    await expect
      .poll(() => {
        try {
          return process.kill(Number(pids()[1]), 0);
        } catch {
          return false;
        }
      })
      .toBe(false);
  });

  it("runs under the user's own scenarios", async () => {
    using folder = testFolder();
    const [shop, scenario] = [join(folder.path, "shop.mjs"), join(folder.path, "own.scenario.yaml")];
    writeFileSync(shop, SHOP);
    writeFileSync(scenario, "name: own\nassume: { past-expiry: accept-closed }\n");
    const ran = await run(["sensitivity", "--scenario", scenario, "--", process.execPath, shop]);
    expect([ran.exitCode, ran.stderr]).toEqual([
      1,
      "payment-sandbox: the command does not pass as it is: it ended with 1\n",
    ]);
  });
});
