import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ExecTool, execHere, execTool } from "../support/exec.js";
import { testFolder } from "../support/sandbox.js";
import { startShop } from "../support/shop.js";

let exec: ExecTool;
beforeAll(async () => {
  exec = await execTool();
});
afterAll(() => exec[Symbol.asyncDispose]());

const node = (script: string) => [process.execPath, "--input-type=module", "-e", script] as const;

/** A shop in one line, signing as the demo merchant does. */
const call = `
import { createPrivateKey, sign } from "node:crypto";
import { readFileSync } from "node:fs";
const key = createPrivateKey(readFileSync(process.env.PAYMENT_SANDBOX_PRIVATE_KEY_FILE));
const call = async (path, params, base = process.env.PAYMENT_SANDBOX_URL) => {
  const request = JSON.stringify({ merchantId: process.env.PAYMENT_SANDBOX_MERCHANT_ID, ...params });
  const signature = sign("sha256", Buffer.from(request), key).toString("base64");
  const answer = await fetch(base + path, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ request, signature }),
  });
  return answer.json();
};
const refund = (base) => call("/hosted-checkout/refund", { merchantReference: "PAID-1", amount: 100 }, base);
`;
const story = { scenarios: ["refund-short-of-balance"] };

describe("exec", () => {
  it("ends as its command ends", async () => {
    expect(await execHere({}, ...node("process.exitCode = 7"))).toMatchObject({ code: 7 });
    expect((await execHere({}, ...node(""))).code).toBe(0);
  });

  it("sums up on stderr what was called, met and covered, whoever reads it", async () => {
    const { stdout, stderr } = await exec.run(story, ...node(`${call} await refund(); await refund();`));
    expect([stdout, stderr]).toEqual([
      "",
      expect.stringMatching(
        /^payment-sandbox \| 2 calls in 1 lane, 2 of 2 expectations met, the books balance, \d+ of \d+ cells .* %\npayment-sandbox \| next: .*\n$/,
      ),
    ]);
  });

  it("shows the last calls of a command that failed", async () => {
    const { stderr } = await execHere(
      story,
      ...node(`${call} for (const _ of Array(7)) await refund(); process.exit(1);`),
    );
    const calls = stderr.split("\n").filter((line) => / req-\d+ /.test(line));
    expect(stderr).toContain(
      "| 5 of 7 calls, the last refused or cut ones first, then the last others, in order of time (--",
    );
    expect(calls).toHaveLength(5);
    expect(calls[4]).toMatch(
      /^payment-sandbox \| \d\d:\d\d:\d\d\.\d{3} req-7 hosted-checkout\/refund PAID-1 (HKD )?100\.00 \w+ /,
    );
  });

  it("shows the call that came last, in whatever lane and at whatever time of the lane's clock", async () => {
    using folder = testFolder();
    const file = join(folder.path, "report.json");
    const { stderr } = await execHere(
      { reports: [`json=${file}`] },
      ...node(`${call}
        const lane = (name) => process.env.PAYMENT_SANDBOX_URL + "/lane/" + name;
        const query = (name, merchantReference) => call("/tokenization/query-token", { userId: "user1", merchantReference }, lane(name));
        await query("w-1");
        await fetch(lane("w-2") + "/_sandbox/clock", { method: "PUT", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ action: "advance", by: "4h" }) });
        for (const _ of Array(6)) await query("w-2");
        await call("/hosted-checkout/refund", { merchantReference: "NONE-1", amount: 1 }, lane("w-1"));
        process.exit(1);`),
    );
    const shown = stderr.split("\n").filter((line) => line.includes(": req-"));
    expect(shown).toHaveLength(5);
    expect(shown[4]).toMatch(/ lane w-1: req-2 hosted-checkout\/refund NONE-1 /);
    const { requests } = JSON.parse(readFileSync(file, "utf8"));
    expect(requests.map(({ lane }: { lane: string }) => lane)).toEqual(["w-1", ...Array(6).fill("w-2"), "w-1"]);
  });

  it("ends with steps that show a failed command's calls, which need no other sandbox of exec", async () => {
    const { stderr } = await execHere({}, ...node(`${call} await refund(); process.exit(1);`));
    expect(stderr).toMatch(
      /next: \S.* start --detach, then eval "\$\(.* env\)", your command, and .* why; --log-level info prints each call here\n$/,
    );
  });

  it("tells a command without a call that a helper with options has a sandbox of its own", async () => {
    const { stderr } = await execHere({}, ...node(""));
    expect(stderr).toContain("a test helper with options starts a sandbox of its own, so use lane.load or lane.force");
  });

  it("tells of a command that a signal ended", async () => {
    expect((await execHere({}, ...node("process.kill(process.pid, 'SIGKILL')"))).code).toBe(137);
  });

  it("exports what a shop in any language needs", async () => {
    const { stdout } = await exec.run(
      {},
      ...node(`
        import { createPublicKey, createPrivateKey } from "node:crypto";
        import { readFileSync } from "node:fs";
        const { env } = process;
        createPrivateKey(readFileSync(env.PAYMENT_SANDBOX_PRIVATE_KEY_FILE));
        createPublicKey(readFileSync(env.PAYMENT_SANDBOX_PUBLIC_KEY_FILE));
        const { status } = await fetch(env.PAYMENT_SANDBOX_URL + "/readyz");
        console.log(status, env.PAYMENT_SANDBOX_MERCHANT_ID);
      `),
    );
    expect(stdout).toBe("200 3\n");
  });

  it("keeps the command's output and its own apart", async () => {
    const { code, stdout, stderr } = await exec.run(story, ...node("console.log('mine'); console.error('also mine')"));
    expect([code, stdout]).toEqual([4, "mine\n"]);
    const others = stderr.split("\n").filter((line) => line !== "" && !line.startsWith("payment-sandbox | "));
    expect(others).toEqual(["also mine"]);
  });

  it("says that there is no such command", async () => {
    const { code, stderr } = await execHere({}, "no-such-command");
    expect([code, stderr]).toEqual([2, "payment-sandbox | there is no command no-such-command\n"]);
  });

  it("says that its port is taken", async () => {
    const { code, stdout } = await exec.run(
      {},
      ...node(
        `
      import { spawnSync } from "node:child_process";
      const port = Number(new URL(process.env.PAYMENT_SANDBOX_URL).port);
      const { status, stderr } = spawnSync(process.execPath, [process.env.EXEC, JSON.stringify({ settings: { port } }), "true"], { encoding: "utf8" });
      console.log(status, stderr);
    `.replace("process.env.EXEC", JSON.stringify(exec.file)),
      ),
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(/^3 payment-sandbox \| port \d+ on .* is in use/);
  });
});

describe("expectations", () => {
  it("are met by a right shop", async () => {
    const { code, stderr } = await execHere(story, ...node(`${call} await refund(); await refund();`));
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/^payment-sandbox \| 2 calls in 1 lane, .*\n.* next: .*\n$/),
    ]);
  });

  it("that are not met end in 4, on one screen with what was found", async () => {
    const { code, stderr } = await execHere(story, ...node(`${call} await refund();`));
    expect(code).toBe(4);
    const lines = stderr.trimEnd().split("\n");
    expect(lines.length).toBeLessThanOrEqual(24);
    expect(lines).toContainEqual(expect.stringContaining("in lane default: refund-short-of-balance"));
    expect(lines).toContainEqual(expect.stringMatching(/expected {2}2 calls of .*hosted-checkout\/refund/));
    expect(lines).toContainEqual(expect.stringMatching(/found {5}1 call$/));
    expect(lines).toContainEqual(expect.stringMatching(/nearest .*req-1/));
  });

  it("are held against each lane that was used", async () => {
    const wrong = `${call} const base = process.env.PAYMENT_SANDBOX_URL;
      await refund(base + "/lane/a"); await refund(base + "/lane/a"); await refund(base + "/lane/b");`;
    const { code, stderr } = await execHere(story, ...node(wrong));
    expect(code).toBe(4);
    expect(stderr).toContain("in lane b: refund-short-of-balance");
    expect(stderr).not.toMatch(/in lane (a|default):/);
  });

  it("that fail in several lanes are said to hold in each, and the last line names the place of the first", async () => {
    const once = `${call} const base = process.env.PAYMENT_SANDBOX_URL;
      await refund(base + "/lane/a"); await refund(base + "/lane/b");`;
    const { stderr } = await execHere(story, ...node(once));
    expect(stderr).toContain(
      "| expectations are not met in 2 lanes: those of --scenario hold in each lane that made a call; put",
    );
    expect(stderr).toMatch(
      /\| next: look at .*refund-short-of-balance.*, whose expectation is not met; --report html=.*\n$/,
    );
  });

  it("do not hide the command's own exit code", async () => {
    const { code, stderr } = await execHere(story, ...node("process.exitCode = 9"));
    expect(code).toBe(9);
    expect(stderr).toContain("expectation not met");
  });

  it("of a scenario that was put in count", async () => {
    const put = `await fetch(process.env.PAYMENT_SANDBOX_URL + "/_sandbox/scenario", { method: "PUT", body: '{"name":"duplicate-reference"}' });`;
    const { code, stderr } = await execHere({}, ...node(put));
    expect(code).toBe(4);
    expect(stderr).toContain("duplicate-reference");
  });
});

describe("a notification that is on its way", () => {
  it("is waited for", async () => {
    let bye = () => {};
    const left = new Promise<void>((resolve) => {
      bye = resolve;
    });
    await using shop = await startShop(() => left.then(() => true));
    const sale = `${call}
      const lineItems = [{ quantity: 1, priceData: { name: "Tea", unitAmount: 1 } }];
      const callbackUrl = { notify: "${shop.notifyUrl}" };
      await call("/tokenization/sale", { userId: "user1", tokenId: 351, amount: 88, merchantReference: "SHOP-1", lineItems, callbackUrl });
      console.log("bye");
    `;
    const run = exec.start({ scenarios: [join("test", "exec", "heard.scenario.yaml")] }, ...node(sale));
    await run.saying("bye");
    bye();
    expect(await run.ended).toMatchObject({ code: 0, stderr: expect.stringContaining("1 of 1 expectation met") });
  });
});

describe("reports", () => {
  it("tell of each expectation, in three forms", async () => {
    using folder = testFolder();
    const file = (name: string) => join(folder.path, "made", name);
    const reports = [`junit=${file("out.xml")}`, `json=${file("out.json")}`, `html=${file("out.html")}`];
    await execHere({ ...story, reports }, ...node(`${call} await refund();`));
    const read = (name: string) => readFileSync(file(name), "utf8");

    const junit = read("out.xml");
    expect(junit).toContain('tests="4"');
    expect(junit).toContain('failures="2"');
    expect(junit.match(/<failure type="expectation" message="[^"]+\.yaml:\d+: expected [^"]+">/g)).toHaveLength(2);
    expect(junit).not.toContain("<error");
    expect(junit).toMatch(/<property name="coverage" value="1 of \d+ cells/);

    const json = JSON.parse(read("out.json"));
    expect(json).toMatchObject({ exitCode: 4, commandExitCode: 0, seed: 1, lanes: [{ lane: "default" }] });
    expect(json.lanes[0].invariants).toMatchObject({ holds: true });
    expect(json.lanes[0].scenarios[0].clauses).toHaveLength(2);
    expect(json.coverage).toMatchObject({ reached: 1, total: json.coverage.cells.length });

    const html = read("out.html");
    expect(html).toContain("2 expectations not met");
    expect(html).toMatch(/^<!doctype html>/);
    expect(html).not.toMatch(/<(script|link|img)|https?:\/\//);
  });
});
