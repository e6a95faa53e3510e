import { spawnSync } from "node:child_process";

/** What a signal is sent with. */
export interface System {
  readonly platform: NodeJS.Platform;
  /** As process.kill. */
  readonly kill: (pid: number, signal: NodeJS.Signals) => void;
  readonly run: (file: string, args: readonly string[]) => void;
}

const here: System = {
  platform: process.platform,
  kill: (pid, signal) => void process.kill(pid, signal),
  run: (file, args) => void spawnSync(file, args, { stdio: "ignore", windowsHide: true }),
};

/**
 * Sends a signal to a process and all that it started. Windows has no signals: a Ctrl-C reaches every process of a console by
 * itself, and the rest ends by `taskkill`.
 */
export function signalGroup(pid: number, signal: NodeJS.Signals, { platform, kill, run }: System = here): void {
  try {
    if (platform !== "win32") kill(-pid, signal);
    else if (signal === "SIGKILL") run("taskkill", ["/pid", String(pid), "/t", "/f"]);
  } catch {
    // The whole group has ended.
  }
}
