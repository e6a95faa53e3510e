import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { secondHalf } from "../bench/prove/growth.js";
import { askedBy, UsageError } from "../bench/prove/options.js";
import { withSection } from "../bench/prove/section.js";
import { bundle } from "../bench/servers.js";
import { packageRoot } from "../src/package/files.js";
import { isProof } from "./support/proof.js";

interface Proved {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const SCRIPT = "bench/prove/run.ts";

async function proveBy(script: string, env: NodeJS.ProcessEnv, ...args: string[]): Promise<Proved> {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: packageRoot,
    env: { ...process.env, ...env },
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  const [code] = await once(child, "close");
  return { code, stdout, stderr };
}

const childrenOf = (pid: number): readonly number[] =>
  spawnSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" })
    .stdout.split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === pid)
    .map(([child]) => child as number);
const twoOf = (pids: readonly number[]): readonly number[] | undefined => (pids.length >= 2 ? pids : undefined);

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe("npm run prove", () => {
  /** Its parts, bundled once. The script bundles them at each start. */
  let bundled: string;
  beforeAll(async () => {
    if (isProof) bundled = await bundle("prove/main");
  });

  // With PostgreSQL; the next test is one with files. `npm run prove -- --short` runs all of them in some minutes.
  it.runIf(isProof)("sale-day --short finds nothing", async () => {
    const args = ["sale-day", "--short", "--seed", "1", "--json", "--minutes", "0.05"];
    const { code, stdout, stderr } = await proveBy(bundled, {}, ...args);
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toMatchObject({ part: "sale-day", seed: 1, findings: [] });
    expect(code).toBe(0);
  });

  it.runIf(isProof)("limits the pages of the database where no small disk can be mounted", async () => {
    const none = { PATH: join(packageRoot, "no-such-folder") };
    const { code, stdout } = await proveBy(bundled, none, "disk", "--short", "--seed", "1", "--json");
    expect(JSON.parse(stdout)).toMatchObject({ findings: [] });
    expect(stdout).toContain('["made full by","PRAGMA max_page_count"]');
    expect(code).toBe(0);
  });

  it.runIf(isProof && process.platform !== "win32")("leaves no server behind when it is stopped", async () => {
    const child = spawn(process.execPath, [SCRIPT, "race", "--seed", "1"], { cwd: packageRoot });
    const servers = await vi.waitUntil(() => twoOf(childrenOf(child.pid!)), { timeout: 60_000 });
    child.kill("SIGINT");
    expect((await once(child, "exit"))[0]).toBe(130);
    await vi.waitUntil(() => servers.every((pid) => !isAlive(pid)), { timeout: 60_000 });
  });

  it.runIf(isProof)("refuses what it does not know in one line", async () => {
    const { code, stdout, stderr } = await proveBy(bundled, {}, "nothing");
    expect([code, stdout, stderr.trimEnd().split("\n")]).toEqual([
      2,
      "",
      [expect.stringMatching(/^prove: nothing is no part: expected fuzz, /)],
    ]);
  });

  it.each([
    [["--seed", "x"], "--seed: expected a number from 0 to 2147483647, found x"],
    [["nothing"], "nothing is no part: expected fuzz, or none for all"],
    [["--seed", "1.5"], "--seed: expected a whole number, found 1.5"],
    [["--minutes", ""], "--minutes: expected a number from 0 to 1440, found nothing"],
    [["--long"], "Unknown option '--long': expected --seed <n>, --short, --minutes <n>, --share <i>/<n>, --json"],
  ])("refuses %j by saying what it expects", (args, line) => {
    expect(() => askedBy(args, ["fuzz"])).toThrow(new UsageError(line));
  });
});

describe("a section of the proof", () => {
  const document = "# The proof\n\nWords.\n\n## fuzz\n\nold\n\n## kill\n\nkept\n";
  it("replaces the one of its name, and leaves the others", () => {
    expect(withSection(document, "fuzz", "## fuzz\n\nnew\n")).toBe(document.replace("old", "new"));
  });
  it("comes last where there was none", () => {
    expect(withSection(document, "soak", "## soak\n\nnew\n")).toBe(`${document}\n## soak\n\nnew\n`);
  });
});

describe("the growth of a second half", () => {
  const flat = Array.from({ length: 40 }, (_, n) => 100 + (n % 3));
  it.each([
    ["a series that stays", flat, 0],
    ["one with a peak at its end", [...flat.slice(0, 39), 900], 0],
    ["one that grows by one a sample", flat.map((_, n) => 100 + n), 19],
    ["one that grew in its first half alone", flat.map((_, n) => Math.min(n, 20)), 0],
    ["one sample", [5], 0],
  ])("of %s is told", (_, values, grown) => {
    expect(secondHalf(values).grown).toBeCloseTo(grown, 0);
  });
});
