import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempDisposableSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { bundleOptions } from "../build/bundle-options.ts";
import { inspectorAt } from "./inspector.ts";
import { send } from "./load.ts";
import { createBody, prepare, queryBody } from "./requests.ts";
import { at, cpuMs, keptPlaces, oursArgs, startedAt } from "./servers.ts";

const WARM = 10_000;
const CALLS = 10_000;
/** Beside dist, as what is bundled looks for the package's files around it. */
const BUNDLE = `dist.profile-${process.pid}`;

/** Where the CPU of a create and of a query goes: microseconds a call, by step. The server is warm, and answers as shipped. */
export async function profile(): Promise<void> {
  const creates = prepare(WARM + CALLS, "profile", createBody);
  // Of the newest orders, which a merchant asks for.
  const queries = prepare(2 * WARM, "profile", queryBody).slice(WARM);
  for (const kept of keptPlaces) {
    using folder = mkdtempDisposableSync(join(tmpdir(), "payment-sandbox-bench-"));
    try {
      await using server = await started(kept === "file" ? ["--data-dir", folder.path] : []);
      const post = (path: string, requests: number, body: (n: number) => string) =>
        send({ url: `${server.url}/hosted-checkout/${path}`, body, requests });
      await post("create", WARM, (n) => creates[n]!);
      await profiled(server, `create, ${kept}`, () => post("create", CALLS, (n) => creates[WARM + n]!));
      await post("query", WARM, (n) => queries[n]!);
      await profiled(server, `query, ${kept}`, () => post("query", CALLS, (n) => queries[n]!));
    } finally {
      rmSync(at(`../${BUNDLE}`), { recursive: true, force: true });
    }
  }
}

/** The bin with its inspector open, bundled so that each function's source file can be told. */
async function started(options: readonly string[]) {
  await build({
    ...bundleOptions,
    entryPoints: { main: at("../src/tools/cli/main.ts") },
    outdir: at(`../${BUNDLE}`),
    splitting: true,
  });
  const args = ["--inspect=127.0.0.1:0", `${BUNDLE}/main.js`, ...oursArgs("--port", "0", ...options).slice(1)];
  const child = spawn(process.execPath, args, { cwd: at(".."), stdio: ["ignore", "pipe", "pipe"] });
  const [debug] = (await once(createInterface(child.stderr), "line")) as [string];
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  const { ask } = await inspectorAt(/ws:\S+/.exec(debug)![0]);
  return Object.assign(startedAt(`http://127.0.0.1:${/:(\d+)/.exec(line)![1]}`, child), { ask });
}

type Server = Awaited<ReturnType<typeof started>>;
interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
    readonly children?: readonly number[];
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

async function profiled(server: Server, what: string, load: () => Promise<unknown>): Promise<void> {
  await server.ask("Profiler.enable");
  await server.ask("Profiler.setSamplingInterval", { interval: 100 });
  await server.ask("Profiler.start");
  const before = cpuMs(server);
  await load();
  const cpuUs = ((cpuMs(server) - before) * 1000) / CALLS;
  const { profile } = (await server.ask("Profiler.stop")) as { readonly profile: Profile };
  print(what, cpuUs, stepsOf(profile));
}

/** A step is a source file, a package, or a native function under the step that called it. */
function stepsOf({ nodes, samples, timeDeltas }: Profile): ReadonlyMap<string, number> {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const known = new Map<number, string>();
  const stepOf = (id: number): string => {
    const had = known.get(id);
    if (had !== undefined) return had;
    const { functionName, url, lineNumber } = byId.get(id)!.callFrame;
    const parent = parents.get(id);
    const own = url.startsWith("file:") ? sourceAt(fileURLToPath(url), lineNumber) : url || functionName;
    const isNative = url === "" && !functionName.startsWith("(") && parent !== undefined;
    const step = isNative ? `${stepOf(parent)} → ${functionName}` : own;
    known.set(id, step);
    return step;
  };
  const sums = new Map<string, number>();
  for (const [n, id] of samples.entries()) {
    const step = stepOf(id);
    if (step !== "(idle)") sums.set(step, (sums.get(step) ?? 0) + timeDeltas[n]!);
  }
  const all = [...sums.values()].reduce((sum, us) => sum + us, 0);
  return new Map([...sums].map(([step, us]) => [step, us / all]));
}

const files = new Map<string, readonly string[]>();

/** The bundler writes each source file's name before its code. */
function sourceAt(file: string, line: number): string {
  let lines = files.get(file);
  if (!lines) {
    lines = readFileSync(file, "utf8").split("\n");
    files.set(file, lines);
  }
  for (let n = line; n >= 0; n--) {
    const name = /^\/\/ ((?:src|node_modules)\/\S+)/.exec(lines[n]!)?.[1];
    if (name) return name.startsWith("src") ? name : name.split("/").slice(1, 3).join("/");
  }
  return file;
}

const LEAST = 0.002;

function print(what: string, cpuUs: number, steps: ReadonlyMap<string, number>): void {
  console.log(`\n${what}: ${cpuUs.toFixed(0)} µs of CPU a call, profiler included; by the main thread's samples:`);
  for (const [step, share] of [...steps].sort(([, a], [, b]) => b - a))
    if (share >= LEAST)
      console.log(`  ${(share * cpuUs).toFixed(1).padStart(6)} µs ${(share * 100).toFixed(1).padStart(5)} %  ${step}`);
}
