import { mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { coreOfServers } from "./cores.ts";
import { send } from "./load.ts";
import { createBody, prepare, queryBody } from "./requests.ts";
import { cpuMs, keptPlaces, median, type Started, startFloor, startIn } from "./servers.ts";

/** A server's code is compiled for some ten thousand requests before it runs at its pace. */
const WARM = 10_000;
const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 10_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const FLOOR = "(b) Hono, verify, zod, 3 inserts";

interface Sample {
  readonly perSecond: number;
  readonly cpuUs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

type Kind = "create" | "query";
type Bodies = Readonly<Record<Kind, readonly string[]>>;

/** Throughput and CPU of create and query at 16 connections, in memory and on file, and their ratios to floor (b). */
export const throughput = (): Promise<void> =>
  measure(undefined, ({ perSecond, cpuUs, p99Ms }, floor) => {
    const ratios = `${(perSecond / floor.perSecond).toFixed(2)} of (b), by CPU ${(floor.cpuUs / cpuUs).toFixed(2)}`;
    return `${perSecond.toFixed(0).padStart(6)}/s  p99 ${p99Ms.toFixed(1).padStart(4)} ms  ${cpuUs.toFixed(0).padStart(4)} CPU µs  ${ratios}`;
  });

/** Median and p99 of the same, each server alone on a core: the floors show what the machine and Node do to a tail. */
export const tails = (): Promise<void> =>
  measure(coreOfServers(), ({ p50Ms, p99Ms }) => {
    const [p50, p99] = [p50Ms, p99Ms].map((ms) => ms.toFixed(2).padStart(6));
    return `median ${p50} ms  p99 ${p99} ms  ${(p99Ms / p50Ms).toFixed(1)} medians`;
  });

/** Each server in turn and fresh, round after round, so that the machine's moods fall on all alike. */
async function measure(core: string | undefined, textOf: (own: Sample, floor: Sample) => string): Promise<void> {
  const bodies = {
    create: prepare(WARM + REQUESTS, "timed", createBody),
    query: prepare(WARM + REQUESTS, "timed", queryBody),
  };
  for (const kept of keptPlaces) {
    const samples: Record<Kind, Map<string, Sample[]>> = { create: new Map(), query: new Map() };
    for (let round = 0; round < ROUNDS; round++) {
      using folder = mkdtempDisposableSync(join(tmpdir(), "payment-sandbox-bench-"));
      const file = kept === "file" ? join(folder.path, "floor.sqlite") : undefined;
      const options = kept === "file" ? ["--data-dir", join(folder.path, "ours")] : [];
      for (const [what, start] of [
        ["(a) bare node:http", () => startFloor("bare", undefined, { core })],
        [FLOOR, () => startFloor("hono", file, { core })],
        ["payment-sandbox", () => startIn({ core }, ...options)],
      ] as const) {
        await using server = await start();
        for (const kind of ["create", "query"] as const)
          samples[kind].set(what, [...(samples[kind].get(what) ?? []), await sampled(server, kind, bodies)]);
      }
    }
    for (const kind of ["create", "query"] as const) {
      console.log(
        `\n${kind}, ${kept}, medians of ${ROUNDS} rounds (at least ${kept === "file" ? 0.67 : 0.74} of (b); p99 under 4 medians); by CPU: (b)'s over its own`,
      );
      const floor = middle(samples[kind].get(FLOOR)!);
      for (const [what, rounds] of samples[kind]) console.log(`  ${what.padEnd(34)} ${textOf(middle(rounds), floor)}`);
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
