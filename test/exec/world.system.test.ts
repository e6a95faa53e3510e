import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { requests } from "../support/client.js";
import { type CurlCall, curls, execHere, unsigned } from "../support/exec.js";
import { testFolder } from "../support/sandbox.js";
import { runProcess } from "../tools/cli/cli.js";

const refund = unsigned("/hosted-checkout/refund", { merchantId: 3, merchantReference: "PAID-1", amount: 100 });
const reset: CurlCall = { path: "/_sandbox/reset", method: "POST", body: {} };
/** Prints what the command finds of these variables, one a line. */
const shown = (...names: readonly string[]) => ["sh", "-c", names.map((name) => `echo "${name}=$${name}"`).join("; ")];

describe("the world of exec", () => {
  it.each([
    ["PAYMENT_SANDBOX_STORE", "postgres://nobody@127.0.0.1:1/none"],
    ["PAYMENT_SANDBOX_DATA_DIR", "/dev/null/data"],
  ])("is new, whatever %s of the job says", async (name, value) => {
    const { exitCode, stderr } = await runProcess(["exec", "--", "true"], { env: { [name]: value } });
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining("0 calls")]);
  });

  it.each([
    ["the job", "", { PAYMENT_SANDBOX_BASE_URL: "http://127.0.0.1:1" }],
    ["the config file", "baseUrl: http://127.0.0.1:1\n", {}],
  ])("has its own address, whatever base URL %s names", async (_, config, env) => {
    using folder = testFolder();
    writeFileSync(join(folder.path, "payment-sandbox.config.yaml"), config);
    const command = ["sh", "-c", 'curl -fsS -o /dev/null "$PAYMENT_SANDBOX_URL/livez"'];
    expect((await runProcess(["exec", "--", ...command], { env, cwd: folder.path })).exitCode).toBe(0);
  });

  it("that a flag keeps is told of state that the scenario didn't give to an older lane", async () => {
    using folder = testFolder();
    const dataDir = join(folder.path, "data");
    const story = { scenarios: ["refund-short-of-balance"], settings: { signature: "off", dataDir }, strict: true };
    const twice = curls([refund, refund]);
    const first = await execHere(story, ...twice);
    const second = await execHere(story, ...twice);
    expect([first.code, second.code]).toEqual([0, 4]);
    expect(first.stderr).not.toContain("older");
    expect(second.stderr).toContain(
      `lane default of ${dataDir} is older than this run, so given, clock and assume of refund-short-of-balance were not applied`,
    );
    expect((await execHere(story, ...curls([reset, refund, refund]))).stderr).not.toContain("older");
  });

  it("that a flag keeps is told of references that an earlier run has used, also without a scenario", async () => {
    using folder = testFolder();
    const run = { settings: { signature: "off", dataDir: folder.path }, strict: true };
    const sale = (merchantReference: string) =>
      unsigned("/hosted-checkout/create", { ...requests.create({ merchantReference }) });
    const first = await execHere(run, ...curls([sale("A-1"), sale("A-1")]));
    const second = await execHere(run, ...curls([sale("A-2"), sale("A-2")]));
    const third = await execHere(run, ...curls([sale("A-1")]));
    expect([first.code, second.code, third.code]).toEqual([0, 0, 4]);
    expect(third.stderr).toContain(
      `| error: lane default of ${folder.path} is older than this run, so calls were refused whose merchantReference an earlier run had used: reset the lane first, or take a new place for each run\n`,
    );
  });

  const query = unsigned("/hosted-checkout/query", { merchantId: 5, orderId: 1 });
  const inLane = { ...query, path: `/lane/a${query.path}` };
  const loaded = {
    path: "/lane/a/_sandbox/scenario",
    method: "PUT",
    body: { name: "own", expect: [{ calls: { operation: "hosted-checkout/query", count: { min: 1 } } }] },
  };

  it.each<[string, CurlCall[], CurlCall[], number, string[]]>([
    ["no call", [query], [], 4, ["the command never called the sandbox", "lane default"]],
    ["a call", [query], [query], 4, ["lane default"]],
    ["a call in a lane with a scenario of its own", [loaded, inLane], [inLane], 4, ["lane a"]],
    ["a scenario for an older lane", [query, inLane], [loaded], 4, ["only control calls came", "lane a"]],
    ["a call in another lane", [query], [inLane], 0, []],
    ["a reset before the call", [query], [reset, query], 0, []],
  ])("under --strict, a folder of an earlier run and %s", async (_, earlier, now, code, errors) => {
    using folder = testFolder();
    const file = join(folder.path, "met.scenario.yaml");
    const json = join(folder.path, "run.json");
    writeFileSync(file, "name: met\nexpect: [{ calls: { operation: '*/query', count: { min: 1 } } }]\n");
    const story = { scenarios: [file], settings: { signature: "off", dataDir: join(folder.path, "data") } };
    expect((await execHere({ ...story, strict: true }, ...curls(earlier))).code).toBe(0);
    const again = await execHere({ ...story, strict: true, reports: [`json=${json}`] }, ...curls(now));
    const told = again.stderr.split("\n").filter((line) => line.includes("| error: "));
    expect([again.code, told]).toEqual([code, errors.map((error) => expect.stringContaining(error))]);
    const payments = now.filter(({ path }) => path.endsWith("/query")).length;
    expect(JSON.parse(readFileSync(json, "utf8"))).toMatchObject({ calls: payments });
    expect(JSON.parse(readFileSync(json, "utf8")).requests).toHaveLength(payments);
  });
});

describe("the environment of exec's command", () => {
  it("has nothing that the job set for another sandbox", async () => {
    const env = { PAYMENT_SANDBOX_LANE: "team-1", PAYMENT_SANDBOX_CA_FILE: "/none.pem" };
    const { stdout } = await runProcess(["exec", "--", ...shown(...Object.keys(env))], { env });
    expect(stdout).toBe("PAYMENT_SANDBOX_LANE=\nPAYMENT_SANDBOX_CA_FILE=\n");
  });

  it("has the token of its sandbox", async () => {
    const { stdout } = await runProcess(
      ["exec", "--admin-token", "of-this-one", "--", ...shown("PAYMENT_SANDBOX_ADMIN_TOKEN")],
      { env: { PAYMENT_SANDBOX_ADMIN_TOKEN: "of-another" } },
    );
    expect(stdout).toBe("PAYMENT_SANDBOX_ADMIN_TOKEN=of-this-one\n");
  });
});
