import { mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { coreOfServers } from "./cores.ts";
import { send } from "./load.ts";
import { median } from "./ratios.ts";
import { createBody, prepare, queryBody } from "./requests.ts";
import { cpuMs, keptPlaces, type Started, startFloor, startIn } from "./servers.ts";

/** A server's code is compiled for some ten thousand requests before it runs at its pace. */
const WARM = 10_000;
const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 10_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const kinds = ["create", "query"] as const;

interface Sample {
  readonly perSecond: number;
  readonly cpuUs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

type Kind = (typeof kinds)[number];
type Bodies = Readonly<Record<Kind, readonly string[]>>;

/**
 * Create and query at 16 connections, in memory and on file, beside floor (b): throughput, CPU, median and p99. Each server in turn and
 * fresh, round after round, alone on a core, so that the machine's moods fall on both alike.
 */
export async function throughput(): Promise<void> {
  const core = coreOfServers();
  const bodies = {
    create: prepare(WARM + REQUESTS, "timed", createBody),
    query: prepare(WARM + REQUESTS, "timed", queryBody),
  };
  for (const kept of keptPlaces) {
    const samples: Record<Kind, Record<"floor" | "ours", Sample[]>> = {
      create: { floor: [], ours: [] },
      query: { floor: [], ours: [] },
    };
    for (let round = 0; round < ROUNDS; round++) {
      using folder = mkdtempDisposableSync(join(tmpdir(), "payment-sandbox-bench-"));
      const file = kept === "file" ? join(folder.path, "floor.sqlite") : undefined;
      const options = kept === "file" ? ["--data-dir", join(folder.path, "ours")] : [];
      for (const [side, start] of [
        ["floor", () => startFloor(file, { core })],
        ["ours", () => startIn({ core }, ...options)],
      ] as const) {
        await using server = await start();
        for (const kind of kinds) samples[kind][side].push(await sampled(server, kind, bodies));
      }
    }
    for (const kind of kinds) {
      console.log(`\n${kind}, ${kept}, medians of ${ROUNDS} rounds (p99 under 4 medians); by CPU: (b)'s over its own`);
      const [floor, ours] = [middle(samples[kind].floor), middle(samples[kind].ours)];
      console.log(`  (b) Hono, verify, zod, 3 inserts  ${textOf(floor)}`);
      const ratios = `${(ours.perSecond / floor.perSecond).toFixed(2)} of (b), by CPU ${(floor.cpuUs / ours.cpuUs).toFixed(2)}`;
      console.log(`  payment-sandbox                   ${textOf(ours)}  ${ratios}`);
    }
  }
}

/** Queries need the orders that the creates made. */
async function sampled(server: Started, kind: Kind, bodies: Bodies): Promise<Sample> {
  const post = (from: number, requests: number) =>
    send({ url: `${server.url}/hosted-checkout/${kind}`, body: (n) => bodies[kind][from + n]!, requests });
  await post(0, WARM);
  const before = cpuMs(server);
  const { perSecond, p50Ms, p99Ms } = await post(WARM, REQUESTS);
  return { perSecond, p50Ms, p99Ms, cpuUs: ((cpuMs(server) - before) * 1000) / REQUESTS };
}

const middle = (rounds: readonly Sample[]): Sample => {
  const of = (what: keyof Sample): number => median(rounds.map((round) => round[what]));
  return { perSecond: of("perSecond"), cpuUs: of("cpuUs"), p50Ms: of("p50Ms"), p99Ms: of("p99Ms") };
};

function textOf({ perSecond, cpuUs, p50Ms, p99Ms }: Sample): string {
  const times = `median ${p50Ms.toFixed(2)} ms  p99 ${p99Ms.toFixed(1).padStart(4)} ms, ${(p99Ms / p50Ms).toFixed(1)} medians`;
  return `${perSecond.toFixed(0).padStart(6)}/s  ${times}  ${cpuUs.toFixed(0).padStart(4)} CPU µs`;
}
