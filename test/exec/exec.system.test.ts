import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type CurlCall, curls, execHere, unsigned } from "../support/exec.js";
import { startTestSandbox, testFolder } from "../support/sandbox.js";
import { startShop } from "../support/shop.js";
import { Cli, run, runProcess } from "../tools/cli/cli.js";

/** A refund of an order that the scenario has, without a signature. */
const refund = (lane = "", merchantReference = "PAID-1") =>
  unsigned(`${lane}/hosted-checkout/refund`, { merchantId: 3, merchantReference, amount: 100 });
const refunds = (count: number) => Array.from({ length: count }, () => refund());
const settings = { signature: "off" };
const story = { scenarios: ["refund-short-of-balance"], settings };
/** As `story` says, in a process of its own. */
const OF_STORY = ["--scenario", "refund-short-of-balance", "--signature", "off"];
const execProcess = (options: readonly string[], command: readonly string[]) =>
  runProcess(["exec", ...options, "--", ...command]);

describe("exec", () => {
  it("ends as its command ends", async () => {
    expect(await execHere({}, ...curls([], "exit 7"))).toMatchObject({ code: 7 });
    expect((await execHere({}, ...curls([]))).code).toBe(0);
  });

  it.each([
    ["behind a script", ["sh", "-c", ":", "--strict", "--report", "junit=x.xml"], "--report, --strict"],
    ["beside a report of ours", ["true", "--report=json=x.json", "--scenario=a"], "--report, --scenario"],
    ["that the command may mean", ["true", "--strict", "--seed", "1"], undefined],
    ["of our own program", ["echo", "payment-sandbox", "--report", "junit=x.xml"], undefined],
    ["behind --", ["true", "--", "--report", "junit=x.xml"], undefined],
  ])("warns of options %s", async (_, words, named) => {
    const { exitCode, stderr } = await run(["exec", ...words]);
    const said = `payment-sandbox: warning: options after the command are its own: put ${named} before it\n`;
    expect([exitCode, stderr]).toEqual([
      0,
      named === undefined ? expect.not.stringContaining("options after") : expect.stringContaining(said),
    ]);
  });

  it("sums up on stderr what was called, met and covered, whoever reads it", async () => {
    const { exitCode, stdout, stderr } = await execProcess(OF_STORY, curls(refunds(2)));
    expect([exitCode, stdout, stderr]).toEqual([
      0,
      "",
      expect.stringMatching(
        /^payment-sandbox \| 2 calls in 1 lane, 2 of 2 expectations met, the books balance, \d+ of \d+ cells .* %\npayment-sandbox \| next: .*\n$/,
      ),
    ]);
  });

  it("shows the last calls of a command that failed", async () => {
    const { stderr } = await execHere(story, ...curls(refunds(7), "exit 1"));
    const calls = stderr.split("\n").filter((line) => / req-\d+ /.test(line));
    expect(stderr).toContain(
      "| 5 of 7 calls, those of lanes with an unmet expectation first, then of lanes that were not dropped, then refused or cut ones, the last of each, in order of time (--",
    );
    expect(calls).toHaveLength(5);
    expect(calls[4]).toMatch(
      /^payment-sandbox \| \d\d:\d\d:\d\d\.\d{3} req-7 hosted-checkout\/refund PAID-1 (HKD )?100\.00 \w+ /,
    );
  });

  it("shows the call that came last, in whatever lane and at whatever time of the lane's clock", async () => {
    using folder = testFolder();
    const file = join(folder.path, "report.json");
    const query = (lane: string) =>
      unsigned(`${lane}/tokenization/query-token`, { merchantId: 3, userId: "user1", merchantReference: "NONE-1" });
    const later: CurlCall = { path: "/lane/w-2/_sandbox/clock", method: "PUT", body: { action: "advance", by: "4h" } };
    const queries = Array.from({ length: 6 }, () => query("/lane/w-2"));
    const command = curls([query("/lane/w-1"), later, ...queries, refund("/lane/w-1", "NONE-1")], "exit 1");
    const { stderr } = await execHere({ settings, reports: [`json=${file}`] }, ...command);
    const shown = stderr.split("\n").filter((line) => line.includes(": req-"));
    expect(shown).toHaveLength(5);
    expect(shown[4]).toMatch(/ lane w-1: req-2 hosted-checkout\/refund NONE-1 /);
    const { requests } = JSON.parse(readFileSync(file, "utf8"));
    expect(requests.map(({ lane }: { lane: string }) => lane)).toEqual(["w-1", ...Array(6).fill("w-2"), "w-1"]);
  });

  it("ends with the option that keeps the lanes of a failed command", async () => {
    const { stderr } = await execHere({ settings }, ...curls(refunds(1), "exit 1"));
    expect(stderr).toMatch(
      /next: \S.* exec --data-dir <folder> keeps the lanes, and its last line names .*; --log-level info prints each call here\n$/,
    );
  });

  it("ends with the lane to look at, if the run's data is kept", async () => {
    using folder = testFolder();
    const dataDir = join(folder.path, "kept data");
    const query = unsigned("/lane/t3/tokenization/query-token", {
      merchantId: 3,
      userId: "user1",
    });
    const { stderr } = await execHere({ settings: { ...settings, dataDir } }, ...curls([query], "exit 1"));
    expect(stderr).toContain(` start --detach --look '${dataDir}', then `);
    expect(stderr).toMatch(/next: the lane is kept: .* why req-1 --lane t3\n$/);
    using other = testFolder();
    const refused = await execHere({ settings: { ...settings, dataDir: other.path } }, ...curls(refunds(1), "exit 1"));
    expect(refused.stderr).toMatch(/next: the lane is kept: .* why req-1\n$/);
    const dropped = { path: "/_sandbox/lanes/t4", method: "DELETE" } as const;
    const gone = unsigned("/lane/t4/tokenization/query-token", { merchantId: 3, userId: "user1" });
    const second = await execHere(
      { settings: { ...settings, dataDir: folder.path } },
      ...curls([gone, dropped], "exit 1"),
    );
    expect(second.stderr).toMatch(/\| next: --log-level info prints each call here\n$/);
  });

  it.each([
    ["calls: { operation: '*/refund', count: 2 }", "req-1"],
    ["order: { merchantReference: LOST-1 }", "req-2"],
    ["notification: { merchantReference: LOST-1 }", "req-2"],
    ["order: { merchantReference: PAID-1, status: REFUNDED }", "req-1"],
  ])("ends with the call that comes closest to an expectation that is not met: %s", async (clause, closest) => {
    using folder = testFolder();
    const file = join(folder.path, "twice.scenario.yaml");
    const paid = "{ merchantId: 3, merchantReference: PAID-1, amount: 100, status: SUCCESS }";
    writeFileSync(file, `name: twice\ngiven: { orders: [${paid}] }\nexpect: [{ ${clause} }]\n`);
    const options = { scenarios: [file], settings: { ...settings, dataDir: join(folder.path, "kept") } };
    const calls = [
      unsigned("/hosted-checkout/refund", { merchantId: 3, merchantReference: "PAID-1", amount: 200 }),
      unsigned("/tokenization/sale", { merchantId: 3, merchantReference: "LOST-1" }),
      unsigned("/tokenization/sale", {}),
    ];
    const { stderr } = await execHere(options, ...curls(calls));
    expect(stderr).toMatch(new RegExp(`whose expectation is not met; the lane is kept: .* why ${closest}\\n$`));
  });

  it("tells a command without a call that a helper with options has a sandbox of its own", async () => {
    const { stderr } = await execHere({}, ...curls([]));
    expect(stderr).toContain(
      "another exec in the command, or a test helper with options, starts a sandbox of its own: leave that exec out, and",
    );
  });

  it("tells of a command that a signal ended", async () => {
    expect((await execHere({}, ...curls([], "kill -9 $$"))).code).toBe(137);
  });

  it("exports what a shop in any language needs, and keeps the command's output and its own apart", async () => {
    const script = `
      import { createPublicKey, createPrivateKey } from "node:crypto";
      import { readFileSync } from "node:fs";
      const { env } = process;
      createPrivateKey(readFileSync(env.PAYMENT_SANDBOX_PRIVATE_KEY_FILE));
      createPublicKey(readFileSync(env.PAYMENT_SANDBOX_PUBLIC_KEY_FILE));
      const { status } = await fetch(env.PAYMENT_SANDBOX_URL + "/readyz");
      console.log(status, env.PAYMENT_SANDBOX_MERCHANT_ID);
      console.error("also mine");`;
    const { exitCode, stdout, stderr } = await execProcess(OF_STORY, [
      process.execPath,
      "--input-type=module",
      "-e",
      script,
    ]);
    expect([exitCode, stdout]).toEqual([4, "200 3\n"]);
    const others = stderr.split("\n").filter((line) => line !== "" && !line.startsWith("payment-sandbox | "));
    expect(others).toEqual(["also mine"]);
  });

  it("says that its port is taken", async () => {
    await using sandbox = await startTestSandbox();
    const { exitCode, stderr } = await run(["exec", "--port", new URL(sandbox.url).port, "--", "true"]);
    expect([exitCode, stderr]).toEqual([
      3,
      expect.stringMatching(
        /^payment-sandbox: port \d+ is in use by a sandbox \(one that .*leave --port out, and exec takes a free one\n$/,
      ),
    ]);
  });
});

describe("expectations", () => {
  it("that are not met end in 4, on one screen with what was found", async () => {
    const { code, stderr } = await execHere(story, ...curls(refunds(1)));
    expect(code).toBe(4);
    const lines = stderr.trimEnd().split("\n");
    expect(lines.length).toBeLessThanOrEqual(24);
    expect(lines).toContainEqual(expect.stringContaining("in lane default: refund-short-of-balance"));
    expect(lines).toContainEqual(expect.stringMatching(/expected {2}2 calls of .*hosted-checkout\/refund/));
    expect(lines).toContainEqual(expect.stringMatching(/found {5}1 call$/));
    expect(lines).toContainEqual(expect.stringMatching(/nearest .*req-1/));
  });

  it("are held against each lane that was used", async () => {
    const wrong = [refund("/lane/a"), refund("/lane/a"), refund("/lane/b")];
    const { code, stderr } = await execHere(story, ...curls(wrong));
    expect(code).toBe(4);
    expect(stderr).toContain("in lane b: refund-short-of-balance");
    expect(stderr).toMatch(/met in +lane a; this lane has the same scenario/);
    expect(stderr).toContain("; load into each lane only what its test expects, by lane.load or PUT");
    expect(stderr).toMatch(/\| next: look at .*refund-short-of-balance.*, whose expectation is not met; /);
    expect(stderr).not.toMatch(/in lane (a|default):/);
  });

  it("that a lane misses by its own call end with that call, though another lane meets them", async () => {
    using folder = testFolder();
    const load = (lane: string): CurlCall => ({
      ...{ path: `/lane/${lane}/_sandbox/scenario`, method: "PUT" },
      body: { name: "once", expect: [{ calls: { operation: "*/query-token", responseCode: "0000", count: 1 } }] },
    });
    const query = (lane: string) =>
      unsigned(`/lane/${lane}/tokenization/query-token`, { merchantId: 3, userId: "user1" });
    const calls = [load("a"), load("b"), query("a"), query("b"), query("b")];
    const kept = { settings: { ...settings, dataDir: join(folder.path, "kept") } };
    const { stderr } = await execHere(kept, ...curls(calls));
    expect(stderr).toMatch(/\| next: .*; the lane is kept: .* why req-2 --lane b\n$/);
    expect(stderr).not.toContain("only what its test expects");
    const drop = { path: "/_sandbox/lanes/b", method: "DELETE" } as const;
    const dropped = await execHere(
      { settings: { ...settings, dataDir: join(folder.path, "dropped") } },
      ...curls([...calls, drop]),
    );
    expect(dropped.stderr).toMatch(/whose expectation is not met; lane b was dropped before the end; --report html=/);
    const missing = await execHere({ settings }, ...curls(calls.slice(0, 3)));
    expect(missing.stderr).toContain("only what its test expects");
  });

  it("that fail in several lanes are said to hold in each, and the last line names the place of the first", async () => {
    const { stderr } = await execHere(story, ...curls([refund("/lane/a"), refund("/lane/b")]));
    expect(stderr).toContain(
      "| expectations are not met in 2 lanes: those of a scenario hold in each lane that loaded it, and those of --scenario",
    );
    expect(stderr).toMatch(
      /\| next: look at .*refund-short-of-balance.*, whose expectation is not met; --report html=.*\n$/,
    );
  });

  it("do not hide the command's own exit code", async () => {
    const { code, stderr } = await execHere(story, ...curls([], "exit 9"));
    expect(code).toBe(9);
    expect(stderr).toContain("expectation not met");
  });

  it("of a scenario that was put in count", async () => {
    const put: CurlCall = { path: "/_sandbox/scenario", method: "PUT", body: { name: "duplicate-reference" } };
    const { code, stderr } = await execHere({}, ...curls([put]));
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
    const lineItems = [{ quantity: 1, priceData: { name: "Tea", unitAmount: 1 } }];
    const sale = { merchantId: 3, userId: "user1", tokenId: 351, amount: 88, merchantReference: "SHOP-1", lineItems };
    const params = { ...sale, callbackUrl: { notify: shop.notifyUrl } };
    const options = ["--scenario", join("test", "exec", "heard.scenario.yaml"), "--signature", "off"];
    await using run = new Cli([
      "exec",
      ...options,
      "--",
      ...curls([unsigned("/tokenization/sale", params)], "echo bye"),
    ]);
    await run.seen("stdout", "bye");
    bye();
    const stderr = expect.stringContaining("1 of 1 expectation met");
    expect(await run.ended()).toMatchObject({ exitCode: 0, stderr });
  });
});

describe("reports", () => {
  it("name a notification that the shop did not acknowledge, in four forms", async () => {
    using folder = testFolder();
    const file = (format: string) => join(folder.path, format);
    const reports = ["junit", "json", "html", "markdown"].map((format) => `${format}=${file(format)}`);
    await using shop = await startShop(() => false);
    const lineItems = [{ quantity: 1, priceData: { name: "Tea", unitAmount: 88 } }];
    const sale = { merchantId: 3, userId: "user1", tokenId: 351, amount: 88, merchantReference: "SHOP-1", lineItems };
    const params = { ...sale, callbackUrl: { notify: shop.notifyUrl } };
    const { code, stderr } = await execHere(
      { settings, reports, strict: true },
      ...curls([unsigned("/tokenization/sale", params)], "exit 1"),
    );
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining("| warning: the shop did not acknowledge notification-1 of SHOP-1: answered 400"),
    ]);
    const read = (format: string) => readFileSync(file(format), "utf8");
    expect(read("junit")).toMatch(/<failure [^>]*>[^<]*\nnotification: the shop did not ack[^<]* SHOP-1: answered 400/);
    expect(read("html")).toContain("the shop did not acknowledge notification-1 of SHOP-1");
    expect(read("markdown")).toContain("the shop did not acknowledge notification-1 of SHOP-1");
    expect(JSON.parse(read("json")).unacknowledged).toEqual([
      { lane: "default", notificationId: 1, merchantReference: "SHOP-1", why: expect.stringMatching(/^answered 400/) },
    ]);
  });

  it("tell of each expectation, in three forms", async () => {
    using folder = testFolder();
    const file = (name: string) => join(folder.path, "made", name);
    const reports = [`junit=${file("out.xml")}`, `json=${file("out.json")}`, `html=${file("out.html")}`];
    await execHere({ ...story, reports }, ...curls(refunds(1)));
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
