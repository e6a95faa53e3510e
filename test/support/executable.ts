import "./dist.js";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { thisMachine, whyNot } from "../../build/release/targets.js";
import { packagePath } from "../../src/package/files.js";

const MADE = packagePath("node_modules/.cache/executable/payment-sandbox-linux-x64");
const LOCK = `${MADE}.lock`;
const LOOK_AGAIN_MS = 100;
/** Nobody builds for so long. */
const ABANDONED_MS = 120_000;

/** Why there is no executable on this machine; undefined where it can be made. */
export const noExecutable = whyNot("linux-x64", thisMachine());

/** The executable of the built package, made when dist is newer, once for all test files that want it. */
export async function executable(): Promise<string> {
  mkdirSync(join(MADE, ".."), { recursive: true });
  while (!isFresh()) {
    if (!takeLock()) {
      await pause(LOOK_AGAIN_MS);
      continue;
    }
    try {
      if (!isFresh()) {
        const script = packagePath("build/release/build-exe.ts");
        execFileSync(process.execPath, [script, "--out", MADE], { cwd: packagePath("."), stdio: "pipe" });
      }
    } finally {
      rmSync(LOCK, { recursive: true, force: true });
    }
  }
  return MADE;
}

const changedAt = (path: string): number => statSync(packagePath(path)).mtimeMs;

function isFresh(): boolean {
  if (!existsSync(MADE)) return false;
  const made = statSync(MADE).mtimeMs;
  return ["dist/cli/main.js", "src/package/executable", "build/release", "package.json"].every(
    (path) => changedAt(path) <= made,
  );
}

/** Making a folder is atomic; the lock of a test run that died is taken over. */
function takeLock(): boolean {
  try {
    mkdirSync(LOCK);
    return true;
  } catch {
    if (existsSync(LOCK) && Date.now() - statSync(LOCK).mtimeMs > ABANDONED_MS)
      rmSync(LOCK, { recursive: true, force: true });
    return false;
  }
}
