import { execFileSync } from "node:child_process";
import { packageRoot } from "../../src/package/files.js";
import { buildOnce, newestOf, writtenAt } from "./build-lock.js";

// Importing this file builds dist if a source is newer. Only tests of the built package import it.

const SOURCES = ["src", "bin", "build", "docs", "fixtures", "package.json"];

await buildOnce(isFresh, () => {
  try {
    execFileSync(process.execPath, ["build/build.ts"], { cwd: packageRoot, stdio: "pipe" });
  } catch (error) {
    throw new Error(`the build failed: ${(error as { stderr?: Buffer }).stderr ?? error}`);
  }
});

function isFresh(): boolean {
  const built = writtenAt("dist/cli/main.js");
  return built !== undefined && newestOf(SOURCES) <= built;
}
