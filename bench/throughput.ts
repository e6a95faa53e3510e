import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { send } from "./load.ts";
import { createBody, prepare, queryBody } from "./requests.ts";
import { cpuMs, median, type Started, startFloor, startOurs } from "./servers.ts";

/** A server's code is compiled for some ten thousand requests before it runs at its pace. */
const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 10_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);

interface Sample {
  readonly perSecond: number;
  readonly p99Ms: number;
  readonly cpuUs: number;
}

type Kind = "create" | "query";
interface Bodies {
  readonly warmCreates: readonly string[];
  readonly creates: readonly string[];
  readonly warmQueries: readonly string[];
  readonly queries: readonly string[];
}

/** Prints throughput and CPU, and their ratios to floor (b), for create and query, in memory and on file. */
export async function throughput(): Promise<void> {
  const bodies: Bodies = {
    warmCreates: prepare(REQUESTS, "warm", createBody),
    creates: prepare(REQUESTS, "timed", createBody),
    warmQueries: prepare(REQUESTS, "warm", queryBody),
    queries: prepare(REQUESTS, "timed", queryBody),
  };
  for (const file of [false, true])
    for (const kind of ["create", "query"] as const) print(kind, file, await compare(kind, file, bodies));
}

/** Each server in turn, round after round, so that the machine's moods fall on all alike. */
async function compare(kind: Kind, file: boolean, bodies: Bodies): Promise<ReadonlyMap<string, Sample[]>> {
  const samples = new Map<string, Sample[]>();
  for (let round = 0; round < ROUNDS; round++) {
    const folder = mkdtempSync(join(tmpdir(), "payment-sandbox-bench-"));
    const servers: readonly [string, () => Promise<Started>][] = [
      ["(a) bare node:http", () => startFloor("bare")],
      ["(b) Hono, verify, zod, 3 inserts", () => startFloor("hono", file ? join(folder, "floor.sqlite") : undefined)],
      ["payment-sandbox", () => startOurs(...(file ? ["--data-dir", join(folder, "ours")] : []))],
    ];
    for (const [what, start] of servers) {
      await using server = await start();
      samples.set(what, [...(samples.get(what) ?? []), await sample(server, kind, bodies)]);
    }
    rmSync(folder, { recursive: true, force: true });
  }
  return samples;
}

async function sample(server: Started, kind: Kind, bodies: Bodies): Promise<Sample> {
  const post = (path: Kind, list: readonly string[]) =>
    send({ url: `${server.url}/hosted-checkout/${path}`, body: (n) => list[n]!, requests: list.length });
  await post("create", bodies.warmCreates);
  if (kind === "query") {
    await post("create", bodies.creates);
    await post("query", bodies.warmQueries);
  }
  const before = cpuMs(server);
  const { perSecond, p99Ms } = await post(kind, kind === "query" ? bodies.queries : bodies.creates);
  return { perSecond, p99Ms, cpuUs: ((cpuMs(server) - before) * 1000) / REQUESTS };
}

function print(kind: Kind, file: boolean, samples: ReadonlyMap<string, Sample[]>): void {
  const of = (what: string) => ({
    perSecond: median(samples.get(what)!.map((s) => s.perSecond)),
    p99Ms: median(samples.get(what)!.map((s) => s.p99Ms)),
    cpuUs: median(samples.get(what)!.map((s) => s.cpuUs)),
  });
  const floor = of([...samples.keys()][1]!);
  console.log(
    `\n${kind}, ${file ? "file" : "memory"} (at least ${file ? 0.67 : 0.74} of (b)); by CPU: (b)'s over its own`,
  );
  for (const what of samples.keys()) {
    const { perSecond, p99Ms, cpuUs } = of(what);
    const ratios = `${(perSecond / floor.perSecond).toFixed(2)} of (b), by CPU ${(floor.cpuUs / cpuUs).toFixed(2)}`;
    console.log(
      `  ${what.padEnd(34)} ${perSecond.toFixed(0).padStart(6)}/s  p99 ${p99Ms.toFixed(1).padStart(4)} ms  ${cpuUs.toFixed(0).padStart(4)} CPU µs  ${ratios}`,
    );
  }
}
