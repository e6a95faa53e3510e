import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { posting } from "./load.ts";
import { cpuUsedMs, type MeasuredPostgres, sizeOf, startPostgres, statementsOf } from "./postgres-server.ts";
import { median } from "./ratios.ts";
import { createBody, prepare, queryBody } from "./requests.ts";
import { at, cpuMs, type Started, startIn } from "./servers.ts";

const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 8_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
/** Calls of each kind that each node answers before it is measured: its code is compiled while they run. */
const WARM = Number(process.env.BENCH_WARM ?? 8_000);
const LANES = 16;
const CONNECTIONS = 16;
/** A built checkout to compare with: its one node is 1. */
const BASE = process.env.BENCH_BASE;

interface Shape {
  readonly about: string;
  readonly nodes: number;
  /** `drawn`: each call goes to any node; `affinity`: each lane stays on one. */
  readonly balance: "drawn" | "affinity";
  readonly cwd?: string | undefined;
}

const ofBase: Readonly<Record<string, Shape>> =
  BASE !== undefined && existsSync(BASE)
    ? {
        base: { about: "base, one node", nodes: 1, balance: "affinity", cwd: BASE },
        base3: { about: "base, three nodes, each call on any", nodes: 3, balance: "drawn", cwd: BASE },
      }
    : {};
const shapes: Readonly<Record<string, Shape>> = {
  ...ofBase,
  one: { about: "one node", nodes: 1, balance: "affinity" },
  three: { about: "three nodes, each lane on one", nodes: 3, balance: "affinity" },
  drawn3: { about: "three nodes, each call on any", nodes: 3, balance: "drawn" },
};
/** BENCH_SHAPES=one,drawn3: less of it. */
const asked = process.env.BENCH_SHAPES?.split(",") ?? Object.keys(shapes);

/** Per call. */
interface Sample {
  readonly perSecond: number;
  readonly nodesUs: number;
  readonly databaseUs: number;
  readonly statements: number;
  /** What tables and indexes grew by; of a query, its entry in the journal. */
  readonly kb: number;
}

/** Prints what a create and a query cost over one node and several. */
export async function postgres(): Promise<void> {
  await using database = await startPostgres();
  const wanted = asked.flatMap((name) => (shapes[name] ? [[name, shapes[name]] as const] : []));
  const samples = new Map<string, Sample[]>();
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, shape] of wanted)
      for (const [kind, sample] of await roundOf(shape, database))
        samples.set(`${name} ${kind}`, [...(samples.get(`${name} ${kind}`) ?? []), sample]);
  for (const kind of ["create", "query"])
    for (const [name, { about }] of wanted) {
      const [own, first] = [samples.get(`${name} ${kind}`)!, samples.get(`${wanted[0]![0]} ${kind}`)!];
      const ratio = median(own.map((one, n) => cpuOf(one) / cpuOf(first[n]!)));
      const of = (what: keyof Sample, digits = 0) => median(own.map((one) => one[what])).toFixed(digits);
      console.log(
        `postgres, ${kind}, ${about}: ${of("perSecond")}/s, nodes ${of("nodesUs")} µs, database ${of("databaseUs")} µs, ${of("statements", 2)} statements, ${of("kb", 2)} kB a call; ${ratio.toFixed(2)} of ${wanted[0]![1].about}`,
      );
    }
}

const cpuOf = ({ nodesUs, databaseUs }: Sample): number => nodesUs + databaseUs;

/** Fresh nodes on a schema of their own, warmed up. */
async function roundOf(shape: Shape, database: MeasuredPostgres): Promise<readonly (readonly [string, Sample])[]> {
  const schema = `bench_${randomBytes(4).toString("hex")}`;
  const store = `${database.url}?schema=${schema}`;
  await using stack = new AsyncDisposableStack();
  const nodes: Started[] = [];
  for (let n = 0; n < shape.nodes; n++)
    nodes.push(stack.use(await startIn({ cwd: shape.cwd ?? at("..") }, "--store", store)));
  for (let sent = 0; sent < WARM * shape.nodes; sent += REQUESTS)
    for (const body of [createBody, queryBody]) await load(nodes, shape, prepared(`w${sent}`, body), body.name);
  const bodies = [createBody, queryBody].map((body) => [body.name, prepared("m", body)] as const);
  const samples: (readonly [string, Sample])[] = [];
  for (const [name, all] of bodies) {
    const [statements, size] = [await statementsOf(database), await sizeOf(database, schema)];
    const before = [nodes.reduce((sum, node) => sum + cpuMs(node), 0), cpuUsedMs(database)] as const;
    const perSecond = await load(nodes, shape, all, name);
    const each = (used: number): number => (used * 1000) / REQUESTS;
    const [nodesMs, databaseMs] = [nodes.reduce((sum, node) => sum + cpuMs(node), 0), cpuUsedMs(database)];
    samples.push([
      name === createBody.name ? "create" : "query",
      {
        perSecond,
        nodesUs: each(nodesMs - before[0]),
        databaseUs: each(databaseMs - before[1]),
        statements: ((await statementsOf(database)) - statements) / REQUESTS,
        kb: ((await sizeOf(database, schema)) - size) / REQUESTS / 1000,
      },
    ]);
  }
  return samples;
}

/** Signing takes longer than the calls, so each body is signed once for all shapes. */
const signed = new Map<string, readonly string[]>();
function prepared(run: string, body: typeof createBody): readonly string[] {
  const key = `${body.name} ${run}`;
  if (!signed.has(key)) signed.set(key, prepare(REQUESTS, run, body));
  return signed.get(key)!;
}

async function load(nodes: readonly Started[], shape: Shape, bodies: readonly string[], kind: string): Promise<number> {
  const each = Math.floor(REQUESTS / CONNECTIONS);
  const path = kind === createBody.name ? "create" : "query";
  const began = performance.now();
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, n) => {
      using open = new DisposableStack();
      const connections = nodes.map(({ url }) => open.use(posting(url)));
      for (let i = 0; i < each; i++) {
        const turn = shape.balance === "drawn" ? Math.floor(Math.random() * nodes.length) : n % nodes.length;
        await connections[turn]!.post(`/lane/l-${n % LANES}/hosted-checkout/${path}`, bodies[n * each + i]!);
      }
    }),
  );
  return (each * CONNECTIONS * 1000) / (performance.now() - began);
}
