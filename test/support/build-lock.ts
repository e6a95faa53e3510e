import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { packageRoot } from "../../src/package/files.js";

/** Held by the process that writes to dist. The file in it names that process. */
const LOCK = join(packageRoot, "node_modules/.build-lock");
const LOOK_AGAIN_MS = 50;

/** Runs `build` if `isFresh` says no. Processes that ask at the same time build once. */
export async function buildOnce(isFresh: () => boolean, build: () => unknown): Promise<void> {
  if (isFresh()) return;
  await lock();
  try {
    if (!isFresh()) await build();
  } finally {
    rmSync(LOCK, { recursive: true, force: true });
  }
}

/** When the newest of these files was changed, in milliseconds. Folders count with all that they hold. */
export const newestOf = (paths: readonly string[]): number => Math.max(0, ...paths.map(changedAt));

/** When the file was changed; undefined if there is none. */
export const writtenAt = (path: string): number | undefined =>
  statSync(join(packageRoot, path), { throwIfNoEntry: false })?.mtimeMs;

function changedAt(path: string): number {
  const stat = statSync(join(packageRoot, path), { throwIfNoEntry: false });
  if (!stat) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  return newestOf(readdirSync(join(packageRoot, path)).map((name) => join(path, name)));
}

/** Takes the lock. Making a folder is atomic. A lock whose holder died is taken over. */
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
    // ENOENT: another process is making it, or has just removed it.
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}
