import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { coreOfServers } from "./cores.ts";
import { send } from "./load.ts";
import { createBody, prepare, queryBody } from "./requests.ts";
import { keptPlaces, median, type Started, startFloor, startIn } from "./servers.ts";

const WARM = 10_000;
const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 10_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);

/**
 * Median and p99 of create and query at 16 connections, each round on a fresh server; beside it servers that do much less, in
 * the same rounds: what the machine and Node alone do to a tail.
 */
export async function tails(): Promise<void> {
  const bodies: Bodies = {
    creates: prepare(WARM + REQUESTS, "tails", createBody),
    queries: prepare(WARM, "tails", queryBody),
  };
  console.log(`\ntails at 16 connections, medians of ${ROUNDS} rounds (p99 under 4 medians)`);
  for (const kept of keptPlaces) {
    const found = new Map<string, Tail[]>();
    for (let round = 0; round < ROUNDS; round++) {
      const folder = mkdtempSync(join(tmpdir(), "payment-sandbox-bench-"));
      try {
        for (const [name, start] of serversIn(folder, kept)) {
          await using server = await start();
          for (const [kind, tail] of Object.entries(await tailsOf(server, bodies)))
            found.set(`${kind}, ${kept}, ${name}`, [...(found.get(`${kind}, ${kept}, ${name}`) ?? []), tail]);
        }
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    }
    for (const [what, ofRounds] of [...found].sort(([a], [b]) => a.localeCompare(b))) print(what, ofRounds);
  }
}

interface Bodies {
  readonly creates: readonly string[];
  readonly queries: readonly string[];
}

/** As in `throughput`: (a) answers a line, (b) does the same checks and three inserts. */
function serversIn(folder: string, kept: string): readonly (readonly [string, () => Promise<Started>])[] {
  const core = coreOfServers();
  const isFile = kept === "file";
  return [
    ["(a)", () => startFloor("bare", undefined, { core })],
    ["(b)", () => startFloor("hono", isFile ? join(folder, "floor.sqlite") : undefined, { core })],
    ["ours", () => startIn({ core }, ...(isFile ? ["--data-dir", join(folder, "ours")] : []))],
  ];
}

async function tailsOf({ url }: Started, { creates, queries }: Bodies): Promise<Record<"create" | "query", Tail>> {
  const post = (path: string, requests: number, body: (n: number) => string) =>
    send({ url: `${url}/hosted-checkout/${path}`, body, requests });
  await post("create", WARM, (n) => creates[n]!);
  const create = await post("create", REQUESTS, (n) => creates[WARM + n]!);
  await post("query", WARM, (n) => queries[n]!);
  return { create, query: await post("query", REQUESTS, (n) => queries[n % WARM]!) };
}

interface Tail {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

function print(what: string, tails: readonly Tail[]): void {
  const p50 = median(tails.map(({ p50Ms }) => p50Ms));
  const p99 = median(tails.map(({ p99Ms }) => p99Ms));
  const ratio = median(tails.map(({ p50Ms, p99Ms }) => p99Ms / p50Ms));
  console.log(
    `  ${what.padEnd(22)} median ${p50.toFixed(2).padStart(6)} ms  p99 ${p99.toFixed(2).padStart(6)} ms  ${ratio.toFixed(1)} medians`,
  );
}
