import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../../package/make-folder.js";
import { stateFolder } from "../../package/state-folder.js";
import { writeWhole } from "../../package/whole-file.js";

/** A running sandbox of this user. */
export interface LiveSandbox {
  readonly url: string;
  readonly pid: number;
  /** The folder in which it was started. */
  readonly cwd: string;
  /** ISO 8601. */
  readonly started: string;
}

/** The folder with a file for each running sandbox of a user. */
const folderOf = (env: NodeJS.ProcessEnv): string => join(stateFolder(env), "running");

/** Registers a running sandbox. The returned function removes the entry. An unwritable folder is ignored. */
export function enter(sandbox: LiveSandbox, env: NodeJS.ProcessEnv = process.env): () => void {
  try {
    const folder = folderOf(env);
    const file = join(folder, `${sandbox.pid}.json`);
    makeFolder(folder, 0o700);
    writeWhole(file, `${JSON.stringify(sandbox)}\n`, 0o600);
    return () => rmSync(file, { force: true });
  } catch {
    return () => {};
  }
}

/** The running sandboxes, newest first. Removes entries of processes that have ended. */
export function liveSandboxes(env: NodeJS.ProcessEnv = process.env): readonly LiveSandbox[] {
  const folder = folderOf(env);
  return filesIn(folder)
    .flatMap((name) => liveIn(join(folder, name)))
    .sort((a, b) => b.started.localeCompare(a.started));
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => /^\d+\.json$/.test(name));
  } catch {
    return [];
  }
}

function liveIn(file: string): readonly LiveSandbox[] {
  try {
    const { url, pid, cwd, started } = JSON.parse(readFileSync(file, "utf8")) as LiveSandbox;
    if (isRunning(pid) && URL.canParse(url)) return [{ url, pid, cwd: String(cwd), started: String(started) }];
    rmSync(file, { force: true });
  } catch {
    // Another process has just removed it, or it isn't one of our files.
  }
  return [];
}

/** True also for processes that this user may not signal. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
