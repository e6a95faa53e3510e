import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { stateFolder } from "../package/state-folder.js";
import { writeWhole } from "../package/whole-file.js";

/** A sandbox of this user that runs. */
export interface LiveSandbox {
  readonly url: string;
  readonly pid: number;
  /** Where it was started. */
  readonly cwd: string;
  /** ISO 8601. */
  readonly started: string;
}

/** Where each running sandbox of a user has a file. */
const folderOf = (env: NodeJS.ProcessEnv): string => join(stateFolder(env), "running");

/** Writes that a sandbox runs; the returned function takes it back. A folder that cannot be written is no reason to fail. */
export function enter(sandbox: LiveSandbox, env: NodeJS.ProcessEnv = process.env): () => void {
  try {
    const folder = folderOf(env);
    const file = join(folder, `${sandbox.pid}.json`);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeWhole(file, `${JSON.stringify(sandbox)}\n`, 0o600);
    return () => rmSync(file, { force: true });
  } catch {
    return () => {};
  }
}

/** The sandboxes that run, newest first. Entries of processes that are gone are removed. */
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
    // Another process has just removed it, or it is none of ours.
  }
  return [];
}

/** A process of another user may not be signalled, and runs all the same. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
