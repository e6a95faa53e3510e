import "../support/dist.js";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { packagePath } from "../../src/package/files.js";

/** The built command, run as a process of its own. */
export interface Ran {
  readonly child: ChildProcess;
  readonly url: string;
  /** What it wrote on stderr so far. */
  said(): string;
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const alive = new Set<ChildProcess>();
// Who is stopped in the midst of a test or a proof leaves no server behind.
process.on("exit", () => {
  for (const child of alive) child.kill("SIGKILL");
});

const ownBin = (): string => packagePath("bin/payment-sandbox.js");

function start(args: readonly string[], nodeArgs: readonly string[] = [], bin = ownBin()): ChildProcess {
  const child = spawn(process.execPath, [...nodeArgs, bin, "start", "--port", "0", ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NO_COLOR: "1" },
  });
  alive.add(child);
  child.once("exit", () => alive.delete(child));
  return child;
}

/** What it logged of our own mistakes. */
export const defectsIn = (ran: Pick<Ran, "said">): readonly string[] =>
  ran
    .said()
    .split("\n")
    .filter((line) => /"message":"defect/.test(line))
    .map((line) => line.slice(0, 600));

/** Resolves when it is ready; rejects with what it said when it ends before. */
export const run = (...args: string[]): Promise<Ran> => runWith([], ...args);

/** The same, with options of Node's own. */
export const runWith = (nodeArgs: readonly string[], ...args: string[]): Promise<Ran> => ready(start(args, nodeArgs));

/** The same by another version's command. */
export const runBy = (bin: string, ...args: string[]): Promise<Ran> => ready(start(args, [], bin));

async function ready(child: ChildProcess): Promise<Ran> {
  let said = "";
  child.stderr?.on("data", (chunk) => {
    said += chunk;
  });
  const url = await new Promise<string>((resolve, reject) => {
    let out = "";
    child.stdout?.on("data", (chunk) => {
      out += chunk;
      const ready = /payment-sandbox ready at (\S+)/.exec(out);
      if (ready) resolve(ready[1]!);
    });
    child.once("exit", (code) => reject(new Error(`expected a server, it ended with ${code}: ${said}`)));
  });
  return { child, url, said: () => said };
}

/** Runs it to its end. */
export async function runToEnd(...args: string[]): Promise<Ended> {
  const child = start(args);
  let [stdout, stderr] = ["", ""];
  child.stdout?.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr?.on("data", (chunk) => {
    stderr += chunk;
  });
  const [code] = await once(child, "close");
  return { code, stdout, stderr };
}

/** Ends it and resolves when it is gone; answers its exit code. */
export async function end({ child }: Ran, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const gone = once(child, "exit");
  child.kill(signal);
  const [code] = await gone;
  return code;
}
