import { type ChildProcess, type SpawnOptions, spawn, spawn as spawnHere } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { constants } from "node:os";
import { InvalidInput } from "../../package/errors.js";
import { quoted } from "../../package/typed.js";
import { signalGroup } from "./process-group.js";
import { killAll, markedWith, pidsNow } from "./processes.js";
import { onStopSignals } from "./stop-signals.js";
import { spawnWatched } from "./watchdog.js";

/** The end of a command that ran in this terminal. */
export interface EndedHere {
  /** The command's exit code. If a signal ended it, 128 plus the signal's number. */
  readonly exitCode: number;
  /** The signal that this process received while the command ran. */
  readonly stoppedBy?: NodeJS.Signals | undefined;
}

/** How long a command may take to end after a signal was forwarded, in milliseconds. */
const GRACE_MS = 1400;

/** Runs a command with this process's stdio, in its own process group. Forwards signals to it. Throws InvalidInput. */
export async function runChild(words: readonly string[], env: NodeJS.ProcessEnv): Promise<EndedHere> {
  let child: ChildProcess | undefined;
  let stoppedBy: NodeJS.Signals | undefined;
  let killer: NodeJS.Timeout | undefined;
  const pass = (signal: NodeJS.Signals) => {
    // A second signal kills the command at once.
    if (stoppedBy !== undefined) return kill(child, "SIGKILL");
    stoppedBy = signal;
    kill(child, signal);
    killer = setTimeout(() => kill(child, "SIGKILL"), GRACE_MS);
  };
  // Before the command starts, so that no signal ends this process alone.
  const off = onStopSignals(["SIGINT", "SIGTERM", "SIGHUP"], pass);
  try {
    const started = await start(words, { stdio: "inherit", env });
    child = started.child;
    const exitCode = await started.exited;
    // Ends processes that the command may have left behind. They would go on with the keys and the address of a sandbox that is gone.
    kill(child, stoppedBy === undefined ? "SIGTERM" : "SIGKILL");
    started.unwatch();
    return { exitCode, stoppedBy };
  } finally {
    clearTimeout(killer);
    off();
  }
}

export interface RunApart {
  /** The working folder. By default, that of this process. */
  readonly cwd?: string | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
  /** Ends the command when aborted. */
  readonly signal: AbortSignal;
  /** True if the only word is a line for the system's shell. */
  readonly isShellLine?: true;
  /** True to end processes, too, that left its group and outlive it, such as daemons (on Linux). */
  readonly endsDaemons?: true;
}

/** Marks the processes of one command, however they were started. */
const RUN = "PAYMENT_SANDBOX_RUN";

/** The result of a command that ran separately. */
export interface EndedApart {
  /** Null if a timeout or a signal ended it. */
  readonly exitCode: number | null;
  readonly hasTimedOut: boolean;
  /** Its stdout, and the end of both streams together. */
  readonly stdout: string;
  readonly output: string;
}

/** How long to read the streams of a command that has ended, in milliseconds. */
const STREAMS_MS = 1000;
/** How much of a command's output to keep. */
const OUTPUT_CHARS = 10_000;
const STDOUT_CHARS = 5_000_000;

/**
 * Runs a command in parallel with others: without a terminal, in its own process group, which is killed at the end.
 * Throws InvalidInput.
 */
export async function runApart(words: readonly string[], run: RunApart): Promise<EndedApart> {
  const { cwd, timeoutMs, signal, isShellLine } = run;
  const mark = run.endsDaemons && randomUUID();
  const before = mark === undefined ? undefined : pidsNow();
  const env = mark === undefined ? run.env : { ...run.env, [RUN]: mark };
  const options: SpawnOptions = { stdio: ["ignore", "pipe", "pipe"], env, ...(cwd !== undefined && { cwd }) };
  const { child, exited, unwatch } = await start(words, options, isShellLine);
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
  const closed = new Promise((resolve) => child.once("close", resolve));
  let hasTimedOut = false;
  const stop = () => kill(child, "SIGKILL");
  const timer = setTimeout(() => {
    hasTimedOut = true;
    stop();
  }, timeoutMs);
  signal.addEventListener("abort", stop);
  if (signal.aborted) stop();
  const code = await exited.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
    // Kills processes that the command may have left behind, because they keep its streams open.
    stop();
    if (before !== undefined) killAll(markedWith(`${RUN}=${mark}`, before));
    unwatch();
  });
  const exitCode = hasTimedOut || signal.aborted ? null : code;
  // The streams may still contain its last output, but a process that left its group might keep them open forever.
  const closing = setTimeout(() => {
    child.stdout?.destroy();
    child.stderr?.destroy();
  }, STREAMS_MS);
  await closed;
  clearTimeout(closing);
  return { exitCode, hasTimedOut, stdout, output };
}

/** Starts a command in its own process group, which is killed if this process is killed. Throws InvalidInput. */
async function start([file = "", ...args]: readonly string[], options: SpawnOptions, isShellLine = false) {
  // Comes from an unset variable, for example. Node.js throws an unclear error for it.
  if (file === "") throw new InvalidInput('there is no command ""');
  const spawn = isShellLine ? spawnLine : await commandSpawn();
  const { child, unwatch } = spawnWatched(() =>
    spawn(file, args, { ...options, detached: process.platform !== "win32" }),
  );
  const exited = new Promise<number>((resolve, reject) => {
    child.once("error", (error: NodeJS.ErrnoException) => reject(notRun(file, args, error)));
    child.once("exit", (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
  return { child, exited, unwatch };
}

/** Uses only the line itself. Node.js knows how to pass it to each shell. */
const spawnLine: Spawn = (line, _, options) => spawnHere(line, { ...options, shell: true });

/** The program in the first line of a script. Undefined if it has none, or there is no such file. */
const interpreterOf = (file: string): string | undefined =>
  statSync(file, { throwIfNoEntry: false })?.isFile()
    ? /^#!([^\n]*)/.exec(readFileSync(file, "latin1"))?.[1]
    : undefined;

function notRun(file: string, args: readonly string[], { code, message }: NodeJS.ErrnoException): InvalidInput {
  // The shell itself does both, and this is no shell.
  if (/^[A-Za-z_]\w*=/.test(file) || OF_SHELL.has(file)) {
    const before = file.includes("=") ? "set variables before payment-sandbox, or " : "";
    const line = [file, ...args].join(" ");
    return new InvalidInput(`there is no command ${file}; ${before}use a shell: sh -c ${quoted(line)}`);
  }
  // A shell replaces an unquoted `*/*` by the files that fit it. They then stand where the command should.
  if (code === "EACCES" && !args.includes("--") && /^\.{0,2}\//.test(file) && statSync(file).isFile())
    return new InvalidInput(`${file} is not executable: chmod +x ${file}, or name the program that runs it`);
  const interpreter = code === "ENOENT" && /[/\\]/.test(file) ? interpreterOf(file) : undefined;
  if (interpreter !== undefined)
    return new InvalidInput(
      `${file} is there, but not the program that its first line names: ${JSON.stringify(interpreter)}${interpreter.endsWith("\r") ? "; its lines end with \\r\\n: write them with \\n, as dos2unix does" : ""}`,
    );
  const isPattern = code === "EACCES" || args.includes("--") || existsSync(file);
  const hint = isPattern
    ? "; options stand before the command, --scenario once for each file, and an --only with * needs quotes"
    : args.length === 0 && file.includes(" ")
      ? `; ${ofOneText(file.trim())}`
      : code === "ENOENT" && !/[/\\]/.test(file)
        ? "; it is not on the PATH: install it, or give its path"
        : "";
  return new InvalidInput(
    `${code === "ENOENT" ? `there is no command ${file}` : `cannot run ${file}: ${message}`}${hint}`,
  );
}

/** What to type in the place of a whole line in quotes. Only a shell knows what its signs mean. */
function ofOneText(line: string): string {
  if (!/[&|;<>]/.test(line)) return `give each word by itself, without quotes around all: ${line}`;
  return `use a shell: ${process.platform === "win32" ? `cmd /c "${line}"` : `sh -c ${quoted(line)}`}`;
}

/** Words of the shell, which are no programs everywhere. */
const OF_SHELL: ReadonlySet<string> = new Set([
  "cd",
  "export",
  "set",
  "source",
  ".",
  "eval",
  "ulimit",
  "alias",
  "if",
  "for",
]);

function kill(child: ChildProcess | undefined, signal: NodeJS.Signals): void {
  if (child?.pid !== undefined) signalGroup(child.pid, signal);
}

type Spawn = (file: string, args: readonly string[], options: SpawnOptions) => ChildProcess;

/**
 * The function that starts commands. On Windows, cross-spawn is needed, because commands such as `npm` are scripts
 * that only the shell can run.
 */
export async function commandSpawn(platform: NodeJS.Platform = process.platform): Promise<Spawn> {
  return platform === "win32" ? (await import("cross-spawn")).default.spawn : spawn;
}
