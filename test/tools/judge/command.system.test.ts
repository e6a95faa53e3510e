import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { packagePath } from "../../../src/package/files.js";
import { judgeReportSchema } from "../../../src/tools/judge/schema/report.js";
import { casesFor } from "../../support/proof.js";
import { testFolder } from "../../support/sandbox.js";
import { Cli, run } from "../cli/cli.js";

const shop = packagePath("test/support/judged-shop.mjs");
const LOST = "sale#1/after-commit/connection-reset";
const judged = (kind: string, ...args: readonly string[]) =>
  run(["judge", "--only", LOST, ...args, "--", process.execPath, shop], { env: { SHOP: kind } });

describe("judge", () => {
  it("accuses one that doesn't ask: in a report that its schema takes, by mutants that are kept, and in a baseline", async () => {
    using folder = testFolder();
    const [json, saved] = [join(folder.path, "judge.json"), join(folder.path, "mutants")];
    const careless = await judged("careless", "--no-magic", "--report", `json=${json}`, "--save", saved);
    expect(careless.exitCode).toBe(6);
    expect(careless.stderr).toContain(`paid-unknown        ${LOST}`);
    expect(careless.stdout).toMatch(/--seed 1 (.* )?-- /);
    expect(careless.stdout).toMatch(
      /\nonce mended: the same command, with --prove-fix \S+judge\.json in place of its reports, /,
    );
    const { findings } = judgeReportSchema.parse(JSON.parse(readFileSync(json, "utf8")));
    expect(findings.map(({ verdict, mutant, requests }) => [verdict, mutant, requests])).toEqual([
      ["paid-unknown", LOST, ["req-1"]],
    ]);
    expect(readdirSync(saved)).toEqual(["sale-1.after-commit.connection-reset.scenario.yaml"]);
    expect((await judged("careless", "--baseline", json)).exitCode).toBe(0);

    // The command that a finding names plays it again, with its verdict.
    const [npx, name, ...words] = findings[0]!.replay.replaceAll("'", "").split(" ");
    expect([npx, name, words[0], words.includes("--no-magic")]).toEqual(["npx", "payment-sandbox", "judge", true]);
    const again = await run(words, { env: { SHOP: "careless" } });
    expect([again.exitCode, again.stdout]).toEqual([6, expect.stringContaining("paid-unknown")]);
  });

  it.each([
    ["compares beliefs though the command ended badly", "careless ends-badly", 6, "paid-unknown"],
    ["counts what ended badly without beliefs as noticed", "gives-up ends-badly", 0, "noticed"],
  ])("%s", async (_, kind, exitCode, verdict) => {
    const ran = await judged(kind);
    expect(ran.stderr).toContain(`${verdict.padEnd(19)} ${LOST}`);
    expect(ran.exitCode).toBe(exitCode);
  });

  it("says of a survivor that its command failed, after the same failure twice", async () => {
    using folder = testFolder();
    const pids = join(folder.path, "pids");
    const args = ["judge", "--only", LOST, "--", process.execPath, shop];
    const ran = await run(args, { env: { SHOP: "ends-badly", SHOP_PIDS: pids } });
    expect(ran.stderr).toContain(`survived            ${LOST}, but the command failed: it ended with 3`);
    expect(ran.stdout).toContain("In 1 run the shop was right about the money, but the command failed, for example");
    expect(readFileSync(pids, "utf8").trim().split("\n")).toHaveLength(1 + 2);
    expect(ran.exitCode).toBe(0);
  });

  it("changes a call in the second of two lanes", async () => {
    const args = ["judge", "--only", `lane2.${LOST}`, "--", process.execPath, shop];
    const { exitCode, stderr } = await run(args, { env: { SHOP: "has-two-lanes" } });
    expect(stderr).toContain(`survived            lane2.${LOST}`);
    expect(exitCode).toBe(0);
  });

  it("accuses nobody of what came when the beliefs were written already", async () => {
    const args = ["judge", "--only", "pay#1/notice/late-by-an-hour", "--", process.execPath, shop];
    const { exitCode, stderr } = await run(args, { env: { SHOP: "lingers" } });
    expect(stderr).toContain("unresolved          pay#1/notice/late-by-an-hour");
    expect(exitCode).toBe(0);
  });

  it("ends a command that hangs with all that it started, and counts it as noticed", async () => {
    const { exitCode, stderr } = await judged("hangs", "--timeout", "3s");
    expect(stderr).toContain(`noticed             ${LOST}`);
    expect(exitCode).toBe(0);
  });

  it.each(casesFor(["careless", "careless names-its-lane"]))(
    "leaves the lane of what it found open, where the console tells what the shop believed and the verdict: %s",
    async (kind) => {
      const args = ["judge", "--inspect", "--only", LOST, "--", process.execPath, shop];
      await using cli = new Cli(args, { env: { SHOP: kind } });
      await cli.seen("stderr", "/_sandbox/ui\n");
      const [url = ""] = /http:\S+\/_sandbox\/ui/.exec(cli.stderr) ?? [];
      const overview = await (await fetch(url)).text();
      expect(overview).toContain(`the judge&#39;s run of ${LOST}`);
      const order = await (await fetch(`${url}?find=A-1`)).text();
      expect(order).toMatch(/paid-unknown[\s\S]*Timeline/);
      cli.child.kill("SIGINT");
      expect((await cli.ended()).exitCode).toBe(6);
    },
  );

  it.each([
    [
      "fails",
      1,
      /dry run itself failed\n {2}it ended with 3[\s\S]*\n {2}next: payment-sandbox exec -- <the same command>/,
    ],
    ["no-json", 2, /beliefs-\d+\.json:2:3: no JSON, expected/],
  ] as const)("tells what is wrong with a shop that %s", async (kind, exitCode, said) => {
    const ran = await judged(kind);
    expect(ran.stdout + ran.stderr).toMatch(said);
    expect(ran.exitCode).toBe(exitCode);
  });

  it("judges without beliefs, and says so", async () => {
    const { exitCode, stdout } = await judged("silent");
    expect(stdout).toContain("the shop reported no beliefs");
    expect(exitCode).toBe(0);
  });

  it.each([
    [
      ["judge"],
      "payment-sandbox: missing required argument 'command', such as npx payment-sandbox judge -- npm test; npx payment-sandbox judge --help shows examples\n",
    ],
    [
      ["judge", "--only", "bin/a", "bin/b", "bin/c", "--", "npm", "test"],
      "payment-sandbox: there is no command bin/b; options stand before the command, --scenario once for each file, and an --only with * needs quotes\n",
    ],
    [["judge", "--", ""], 'payment-sandbox: there is no command ""\n'],
    [
      ["judge", "--believes-command", "", "--", "true"],
      'payment-sandbox: --believes-command: expected a command, found ""\n',
    ],
    [
      ["judge", "--budget", "soon", "--", "true"],
      'payment-sandbox: --budget: expected a duration: one number and one unit (ms, s, m, h or d), such as 250ms, 20m or 1h, longer than 0, found "soon"\n',
    ],
    [["judge", "--budget", "4 hours", "--", "true"], expect.stringMatching(/found "4 hours"; did you mean 4h\?\n$/)],
    [
      ["judge", "--believes", "https://example.com/{merchantReference}", "--", "true"],
      'payment-sandbox: --believes: "https://example.com/{merchantReference}" is not on this machine; say so with --other-machine if you mean it\n',
    ],
  ])("%j is one clear line and exit 2", async (args, stderr) => {
    expect(await run(args)).toEqual({ exitCode: 2, stdout: "", stderr });
  });

  it("refuses a baseline that is no JSON, with the place", async () => {
    using folder = testFolder();
    const file = join(folder.path, "old.json");
    writeFileSync(file, '{"format": 1,\n  findings');
    const { exitCode, stderr } = await judged("right", "--baseline", file);
    expect(stderr).toBe(`${file}:2:3: not JSON, expected the JSON report that judge wrote\n`);
    expect(exitCode).toBe(2);
  });

  it("refuses a folder for the mutants that cannot be written, before it runs anything", async () => {
    using folder = testFolder();
    const file = join(folder.path, "taken");
    writeFileSync(file, "");
    const ran = await judged("right", "--save", join(file, "mutants"));
    expect(ran).toMatchObject({ exitCode: 3, stdout: "" });
    expect(ran.stderr).toMatch(
      /^payment-sandbox: --save: cannot write to \S+taken.mutants: .* is a file, not a folder\n$/,
    );
  });

  it.each(["judge", "prove-fix"])("refuses to write the report of %s over the shop's source", async (how) => {
    using folder = testFolder();
    const file = join(folder.path, "shop.py");
    writeFileSync(file, "import os\n");
    const ran = await judged("right", ...(how === "judge" ? [] : ["--prove-fix", file]), "--report", `json=${file}`);
    const stderr = `payment-sandbox: ${file} exists and is no report of payment-sandbox; choose another path\n`;
    expect(ran).toMatchObject({ exitCode: 2, stdout: "", stderr });
    expect(readFileSync(file, "utf8")).toBe("import os\n");
  });

  it.each(["taken/judge.json", "folder"])(
    "refuses the report %s that cannot be written, before it runs anything",
    async (name) => {
      using folder = testFolder();
      writeFileSync(join(folder.path, "taken"), "");
      mkdirSync(join(folder.path, "folder"));
      const ran = await judged("right", "--report", `json=${join(folder.path, name)}`);
      expect(ran).toMatchObject({ exitCode: 3, stdout: "" });
      expect(ran.stderr).toMatch(/^payment-sandbox: cannot write a report: .*\n$/);
    },
  );
});
