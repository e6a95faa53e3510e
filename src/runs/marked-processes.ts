import { readdirSync, readFileSync } from "node:fs";

/**
 * Kills this user's processes that have this variable in their environment. Processes that left their group can't be
 * found in another way. `mark` is unique, such as `PAYMENT_SANDBOX_STATE_DIR=/tmp/…`. Works only on Linux, which
 * shows environments.
 */
export function killMarked(mark: string): void {
  if (process.platform !== "linux") return;
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid))
    try {
      if (readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").includes(mark)) process.kill(Number(pid), "SIGKILL");
    } catch {
      // The process belongs to another user, or has ended.
    }
}
