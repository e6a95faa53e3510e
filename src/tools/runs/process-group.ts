import { spawnSync } from "node:child_process";

/** The system calls that send a signal. */
export interface System {
  readonly platform: NodeJS.Platform;
  /** Like process.kill. */
  readonly kill: (pid: number, signal: NodeJS.Signals) => void;
  readonly run: (file: string, args: readonly string[]) => void;
}

const here: System = {
  platform: process.platform,
  kill: (pid, signal) => void process.kill(pid, signal),
  run: (file, args) => void spawnSync(file, args, { stdio: "ignore", windowsHide: true }),
};

/**
 * Sends a signal to a process and everything that it started. Windows has no signals: there, Ctrl-C reaches every
 * process of a console by itself, and `taskkill` ends the others.
 */
export function signalGroup(pid: number, signal: NodeJS.Signals, { platform, kill, run }: System = here): void {
  try {
    if (platform !== "win32") kill(-pid, signal);
    else if (signal === "SIGKILL") run("taskkill", ["/pid", String(pid), "/t", "/f"]);
  } catch {
    // The whole group has ended already.
  }
}
