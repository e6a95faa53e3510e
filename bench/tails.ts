import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { coreOfServers } from "./cores.ts";
import { send } from "./load.ts";
import { createBody, prepare, queryBody } from "./requests.ts";
import { at, keptPlaces, median, startIn } from "./servers.ts";

const WARM = 10_000;
const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 10_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);

/** Median and p99 of create and query at 16 connections, each round on a fresh server. */
export async function tails(): Promise<void> {
  const core = coreOfServers();
  const creates = prepare(WARM + REQUESTS, "tails", createBody);
  const queries = prepare(WARM, "tails", queryBody);
  console.log(`\ntails at 16 connections, medians of ${ROUNDS} rounds (p99 under 4 medians)`);
  for (const kept of keptPlaces) {
    const found = { create: [] as Tail[], query: [] as Tail[] };
    for (let round = 0; round < ROUNDS; round++) {
      const folder = mkdtempSync(join(tmpdir(), "payment-sandbox-bench-"));
      try {
        const options = kept === "file" ? ["--data-dir", folder] : [];
        await using server = await startIn({ cwd: at(".."), core }, ...options);
        const post = (path: string, requests: number, body: (n: number) => string) =>
          send({ url: `${server.url}/hosted-checkout/${path}`, body, requests });
        await post("create", WARM, (n) => creates[n]!);
        found.create.push(await post("create", REQUESTS, (n) => creates[WARM + n]!));
        await post("query", WARM, (n) => queries[n]!);
        found.query.push(await post("query", REQUESTS, (n) => queries[n % WARM]!));
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    }
    for (const kind of ["create", "query"] as const) print(`${kind}, ${kept}`, found[kind]);
  }
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
    `  ${what.padEnd(14)} median ${p50.toFixed(2).padStart(6)} ms  p99 ${p99.toFixed(2).padStart(6)} ms  ${ratio.toFixed(1)} medians`,
  );
}
