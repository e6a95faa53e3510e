import { createHash } from "node:crypto";
import { lstatSync, mkdirSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { isMainThread } from "node:worker_threads";
import { CannotStart } from "../../../package/errors.js";
import { packageRoot } from "../../../package/files.js";
import { version } from "../../../package/version.js";
import type { SandboxOptions } from "../types.js";

/** A run of a test runner, as its sandbox needs to know it. */
export interface RunnerRun {
  /** The process of the runner. The sandbox ends with it. */
  readonly runnerPid: number;
  /** The path of the local socket (on Windows: the pipe) by which the workers of this run find their sandbox. */
  readonly address: string;
}

/** The run that this process is part of. Workers with the same options and working folder share one sandbox. */
export function currentRun(options: SandboxOptions): RunnerRun {
  const runnerPid = isForkedWorker() ? process.ppid : process.pid;
  const shared = [version, packageRoot, process.cwd(), runnerPid, options];
  const id = createHash("sha256").update(JSON.stringify(shared)).digest("hex").slice(0, 20);
  return { runnerPid, address: addressOf(id) };
}

/**
 * True in a process that a runner made for its tests: Jest, Vitest and Playwright fork with a channel, node:test sets a
 * variable. Worker threads, and tests in the runner's own process, have the runner's pid.
 */
const isForkedWorker = (): boolean =>
  isMainThread && (process.send !== undefined || process.env.NODE_TEST_CONTEXT !== undefined);

/** The longest path of a socket that every system takes, in bytes. */
const LONGEST = 100;

function addressOf(id: string): string {
  if (process.platform === "win32") return `\\\\.\\pipe\\payment-sandbox-${id}`;
  const inFolder = (folder: string): string => join(folder, `payment-sandbox-${userInfo().uid}`, `${id}.sock`);
  const address = inFolder(tmpdir());
  return Buffer.byteLength(address) <= LONGEST ? address : inFolder("/tmp");
}

/** Makes the folder of the sockets. Throws CannotStart if it belongs to another user, who could answer in its place. */
export function makePrivateFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== userInfo().uid || (found.mode & 0o077) !== 0)
    throw new CannotStart(`${folder} must be a folder that only you can open: remove it, or set TMPDIR`);
}
