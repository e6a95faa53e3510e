import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { packageRoot } from "../../src/package/files.js";

const BUILT = join(packageRoot, "dist/cli/main.js");
/** Held by the process that builds; its file names it. */
const LOCK = join(packageRoot, "node_modules/.build-lock");
const LOOK_AGAIN_MS = 50;

/** Vitest's global setup: builds dist when a source is newer, once however many test processes start at a time. */
export default async function buildOnce(): Promise<void> {
  process.env.PAYMENT_SANDBOX_TEST_OWNER = String(process.pid);
  if (isFresh()) return;
  await lock();
  try {
    if (!isFresh()) build();
  } finally {
    rmSync(LOCK, { recursive: true, force: true });
  }
}

function build(): void {
  const hadDist = existsSync(BUILT);
  try {
    execFileSync(process.execPath, ["build/build.ts"], { cwd: packageRoot, stdio: "pipe" });
  } catch (error) {
    const said = (error as { stderr?: Buffer }).stderr?.toString() ?? String(error);
    if (!hadDist || process.env.CI) throw new Error(`the build failed: ${said}`);
    // Most tests run on the sources: someone in the middle of a change must not stop them.
    process.stderr.write(`the build failed, tests of the built package run on an old one: ${said}\n`);
  }
}

function isFresh(): boolean {
  if (!existsSync(BUILT)) return false;
  const built = statSync(BUILT).mtimeMs;
  return ["src", "bin", "build", "docs", "fixtures", "package.json"].every(
    (path) => newestOf(join(packageRoot, path)) <= built,
  );
}

function newestOf(path: string): number {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newestOf(join(path, name))));
}

/** Making a folder is atomic; what a process that died left behind is taken over. */
async function lock(): Promise<void> {
  for (;;) {
    try {
      mkdirSync(LOCK);
      writeFileSync(join(LOCK, "pid"), String(process.pid));
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    if (isAbandoned()) rmSync(LOCK, { recursive: true, force: true });
    await pause(LOOK_AGAIN_MS);
  }
}

function isAbandoned(): boolean {
  try {
    const pid = Number(readFileSync(join(LOCK, "pid"), "utf8"));
    if (pid > 0) process.kill(pid, 0);
    return false;
  } catch (error) {
    // ENOENT: it is just being made, or just gone.
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}
