import { readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { clientOf, requests } from "../../support/client.js";
import { listening } from "../../support/listening.js";
import { ofFile } from "../../support/of-file.js";
import { control, startTestSandbox, testFolder } from "../../support/sandbox.js";
import { startHangingShop, startShop } from "../../support/shop.js";
import { run, start } from "./cli.js";

const sandbox = await start();
ofFile(sandbox.cli);

const then = { outcome: "maintenance" };
const expectsOrder = [{ order: { merchantReference: "A-1", status: "SUCCESS" } }];
const paid = requests.sale({ merchantReference: "A-1" });

/** A lane with a scenario and these sales, as `verify` sees it. */
async function verified(
  name: string,
  scenario: object,
  sales: readonly Record<string, unknown>[],
  ...args: readonly string[]
) {
  const url = `${sandbox.url}/lane/${name}`;
  await control(url, "PUT", "scenario", { name: "story", ...scenario });
  for (const sale of sales) await clientOf(url)("tokenization/sale", sale);
  return run(["verify", "--url", sandbox.url, "--lane", name, ...args]);
}

describe("verify", () => {
  it("is 0 if the lane's expectations are met", async () => {
    expect(await verified("met", { expect: expectsOrder }, [paid], "--strict")).toEqual({
      ...{ exitCode: 0, stdout: "1 of 1 expectation met, the books balance\n", stderr: "" },
    });
  });

  it("is 4 if one is not, and says which in JUnit", async () => {
    using folder = testFolder();
    const file = join(folder.path, "out.xml");
    const { exitCode, stderr } = await verified("unmet", { expect: expectsOrder }, [], "--report", `junit=${file}`);
    expect(exitCode).toBe(4);
    expect(stderr).toContain("✗ expectation not met");
    expect(readFileSync(file, "utf8")).toMatch(
      /<testsuite tests="1" [^>]* failures="1" [^>]*name="lane unmet: story".*<failure type="expectation" message="expected order A-1 /s,
    );
  });

  it("lists the lane's calls in its reports, as exec does", async () => {
    using folder = testFolder();
    const [json, html, markdown] = ["a.json", "a.html", "a.md"].map((name) => join(folder.path, name));
    const reports = [`json=${json}`, `html=${html}`, `markdown=${markdown}`].flatMap((one) => ["--report", one]);
    const { exitCode } = await verified("listed", {}, [paid, paid], ...reports);
    expect(exitCode).toBe(0);
    const { requests: listed } = JSON.parse(readFileSync(json!, "utf8"));
    expect(listed).toEqual([
      expect.objectContaining({ lane: "listed", requestId: "req-1", amount: 50, responseCode: "0000" }),
      expect.objectContaining({ requestId: "req-2", merchantReference: "A-1", responseCode: "2002" }),
    ]);
    const row = /req-2.*listed.*tokenization\/sale.*A-1.*50\.00.*2002/s;
    expect(readFileSync(html!, "utf8")).toMatch(row);
    expect(readFileSync(markdown!, "utf8")).toMatch(row);
  });

  it("tells of a notification that the shop did not acknowledge, which fails nothing", async () => {
    await using shop = await startShop(() => false);
    const sale = { ...paid, callbackUrl: { notify: shop.notifyUrl } };
    const { exitCode, stderr } = await verified("unheard", { expect: expectsOrder }, [sale], "--strict");
    expect([exitCode, stderr]).toEqual([
      0,
      expect.stringMatching(
        /: warning: the shop did not acknowledge notification-1 of A-1 in lane unheard: answered 400/,
      ),
    ]);
  });

  it.each([
    ["a warning", [], 0, "warning: "],
    ["a failure with --strict", ["--strict"], 4, "error: "],
  ])("tells a rule that never fired as %s", async (what, flags, code, label) => {
    const scenario = { rules: [{ name: "idle", when: { operation: "*/refund" }, then }], expect: expectsOrder };
    const { exitCode, stderr } = await verified(`idle-${what.length}`, scenario, [paid], ...flags);
    expect(exitCode).toBe(code);
    expect(stderr).toContain(`payment-sandbox: ${label}rule "idle" of story never fired; nearest: req-1 `);
  });

  it("tells a rule that an expectation names once", async () => {
    const rules = [{ name: "idle", when: { operation: "*/refund" }, then }];
    const scenario = { rules, expect: [{ rule: { name: "idle", fired: 1 } }] };
    const { exitCode, stderr } = await verified("idle-expected", scenario, [paid], "--strict");
    expect(exitCode).toBe(4);
    expect(stderr).toContain("expectation not met");
    expect(stderr).not.toContain("never fired");
  });

  it("waits for an attempt that is under way", async () => {
    await using shop = await startHangingShop();
    const url = `${sandbox.url}/lane/late`;
    const expectations = [{ notification: { merchantReference: "A-1", acknowledged: true } }];
    await control(url, "PUT", "scenario", { name: "story", expect: expectations });
    await clientOf(url)("tokenization/sale", { ...paid, callbackUrl: { notify: shop.notifyUrl } });
    await shop.heardOne;
    // The shop answers only after the command has seen the attempt.
    await using between = await listening(async (request, response) => {
      const { method = "", url: path = "" } = request;
      const answer = await fetch(`${sandbox.url}${path}`, {
        ...{ method, headers: { "Content-Type": "application/json" } },
        body: method === "POST" ? await text(request) : null,
      });
      response.writeHead(answer.status).end(await answer.text());
      if (path.includes("in-flight")) shop.letAnswer();
    });
    const asked = run(["verify", "--url", between.url, "--lane", "late"]);
    expect(await asked).toMatchObject({ exitCode: 0 });
  });

  it("is 0 with --strict if the lane was called and expects nothing, as exec is", async () => {
    const args = ["verify", "--url", sandbox.url, "--lane", "expects-nothing", "--strict"];
    await clientOf(`${sandbox.url}/lane/expects-nothing`)("tokenization/sale", paid);
    expect(await run(args)).toMatchObject({
      ...{ exitCode: 0, stdout: "no scenario expects anything, the books balance\n", stderr: "" },
    });
  });

  it("takes a pattern: one verdict and one JUnit for all lanes that fit", async () => {
    using folder = testFolder();
    const file = join(folder.path, "out.xml");
    await verified("build-17-a", { expect: expectsOrder }, [paid]);
    await verified("build-17-b", { expect: expectsOrder }, []);
    await verified("build-18-a", { expect: expectsOrder }, []);
    const args = ["verify", "--url", sandbox.url, "--report", `junit=${file}`];
    const { exitCode, stdout, stderr } = await run([...args, "--lane", "build-17-*"]);
    expect([exitCode, stdout]).toEqual([4, "1 of 2 expectations met in 2 lanes, the books balance\n"]);
    expect(stderr).toContain("warning: lane build-17-b: no call came to the lane");
    const suites = readFileSync(file, "utf8").matchAll(/ failures="(\d)" [^>]*name="(lane [^"]*)"/g);
    expect([...suites].map(([, failures, name]) => `${name}, ${failures}`)).toEqual([
      "lane build-17-a: story, 0",
      "lane build-17-b: story, 1",
    ]);
    expect(await run([...args, "--lane", "build-17-a*", "--strict"])).toMatchObject({ exitCode: 0 });
  });

  it("is 2 if no lane fits a pattern", async () => {
    const { exitCode, stderr } = await run(["verify", "--url", sandbox.url, "--lane", "nope-*"]);
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/there is no lane nope-\* .*no call came to/)]);
  });

  it("is 2 in a lane that is not there", async () => {
    const { exitCode, stderr } = await run(["verify", "--url", sandbox.url, "--lane", "nope"]);
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/there is no lane nope .*no call came to the lane/)]);
  });

  it.each([
    ["verify", "--lane", "b-*"],
    ["verify", "--lane", "b-1"],
    ["lanes", "drop", "b-*"],
    ["lanes", "drop", "b-1"],
    ["snapshot", "delete", "b-*"],
  ])("is 1 for a team that names another team's lanes: %s %s %s", async (...args) => {
    const team = { name: "a", token: "token-of-a", lanes: "a-*" };
    await using shared = await startTestSandbox({ adminTokens: [team] });
    await shared.lane("b-1");
    const { exitCode, stderr } = await run([...args, "--url", shared.url, "--admin-token", team.token]);
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/the token (a )?opens lanes a-\*, not b-/)]);
  });

  it("is 2 for a team whose lane no call reached, though it sees no other", async () => {
    const team = { name: "a", token: "token-of-a", lanes: "a-*" };
    await using shared = await startTestSandbox({ adminTokens: [team] });
    const { exitCode, stderr } = await run([
      "verify",
      "--url",
      shared.url,
      "--lane",
      "a-1",
      "--admin-token",
      team.token,
    ]);
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringMatching(/^payment-sandbox: there is no lane a-1 at \S+ \(no call came to the lane: .*\)\n$/),
    ]);
  });
});
