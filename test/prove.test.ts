import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { secondHalf } from "../bench/prove/growth.js";
import { askedBy, UsageError } from "../bench/prove/options.js";
import { withSection } from "../bench/prove/section.js";
import { packageRoot } from "../src/package/files.js";

interface Proved {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** `npm run prove`, as a process of its own. */
async function prove(...args: string[]): Promise<Proved> {
  const child = spawn(process.execPath, ["bench/prove/run.ts", ...args], { cwd: packageRoot });
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

describe("npm run prove", () => {
  it.each([["fuzz"], ["kill"], ["disk"], ["race"], ["soak"], ["programs"]])(
    "%s --short finds nothing",
    async (part) => {
      const { code, stdout, stderr } = await prove(part, "--short", "--seed", "1", "--json");
      expect(stderr).toBe("");
      expect(JSON.parse(stdout)).toMatchObject({ part, seed: 1, findings: [] });
      expect(code).toBe(0);
    },
  );

  it("refuses what it does not know in one line", async () => {
    const { code, stdout, stderr } = await prove("nothing");
    expect([code, stdout, stderr.trimEnd().split("\n")]).toEqual([
      2,
      "",
      [expect.stringMatching(/^prove: nothing is no part: expected fuzz, /)],
    ]);
  });

  it.each([
    [["--seed", "x"], "--seed: expected a number from 0 to 2147483647, found x"],
    [["--seed", "1.5"], "--seed: expected a whole number, found 1.5"],
    [["--minutes", ""], "--minutes: expected a number from 0 to 1440, found nothing"],
    [["--long"], "Unknown option '--long': expected --seed <n>, --short, --minutes <n>, --json"],
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
