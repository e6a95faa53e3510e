import { mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { coreOfServers } from "./cores.ts";
import { type Measured, posting, send } from "./load.ts";
import { median, ratioOf } from "./ratios.ts";
import { createBody, prepare, queryBody } from "./requests.ts";
import { cpuMs, keptPlaces, type Started, startFloor, startIn } from "./servers.ts";

const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 10_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
/** Of each load, for servers that are so slow. */
const MOST_SECONDS = 15;
const START_SECONDS = 60;

/** A server, and what it is asked: whole requests. */
export interface Side {
  readonly name: string;
  readonly does: string;
  /** On this core, with a folder of its own. */
  readonly start: (core: string | undefined, folder: string) => Promise<Started>;
  readonly create: (n: number) => string;
  /** The n-th query, and what the first create was answered with. Undefined: a create does the same. */
  readonly query?: (n: number, made: string) => string;
}

/** Create and query at 16 connections, in memory and on file, beside floor (b). */
export async function throughput(): Promise<void> {
  const [calls, core] = [callsOfOurs(10_000), coreOfServers()];
  for (const kept of keptPlaces) {
    const file = (folder: string) => (kept === "file" ? join(folder, "floor.sqlite") : undefined);
    const name = "(b) Hono, verify, zod, 3 inserts";
    await inTurn(10_000, core, [
      ours(`payment-sandbox, ${kept}`, calls, (folder) => (kept === "file" ? ["--data-dir", folder] : [])),
      { name, does: "the floor", start: (on, folder) => startFloor(file(folder), { core: on }), ...calls },
    ]);
  }
}

type Calls = Pick<Side, "create" | "query">;

/** So many creates are prepared as warm-up and measurement take. */
export function callsOfOurs(warm: number): Calls {
  const creates = prepare(1 + warm + REQUESTS, "timed", createBody);
  const queries = prepare(1000, "timed", queryBody);
  return {
    create: (n) => requestText("POST /hosted-checkout/create", { body: creates[n]! }),
    query: (n) => requestText("POST /hosted-checkout/query", { body: queries[n % queries.length]! }),
  };
}

export const ours = (name: string, calls: Calls, options: (folder: string) => readonly string[]): Side => ({
  ...{ name, does: "signatures, a ledger, a journal, scenarios", ...calls },
  start: (core, folder) => startIn({ core }, ...options(folder)),
});

interface Sent {
  readonly body?: string;
  readonly type?: string;
  /** Lines of the head. */
  readonly more?: string;
}

export function requestText(line: string, { body, type = "application/json", more = "" }: Sent = {}): string {
  const about = body === undefined ? "" : `Content-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
  return `${line} HTTP/1.1\r\nHost: localhost\r\n${more}${about}\r\n${body ?? ""}`;
}

const columns = {
  ...{ perSecond: "creates/s", queries: "queries/s", createUs: "CPU µs a create", queryUs: "a query" },
  ...{ p50Ms: "p50 ms", p99Ms: "p99", queryP50Ms: "of a query", queryP99Ms: "p99", startMs: "start ms" },
};
type Column = keyof typeof columns;
type Sample = Readonly<Record<Column, number>>;

/**
 * Each server in turn and fresh, round after round, alone on a core, so that the machine's moods fall on all alike. Prints a
 * table; its ratios are the CPU of the first over that of each.
 */
export async function inTurn(warm: number, core: string | undefined, sides: readonly Side[]): Promise<void> {
  const samples = new Map<Side, Sample[]>(sides.map((side) => [side, []]));
  for (let round = 0; round < ROUNDS; round++)
    for (const side of round % 2 === 0 ? sides : sides.toReversed())
      samples.get(side)!.push(await sampled(side, warm, core));
  const where = core === undefined ? "no cores apart" : "server and load on a core each";
  console.log(`\n${warm} calls of warm-up, ${REQUESTS} measured, ${where}, medians of ${ROUNDS} rounds\n`);
  const heads = [...Object.values(columns), "ratio of a create", "of a query", "what it does"];
  console.log(`| | ${heads.join(" | ")} |\n|${"---|".repeat(heads.length + 1)}`);
  const first = samples.get(sides[0]!)!;
  for (const [{ name, does }, all] of samples) {
    const of = (what: Column) => median(all.map((one) => one[what])).toFixed(/p\d/i.test(what) ? 1 : 0);
    const ratio = (what: Column) => {
      const { median, low, high } = ratioOf(first.map((one, n) => one[what] / all[n]![what]));
      return `${median.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`;
    };
    const figures = (Object.keys(columns) as Column[]).map(of);
    console.log(`| ${[name, ...figures, ratio("createUs"), ratio("queryUs"), does].join(" | ")} |`);
  }
}

async function sampled({ name, start, create, query }: Side, warm: number, core: string | undefined): Promise<Sample> {
  using folder = mkdtempDisposableSync(join(tmpdir(), "payment-sandbox-bench-"));
  const began = performance.now();
  await using server = await start(core, folder.path);
  let made = 0;
  const first = await firstAnswer(server, () => create(made++), name);
  const startMs = performance.now() - began;
  const load = (requests: number, request: (n: number) => string) =>
    send({ url: server.url, isWhole: true, requests, seconds: MOST_SECONDS, body: request });
  // A server's code is compiled for some ten thousand requests before it runs at its pace.
  const warmed = async (request: (n: number) => string): Promise<readonly [Measured, number]> => {
    await load(warm, request);
    const before = cpuMs(server);
    const sent = await load(REQUESTS, request);
    return [sent, ((cpuMs(server) - before) * 1000) / sent.answered];
  };
  const [{ perSecond, p50Ms, p99Ms }, createUs] = await warmed(() => create(made++));
  const creates = { perSecond, p50Ms, p99Ms, createUs, startMs };
  if (!query) return { ...creates, queries: perSecond, queryUs: createUs, queryP50Ms: p50Ms, queryP99Ms: p99Ms };
  await firstAnswer(server, () => query(0, first), name);
  const [queried, queryUs] = await warmed((n) => query(n, first));
  const { perSecond: queries, p50Ms: queryP50Ms, p99Ms: queryP99Ms } = queried;
  return { ...creates, queries, queryUs, queryP50Ms, queryP99Ms };
}

async function firstAnswer({ url, process: child }: Started, request: () => string, name: string): Promise<string> {
  for (const until = Date.now() + START_SECONDS * 1000; ; await pause(5)) {
    using open = posting(url);
    const answer = await open.send(request()).catch((error: Error) => error);
    // A refusal of ours is an HTTP 200 too, and quicker: it must not be measured.
    if (/"responseCode":"(?!0000)/.test(String(answer))) throw new Error(`expected 0000 of ${name}, found ${answer}`);
    if (typeof answer === "string") return answer;
    if (Date.now() > until || child.exitCode !== null)
      throw new Error(`expected a start of ${name}`, { cause: answer });
  }
}
