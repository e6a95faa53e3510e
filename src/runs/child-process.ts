import { type ChildProcess, spawn as spawnHere } from "node:child_process";
import { constants } from "node:os";
import { signalGroup } from "./process-group.js";
import { commandSpawn, type Spawn } from "./spawn-command.js";

export interface Ended {
  /** The command's own; 128 and the signal's number where a signal ended it. */
  readonly exitCode: number;
  /** The signal that this process was sent meanwhile. */
  readonly stoppedBy?: NodeJS.Signals | undefined;
}

/** The command could not be run at all. */
export class CommandNotRun extends Error {}

/** How long a command may take to end after a signal was passed on, in milliseconds. */
const GRACE_MS = 1400;
const forwarded = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Runs a command with this process's stdio in a process group of its own, which gets the signals that this process gets. */
export async function runChild([file = "", ...args]: readonly string[], env: NodeJS.ProcessEnv): Promise<Ended> {
  refuseNothing(file);
  const spawn = await commandSpawn();
  const child = spawn(file, args, { stdio: "inherit", env, detached: process.platform !== "win32" });
  const watchdog = child.pid === undefined ? undefined : watch(child.pid);
  return new Promise((resolve, reject) => {
    let stoppedBy: NodeJS.Signals | undefined;
    let killer: NodeJS.Timeout | undefined;
    const pass = (signal: NodeJS.Signals) => {
      // The second signal ends the command at once.
      if (stoppedBy !== undefined) return kill(child, "SIGKILL");
      stoppedBy = signal;
      kill(child, signal);
      killer = setTimeout(() => kill(child, "SIGKILL"), GRACE_MS);
    };
    const end = () => {
      clearTimeout(killer);
      for (const signal of forwarded) process.off(signal, pass);
      // Processes that the command started may be left.
      if (stoppedBy !== undefined) kill(child, "SIGKILL");
      watchdog?.stdin?.end("done\n");
    };
    for (const signal of forwarded) process.on(signal, pass);
    child.once("error", (error: NodeJS.ErrnoException) => {
      end();
      reject(notRun(file, error));
    });
    child.once("exit", (code, signal) => {
      end();
      resolve({ exitCode: code ?? 128 + (signal ? constants.signals[signal] : 0), stoppedBy });
    });
  });
}

export interface RunApart {
  /** Where it runs; undefined: where this process does. */
  readonly cwd?: string | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
  /** Ends the command when aborted. */
  readonly signal: AbortSignal;
  /** The one word is a line for the system's shell. */
  readonly isShellLine?: true;
}

/** How a command ended that ran apart. */
export interface EndedApart {
  /** Null where it was ended, because it took too long or by the signal. */
  readonly exitCode: number | null;
  readonly hasTimedOut: boolean;
  /** What it wrote on stdout, and the last of what it wrote on both streams. */
  readonly stdout: string;
  readonly output: string;
}

/** How long the streams of a command that has ended are read, in milliseconds. */
const STREAMS_MS = 1000;
/** So much of what a command writes is kept. */
const OUTPUT_CHARS = 10_000;
const STDOUT_CHARS = 5_000_000;

/**
 * Runs a command beside others: without a terminal, in a process group of its own that ends with it, children included.
 * Throws CommandNotRun.
 */
export async function runApart([file = "", ...args]: readonly string[], run: RunApart): Promise<EndedApart> {
  refuseNothing(file);
  const { cwd, env, timeoutMs, signal, isShellLine } = run;
  const spawn = isShellLine ? spawnLine : await commandSpawn();
  const child = spawn(file, args, {
    stdio: ["ignore", "pipe", "pipe"],
    ...(cwd !== undefined && { cwd }),
    env,
    detached: process.platform !== "win32",
  });
  const watchdog = child.pid === undefined ? undefined : watch(child.pid);
  let stdout = "";
  let output = "";
  const keep = (piece: string): void => {
    output = (output + piece).slice(-OUTPUT_CHARS);
  };
  child.stderr?.setEncoding("utf8").on("data", keep);
  child.stdout?.setEncoding("utf8").on("data", (piece: string) => {
    keep(piece);
    if (stdout.length < STDOUT_CHARS) stdout += piece;
  });
  return new Promise((resolve, reject) => {
    let hasTimedOut = false;
    const stop = () => kill(child, "SIGKILL");
    const timer = setTimeout(() => {
      hasTimedOut = true;
      stop();
    }, timeoutMs);
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      // Processes that the command started may be left, and hold its streams.
      stop();
      watchdog?.stdin?.end("done\n");
    };
    signal.addEventListener("abort", stop);
    if (signal.aborted) stop();
    child.once("error", (error: NodeJS.ErrnoException) => {
      end();
      reject(notRun(file, error));
    });
    child.once("exit", (code, by) => {
      end();
      const isEnded = hasTimedOut || signal.aborted;
      const exitCode = code ?? 128 + (by ? constants.signals[by] : 0);
      // The streams may still hold what it wrote last; who left its group may keep them open for ever.
      const closing = setTimeout(() => {
        child.stdout?.destroy();
        child.stderr?.destroy();
      }, STREAMS_MS);
      child.once("close", () => {
        clearTimeout(closing);
        resolve({ exitCode: isEnded ? null : exitCode, hasTimedOut, stdout, output });
      });
    });
  });
}

/** An empty word, such as of a variable that is not set, is no command: Node.js throws at it. */
function refuseNothing(file: string): void {
  if (file === "") throw new CommandNotRun('there is no command ""');
}

/** Takes no words but the line: Node.js knows how each shell wants it. */
const spawnLine: Spawn = (line, _, options) => spawnHere(line, { ...options, shell: true });

const notRun = (file: string, error: NodeJS.ErrnoException): CommandNotRun =>
  new CommandNotRun(error.code === "ENOENT" ? `there is no command ${file}` : `cannot run ${file}: ${error.message}`);

function kill({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid !== undefined) signalGroup(pid, signal);
}

/** A shell that ends the group where its pipe closes before a line was written: then this process was killed. */
const WATCH = `read -r told || { kill -s TERM -- "-$1"; sleep 1; kill -s KILL -- "-$1"; } 2>/dev/null`;

function watch(pid: number): ChildProcess | undefined {
  if (process.platform === "win32") return undefined;
  const watchdog = spawnHere("/bin/sh", ["-c", WATCH, "payment-sandbox-watchdog", String(pid)], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  watchdog.on("error", () => {});
  watchdog.stdin?.on("error", () => {});
  watchdog.unref();
  return watchdog;
}
