import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../src/package/files.js";
import { buildOnce, newestOf, writtenAt } from "./build-lock.js";

// Importing this file builds dist if a source is newer. Only tests of the built package import it. In one run of tests
// this is decided once: if a source changes later, a new dist would take the files from under the tests that run.

const DECIDED = join(packageRoot, "node_modules/.dist-decided");
const run = process.env.PAYMENT_SANDBOX_TEST_RUN ?? `${process.pid} ${Date.now()}`;
const SOURCES = ["src", "bin", "build", "docs", "fixtures", "package.json"];

await buildOnce(isFresh, () => {
  try {
    execFileSync(process.execPath, ["build/build.ts"], { cwd: packageRoot, stdio: "pipe" });
  } catch (error) {
    throw new Error(`the build failed: ${(error as { stderr?: Buffer }).stderr ?? error}`);
  }
});

writeFileSync(DECIDED, run);

function isFresh(): boolean {
  const built = writtenAt("dist/cli/main.js");
  return built !== undefined && (isDecided() || newestOf(SOURCES) <= built);
}

function isDecided(): boolean {
  return existsSync(DECIDED) && readFileSync(DECIDED, "utf8") === run;
}
