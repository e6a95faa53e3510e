import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../src/tools/judge/run/shop/free-port.ts";
import { coreOfServers } from "./cores.ts";
import { type Call, type Measured, send } from "./load.ts";
import { barsOf } from "./peers/bars.ts";
import { installed } from "./peers/installed.ts";
import { type Peer, peers, stripeMock } from "./peers/peers.ts";
import { withSection } from "./prove/section.ts";
import { createBody, prepare, queryBody } from "./requests.ts";
import { at, cpuMs, median, type Started, spawnPinned, startedAt, startIn } from "./servers.ts";

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
/** Of load, for each figure of a round. */
const SECONDS = Number(process.env.BENCH_SECONDS ?? 2);
const WARM = 5000;
const WARM_SECONDS = 2;
const START_SECONDS = 60;

interface Sample {
  readonly create: number;
  readonly query: number;
  /** CPU of the server a call, in microseconds. */
  readonly createUs: number;
  readonly queryUs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly startMs: number;
}

/** A server that is called, with what it is asked. */
interface Side {
  readonly name: string;
  readonly does: string;
  readonly start: (core: string | undefined) => Promise<Started>;
  readonly create: (n: number) => Call;
  readonly query?: ((made: string) => (n: number) => Call) | undefined;
}

/** Creates and queries a second, ours beside what npm installs, in turn; writes the table and chart of bench/README.md. */
export async function againstPeers(): Promise<void> {
  const folder = installed();
  const core = coreOfServers();
  const sides = [
    ours("payment-sandbox, in memory"),
    ours("payment-sandbox, on file", { folder }),
    // What the others do: none of them checks a signature.
    ours(UNCHECKED, { signature: "off" }),
    ...[...stripeMock(process.env.STRIPE_MOCK), ...peers].map((peer) => sideOf(peer, folder)),
  ];
  const samples = new Map<string, Sample[]>(sides.map(({ name }) => [name, []]));
  for (let round = 0; round < ROUNDS; round++)
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      const sample = await measured(side, core);
      samples.get(side.name)!.push(sample);
      console.log(`  ${side.name.padEnd(28)} create ${sample.create.toFixed(0)}/s, query ${sample.query.toFixed(0)}/s`);
    }
  tell(sides, samples, core === undefined ? "no cores apart" : "server and load on a core each");
}

const CALLS = 200_000;
const UNCHECKED = "payment-sandbox, in memory, `--signature off`";

function ours(name: string, { folder, signature = "enforce" }: { folder?: string; signature?: string } = {}): Side {
  let started = 0;
  const creates = prepare(Math.min(CALLS, WARM + Math.ceil(20_000 * SECONDS)), "peers", createBody);
  const queries = prepare(1000, "peers", queryBody);
  const call = (path: string, body: string): Call => ({
    method: "POST",
    path: `/hosted-checkout/${path}`,
    type: "application/json",
    body,
  });
  return {
    name,
    does: `${signature === "off" ? "" : "signatures checked, "}a ledger, a journal, scenarios`,
    start: (core) =>
      startIn(
        { core },
        ...["--signature", signature],
        ...(folder ? ["--data-dir", join(folder, `data-${process.pid}-${started++}`)] : []),
      ),
    create: (n) => call("create", creates[n % creates.length]!),
    query: () => (n) => call("query", queries[n % queries.length]!),
  };
}

const sideOf = (peer: Peer, folder: string): Side => ({
  name: peer.name,
  does: peer.does,
  create: peer.create,
  query: peer.query,
  start: async (core) => {
    const [port, other] = [await freePort(), await freePort()];
    const command = peer.binary ?? process.execPath;
    const node = peer.binary === undefined ? ["--import", at("peers/loopback.mjs")] : [];
    const args = [command, ...node, ...peer.args(folder, port, other)];
    const child = spawnPinned(args, { cwd: folder, core }, ["ignore", "ignore", "inherit"], peer.env?.(port));
    const url = `http://127.0.0.1:${peer.answersAtFreePort ? other : port}`;
    const started = startedAt(url, child);
    const { method, path, type, body, authorization } = peer.create(0);
    const headers = { ...(type && { "Content-Type": type }), ...(authorization && { Authorization: authorization }) };
    for (const until = Date.now() + START_SECONDS * 1000; ; await pause(10)) {
      const answer = await fetch(url + path, { method, headers, body: body ?? null }).catch(() => undefined);
      await answer?.arrayBuffer();
      if (answer?.ok) return started;
      if (Date.now() > until || child.exitCode !== null) {
        await started[Symbol.asyncDispose]();
        throw new Error(`expected an answer of ${peer.name}, found ${answer?.status ?? "none"}`);
      }
    }
  },
});

async function measured(side: Side, core: string | undefined): Promise<Sample> {
  const began = performance.now();
  await using server = await side.start(core);
  const startMs = performance.now() - began;
  let next = 0;
  const create = (requests: number, seconds: number) => {
    const from = next;
    return send({ url: server.url, call: (n) => side.create(from + n), requests, seconds }).then((sent) => {
      next += sent.answered;
      return sent;
    });
  };
  await create(WARM, WARM_SECONDS);
  const [created, createUs] = await withCpu(server, () => create(CALLS - next, SECONDS));
  const { p50Ms, p99Ms } = created;
  const ofCreate = { create: created.perSecond, createUs, p50Ms, p99Ms, startMs };
  if (side.query === undefined) return { ...ofCreate, query: created.perSecond, queryUs: createUs };
  const query = side.query(created.last);
  await send({ url: server.url, call: query, requests: WARM, seconds: WARM_SECONDS });
  const [queried, queryUs] = await withCpu(server, () =>
    send({ url: server.url, call: query, requests: CALLS, seconds: SECONDS }),
  );
  return { ...ofCreate, query: queried.perSecond, queryUs };
}

/** A load, and the server's CPU a call. */
async function withCpu(server: Started, load: () => Promise<Measured>): Promise<readonly [Measured, number]> {
  const before = cpuMs(server);
  const measured = await load();
  return [measured, ((cpuMs(server) - before) * 1000) / measured.answered];
}

/** Where a peer is ahead: `mountebank (creates/s)`. */
function winsOf(row: Row, own: Row): readonly string[] {
  const wins = [
    row.create > own.create && "creates/s",
    row.query > own.query && "queries/s",
    row.createUs < own.createUs && "CPU a create",
    row.queryUs < own.queryUs && "CPU a query",
  ].filter((win) => win !== false);
  return wins.length === 0 ? [] : [`${row.name} (${wins.join(", ")})`];
}

type Row = Omit<Sample, "p50Ms" | "p99Ms" | "startMs"> & { readonly name: string };

function tell(sides: readonly Side[], samples: ReadonlyMap<string, readonly Sample[]>, where: string): void {
  const rows = sides.map(({ name, does }) => {
    const of = (what: keyof Sample): number => median(samples.get(name)!.map((sample) => sample[what]));
    return {
      name,
      does,
      create: of("create"),
      query: of("query"),
      createUs: of("createUs"),
      queryUs: of("queryUs"),
      p50Ms: of("p50Ms"),
      p99Ms: of("p99Ms"),
      startMs: of("startMs"),
    };
  });
  const versions = peers.map((peer) => `${peer.package} ${peer.version}`).join(", ");
  const lines = rows.map(
    ({ name, does, create, query, createUs, queryUs, p50Ms, p99Ms, startMs }) =>
      `| ${name} | ${create.toFixed(0)} | ${query.toFixed(0)} | ${createUs.toFixed(0)} | ${queryUs.toFixed(0)} | ${p50Ms.toFixed(1)} | ${p99Ms.toFixed(1)} | ${startMs.toFixed(0)} | ${does} |`,
  );
  const faster = (ours: string): string => {
    const own = rows.find(({ name }) => name === ours)!;
    const found = rows.flatMap((row) => (row.name.startsWith("payment-sandbox") ? [] : winsOf(row, own)));
    return `Ahead of \`${ours.replaceAll("`", "")}\`: ${found.join(", ") || "none"}.`;
  };
  const section = `## Peers

\`npm run bench -- peers\`: 16 connections, ${where}, rounds in turn, medians of ${ROUNDS}; ${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}. Each is asked for
the closest that it has to making an order and asking for it. ${versions}.

| | creates/s | queries/s | CPU µs a create | a query | p50 ms | p99 ms | start ms | what it does |
|---|---|---|---|---|---|---|---|---|
${lines.join("\n")}

${faster(rows[0]!.name)} ${faster(UNCHECKED)}
Starts are until the first answer of the call that is measured. Of the peers only stripe-stateful-mock and json-server keep what was made.

![creates a second](peers.svg)
`;
  const file = at("README.md");
  writeFileSync(file, withSection(readFileSync(file, "utf8"), "Peers", section));
  writeFileSync(
    at("peers.svg"),
    barsOf(
      "creates a second, 16 connections",
      rows.map(({ name, create }) => ({ name, value: create })),
    ),
  );
  console.log(lines.join("\n"));
}
