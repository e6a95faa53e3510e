import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../src/package/files.js";
import { temporaryFolder, whenLeaving } from "./leaving.js";
import type { Finding, Part } from "./part.js";
import { Random } from "./random.js";

/** The tests that are too many for each change: files of sweeps, and system tests with all of their cases. */
export const testsPart: Part = {
  about:
    "Some system tests run one case of each kind, and `.ci/run` no more. This part runs all of their cases, and the files of sweeps (`*.proof.test.ts`): each store, each example shop, each fault of a page, each browser.",
  run: async ({ seed, isShort, until }) => {
    const all = globSync("test/**/*.test.ts", { cwd: packageRoot })
      .filter((file) => file.endsWith(".proof.test.ts") || isThinned(file))
      .sort();
    const report = join(temporaryFolder(), "report.json");
    const findings: Finding[] = [];
    const ran: string[] = [];
    let passed = 0;
    for (const file of isShort ? [new Random(seed).pick(all)] : all) {
      if (Date.now() > until) break;
      ran.push(file);
      const results = await resultsOf(file, report);
      passed += results.filter(({ status }) => status === "passed").length;
      const failed = results.filter(({ status }) => status === "failed");
      findings.push(
        ...failed.map(({ fullName, failureMessages }) => ({
          what: `${file}: ${fullName}`,
          shown: failureMessages.join("\n"),
        })),
      );
      if (results.length === 0) findings.push({ what: `${file}: no test ran` });
    }
    return {
      figures: [
        ["files", isShort ? ran.join(", ") : ran.length],
        ["tests passed", passed],
      ],
      findings,
    };
  },
};

const isThinned = (file: string): boolean => readFileSync(join(packageRoot, file), "utf8").includes("support/proof.js");

interface TestResult {
  readonly fullName: string;
  readonly status: string;
  readonly failureMessages: readonly string[];
}

/** Runs one file by Vitest. Nothing if it wrote no report. */
async function resultsOf(file: string, report: string): Promise<readonly TestResult[]> {
  const vitest = join(packageRoot, "node_modules/vitest/vitest.mjs");
  const args = [vitest, "run", "--project", "system", "--reporter", "json", "--outputFile", report, file];
  const child = spawn(process.execPath, args, {
    cwd: packageRoot,
    env: { ...process.env, PAYMENT_SANDBOX_PROVE: "1" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  whenLeaving(() => void child.kill());
  await once(child, "close");
  if (!existsSync(report)) return [];
  const { testResults } = JSON.parse(readFileSync(report, "utf8"));
  return testResults.flatMap(({ assertionResults }: { assertionResults: TestResult[] }) => assertionResults);
}
