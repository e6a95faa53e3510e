import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, vi } from "vitest";
import { packagePath } from "../../src/package/files.js";
import { run as runHere } from "../../src/tools/cli/run.js";

export interface Ran {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd?: string | undefined;
  readonly env?: NodeJS.ProcessEnv;
  /** What it reads on stdin; nothing when left out. */
  readonly input?: string | Uint8Array;
}

/**
 * Runs a command line to its end in this process. Not for commands that serve until a signal or read a file descriptor.
 * The output of a command that `exec` runs goes to this process's own streams.
 */
export const run = (args: readonly string[], options?: RunOptions): Promise<Ran> =>
  runInProcess(async () => {
    process.argv = [process.execPath, packagePath("bin/payment-sandbox.js"), ...args];
    await runHere(args);
    return Number(process.exitCode ?? 0);
  }, options);

let last: Promise<unknown> = Promise.resolve();

/** Runs work as a process of its own would, one at a time, because a process has one folder and one stdout. */
export function runInProcess(work: () => Promise<number>, options: RunOptions = {}): Promise<Ran> {
  const ran = last.then(() => runAlone(work, options));
  last = ran.catch(() => {});
  return ran;
}

async function runAlone(work: () => Promise<number>, { cwd, env, input }: RunOptions): Promise<Ran> {
  const said = { stdout: "", stderr: "" };
  const { argv, env: variables, exitCode } = process;
  const folder = process.cwd();
  const listening = signals.map((signal) => new Set<unknown>(process.listeners(signal)));
  const streams = (["stdout", "stderr"] as const).map((stream) =>
    vi.spyOn(process[stream], "write").mockImplementation((text) => {
      said[stream] += typeof text === "string" ? text : Buffer.from(text).toString();
      return true;
    }),
  );
  const read = Readable.from(input === undefined ? [] : [Buffer.from(input)], { objectMode: false });
  const stdin = vi.spyOn(process, "stdin", "get").mockReturnValue(read as typeof process.stdin);
  try {
    process.env = environment(env);
    process.exitCode = undefined;
    if (cwd !== undefined) process.chdir(cwd);
    return { exitCode: await work(), ...said };
  } finally {
    process.chdir(folder);
    Object.assign(process, { argv, env: variables, exitCode });
    for (const spy of [...streams, stdin]) spy.mockRestore();
    // A command that could not start leaves these to the end of its process.
    for (const [index, signal] of signals.entries())
      for (const listener of process.listeners(signal))
        if (!listening[index]!.has(listener)) process.off(signal, listener);
  }
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** This process's variables without those of a sandbox. The processes of a test file find no others' sandboxes. */
export const environment = (env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("PAYMENT_SANDBOX_"))),
  XDG_STATE_HOME: join(packagePath("node_modules/.cache/test-state"), `${process.pid}`, fileName()),
  ...env,
});

/** Test files of one worker share this module. */
const fileName = (): string => expect.getState().testPath!.replace(/\W+/g, "-").slice(-80);
