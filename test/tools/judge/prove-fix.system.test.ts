import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packagePath } from "../../../src/package/files.js";
import { version } from "../../../src/package/version.js";
import { baseTree } from "../../../src/tools/judge/prove-fix/base-tree.js";
import { testFolder } from "../../support/sandbox.js";
import { run } from "../cli/cli.js";

const LOST = "sale#1/after-commit/connection-reset";
const shopFile = packagePath("test/support/judged-shop.mjs");

function git(cwd: string, ...args: readonly string[]): string {
  const own = ["-c", "user.name=t", "-c", "user.email=t@localhost", "-c", "commit.gpgsign=false"];
  const { status, stdout, stderr } = spawnSync("git", [...own, ...args], { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
}

const folders = new DisposableStack();
afterAll(() => folders.dispose());

/** A repository whose shop is of this kind, with what else is written committed too. */
function repository(files: Readonly<Record<string, string>>): string {
  const made = testFolder();
  folders.use(made);
  const folder = made.path;
  git(folder, "init", "--quiet");
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  git(folder, "add", "-A");
  git(folder, "commit", "--quiet", "-m", "first");
  return folder;
}

const shopOf = (kind: string) =>
  `process.env.SHOP = ${JSON.stringify(kind)};\nawait import(${JSON.stringify(shopFile)});\n`;

describe("judge --prove-fix", () => {
  it("says of each finding whether it is fixed, with a base on which it still occurs", async () => {
    const cwd = repository({ "shop.mjs": shopOf("careless") });
    const command = ["--", process.execPath, "shop.mjs"];
    const found = await run(["judge", "--only", LOST, "--report", "json=judge.json", ...command], { cwd });
    expect(found.exitCode).toBe(6);

    const unchanged = await run(["judge", "--prove-fix", "judge.json", "--base", "HEAD", ...command], { cwd });
    expect([unchanged.exitCode, unchanged.stdout]).toEqual([
      6,
      expect.stringContaining(`✗ still there  paid-unknown ${LOST}`),
    ]);

    expect(unchanged.stderr).toMatch(/^on HEAD:\n.*\nhere:\n.*paid-unknown/s);

    writeFileSync(join(cwd, "shop.mjs"), shopOf("right"));
    const reports = ["json=proof.json", "junit=proof.xml", "markdown=proof.md"].flatMap((one) => ["--report", one]);
    const proof = ["judge", "--prove-fix", "judge.json", "--base", "HEAD", ...reports, ...command];
    const fixed = await run(proof, { cwd });
    expect([fixed.exitCode, fixed.stdout]).toEqual([0, expect.stringContaining(`✓ fixed        paid-unknown ${LOST}`)]);
    expect(fixed.stdout).toContain("1 of 1 finding fixed");
    expect(JSON.parse(readFileSync(join(cwd, "proof.json"), "utf8"))).toEqual({
      fixed: [`paid-unknown ${LOST}`],
      still: [],
      found: { findings: [], practices: [] },
      notReached: [],
      absentOnBase: [],
      undecided: [],
      reasons: {},
    });
    expect(readFileSync(join(cwd, "proof.xml"), "utf8")).toMatch(
      new RegExp(`tests="1" errors="0" failures="0".*<testcase name="paid-unknown ${LOST}"`, "s"),
    );
    const name = `paid-unknown ${LOST.replace("#", "\\#")}`;
    expect(readFileSync(join(cwd, "proof.md"), "utf8")).toBe(
      `## Judge --prove-fix: 1 of 1 finding fixed (${name}). Each of them occurs on HEAD and doesn't occur here.\n\n` +
        `seed 1, payment-sandbox ${version}.\n\n- ✓ fixed: ${name}\n`,
    );
    // The work tree is gone again.
    expect(git(cwd, "worktree", "list").split("\n")).toHaveLength(1);

    git(cwd, "add", "shop.mjs");
    git(cwd, "commit", "--quiet", "-m", "right");
    const neverThere = await run(["judge", "--prove-fix", "judge.json", "--base", "HEAD", ...command], { cwd });
    expect([neverThere.exitCode, neverThere.stdout]).toEqual([
      4,
      expect.stringContaining(`? not reached  paid-unknown ${LOST}`),
    ]);
  });

  let cwd: string;
  beforeAll(() => {
    const report = { format: 1, findings: [{ verdict: "paid-unknown", mutant: LOST }], practices: [] };
    cwd = repository({
      "shop.mjs": shopOf("right"),
      "judge.json": JSON.stringify(report),
      "empty.json": JSON.stringify({ ...report, findings: [] }),
      "failed.json": JSON.stringify({ ...report, findings: [], dryRun: { problems: ["it ended with exit code 1"] } }),
    });
  });
  it.each([
    [
      "an unknown revision",
      ["--prove-fix", "judge.json", "--base", "nowhere"],
      '--base: git knows no commit "nowhere" here',
    ],
    [
      "a report without findings",
      ["--prove-fix", "empty.json"],
      "--prove-fix: empty.json has no findings and no grave practices",
    ],
    [
      "a report of a failed dry run",
      ["--prove-fix", "failed.json"],
      "--prove-fix: failed.json judged nothing (the dry run failed: it ended with exit code 1), so there is nothing",
    ],
    ["a file that isn't there", ["--prove-fix", "none.json"], "--prove-fix: none.json cannot be read"],
    ["a base alone", ["--base", "HEAD"], "--base and --base-setup: expected --prove-fix <report.json> beside them"],
    [
      "a setup without a base",
      ["--prove-fix", "judge.json", "--base-setup", "true"],
      "--base-setup: expected --base <revision> beside it",
    ],
    [
      "a glob that no finding fits",
      ["--prove-fix", "judge.json", "--only", "refund#1/*", "--only", "query*"],
      `--only: no finding of judge.json fits "refund#1/*" or "query*", expected one of: ${LOST}`,
    ],
    [
      "options that a proof would ignore",
      ["--prove-fix", "judge.json", "--plan", "--inspect", "--depth", "1", "--strict", "--max-unresolved", "1"].concat([
        "--baseline",
        "empty.json",
        "--since",
        "empty.json",
        "--min-coverage",
        "1",
      ]),
      "--plan, --depth, --strict, --max-unresolved, --baseline, --since, --min-coverage, --inspect: expected without --prove-fix, which",
    ],
  ])("refuses %s", async (_, options, message) => {
    const { exitCode, stderr } = await run(["judge", ...options, "--", process.execPath, "shop.mjs"], { cwd });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

it("proves what --only names, and names the command that judges anew what is out of reach", async () => {
  const gone = "sale#9/after-commit/connection-reset";
  const practice = { id: "trusts-http-200", grave: true, evidence: [{ mutant: gone }] };
  const findings = [LOST, gone].map((mutant) => ({ verdict: "paid-unknown", mutant }));
  const cwd = repository({
    "shop.mjs": shopOf("right"),
    "judge.json": JSON.stringify({
      format: 1,
      findings,
      practices: [practice, { id: "trusts-advice", grave: false, evidence: [{ mutant: gone }] }],
    }),
  });
  const prove = (only: string) => {
    const options = ["--prove-fix", "judge.json", "--only", only, "--jobs", "1", "--timeout", "50s", "--seed", "7"];
    const report = ["--report", "json=proof.json"];
    return run(["judge", ...options, ...report, "--", process.execPath, "shop.mjs", "two\nlines"], { cwd });
  };
  const mended = await prove("sale#1/*");
  expect([mended.exitCode, mended.stdout]).toEqual([0, expect.stringContaining("1 of 1 finding fixed")]);
  expect(mended.stdout).not.toContain("anew");

  const lost = await prove("*9/*");
  expect(lost.exitCode).toBe(4);
  const { notReached, anew } = JSON.parse(readFileSync(join(cwd, "proof.json"), "utf8"));
  expect(notReached).toEqual([`paid-unknown ${gone}`]);
  expect(anew).toMatch(/judge --timeout 50s --jobs 1 --seed 7 -- .* shop\.mjs 'two\nlines'$/);
  expect(lost.stdout).toContain(`\nrun judge anew, which finds the mistakes of the changed shop: ${anew}\n`);

  const ofPractice = await prove("trusts-*");
  expect(ofPractice.stdout).toContain(
    "0 of 1 practice fixed. 1 not reached (practice trusts-http-200). Nothing shows that these are fixed: exit code 4, not 0.",
  );
});

it("a command that cannot run proves nothing, and its reason is told", async () => {
  const report = { format: 1, findings: [{ verdict: "paid-unknown", mutant: LOST }], practices: [] };
  const cwd = repository({ "judge.json": JSON.stringify(report) });
  const gone = await run(["judge", "--prove-fix", "judge.json", "--", process.execPath, "gone.mjs"], { cwd });
  expect([gone.exitCode, gone.stdout]).toEqual([1, ""]);
  expect(gone.stderr).toMatch(/the dry run in \/\S+ failed: .*Cannot find module/s);
});

describe("the base's work tree", () => {
  it("links ignored dependencies if the lock file is the same, and runs no hook", () => {
    const cwd = repository({ "package-lock.json": "1", ".gitignore": "node_modules\n", "shop.mjs": "first" });
    mkdirSync(join(cwd, "node_modules"));
    writeFileSync(join(cwd, "node_modules/here"), "");
    const hook = join(cwd, ".git/hooks/post-checkout");
    mkdirSync(join(cwd, ".git/hooks"), { recursive: true });
    writeFileSync(hook, `#!/bin/sh\ntouch "${cwd}/hook-ran"\n`);
    chmodSync(hook, 0o755);
    writeFileSync(join(cwd, "shop.mjs"), "second");
    const tree = baseTree({ cwd, revision: "HEAD", setup: undefined });
    expect(readFileSync(join(tree.cwd, "shop.mjs"), "utf8")).toBe("first");
    expect(existsSync(join(tree.cwd, "node_modules/here"))).toBe(true);
    tree.remove();
    expect([existsSync(tree.cwd), existsSync(join(cwd, "node_modules/here"))]).toEqual([false, true]);
    expect(existsSync(join(cwd, "hook-ran"))).toBe(false);
  });

  it("says that the lock file is not there", () => {
    const cwd = repository({ ".gitignore": "node_modules\n" });
    mkdirSync(join(cwd, "node_modules"));
    writeFileSync(join(cwd, "package-lock.json"), "2");
    expect(() => baseTree({ cwd, revision: "HEAD", setup: undefined })).toThrow("package-lock.json is not at HEAD");
  });

  it("asks for a setup if the lock file differs", () => {
    const cwd = repository({ "package-lock.json": "1", ".gitignore": "node_modules\n" });
    mkdirSync(join(cwd, "node_modules"));
    writeFileSync(join(cwd, "package-lock.json"), "2");
    expect(() => baseTree({ cwd, revision: "HEAD", setup: undefined })).toThrow(
      /package-lock.json differs at HEAD.*--base-setup/,
    );
    expect(git(cwd, "worktree", "list").split("\n")).toHaveLength(1);
    const tree = baseTree({ cwd, revision: "HEAD", setup: "mkdir node_modules" });
    expect(existsSync(join(tree.cwd, "node_modules"))).toBe(true);
    tree.remove();
  });
});
