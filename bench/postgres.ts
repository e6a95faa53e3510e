import { randomBytes } from "node:crypto";
import { posting } from "./load.ts";
import { createBody, prepare } from "./requests.ts";
import { cpuMs, median, type Started, startOurs, startPostgresFloor } from "./servers.ts";

const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 2_400);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
/** Calls that a node answers before it is measured: its code is compiled while they run. */
const WARM = 10_000;
const LANES = 16;
const CONNECTIONS = 16;

/** The floor and ours answer in turn, a piece at a time: what else the machine does falls on both. */
const PIECES = 4;

interface Sample {
  readonly perSecond: number;
  readonly cpuUs: number;
}

/** Which lanes are called, by how many connections each, on which of the nodes. */
interface Shape {
  readonly about: string;
  readonly lanes: number;
  readonly nodes: number;
  /** Absent: 16. */
  readonly connections?: number;
  /** Each call on a node of its own; else each half of the calls of a lane on one node. */
  readonly isDrawn?: boolean;
  /** Nothing is shared but the machine and the PostgreSQL: each node has lanes, a schema and connections of its own. */
  readonly isApart?: boolean;
}

const shapes: Readonly<Record<string, Shape>> = {
  one: { about: "one lane", lanes: 1, nodes: 1 },
  many: { about: `${LANES} lanes`, lanes: LANES, nodes: 1 },
  half: {
    about: `${LANES / 2} lanes, ${CONNECTIONS / 2} connections`,
    lanes: LANES / 2,
    nodes: 1,
    connections: CONNECTIONS / 2,
  },
  twice: {
    about: `${LANES * 2} lanes, ${CONNECTIONS * 2} connections, two nodes, each lane on both in turn`,
    lanes: LANES * 2,
    nodes: 2,
    connections: CONNECTIONS * 2,
  },
  apart: {
    about: `${LANES * 2} lanes, ${CONNECTIONS * 2} connections, two nodes that know nothing of each other`,
    lanes: LANES * 2,
    nodes: 2,
    connections: CONNECTIONS * 2,
    isApart: true,
  },
  two: { about: `${LANES} lanes, two nodes, each lane on both in turn`, lanes: LANES, nodes: 2 },
  drawn: { about: `${LANES} lanes, two nodes, each call on either`, lanes: LANES, nodes: 2, isDrawn: true },
};
/** BENCH_SHAPES=many, or several with commas: less of it. */
const asked = process.env.BENCH_SHAPES?.split(",") ?? [...Object.keys(shapes), "lanes"];

/** Prints throughput and the nodes' CPU for a create, and their ratios to a bare floor on the same PostgreSQL; then resets and drops. */
export async function postgres(): Promise<void> {
  const { startPostgres } = await import("./postgres-server.ts");
  await using database = await startPostgres();
  const bodies = prepare(REQUESTS, "b", createBody);
  for (const shape of asked.flatMap((name) => shapes[name] ?? [])) {
    const [floors, ours]: [Sample[], Sample[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      const [floor, own] = await roundOf(shape, database.url, bodies);
      floors.push(floor);
      ours.push(own);
    }
    print(shape, floors, ours);
  }
  if (asked.includes("lanes")) await (await import("./postgres-lanes.ts")).resetsAndDrops(database.url);
}

/** Fresh servers, warmed up. */
async function roundOf(shape: Shape, url: string, bodies: readonly string[]): Promise<readonly [Sample, Sample]> {
  const ownStore = () => `${url}?schema=bench_${randomBytes(4).toString("hex")}&pool=16`;
  const store = ownStore();
  await using floor = await startPostgresFloor(url);
  await using first = await startOurs("--store", store);
  await using second = shape.nodes === 2 ? await startOurs("--store", shape.isApart ? ownStore() : store) : undefined;
  const sides = [[floor], second ? [first, second] : [first]] as const;
  for (const nodes of sides)
    for (const [n, node] of nodes.entries())
      for (let sent = 0; sent < WARM; sent += REQUESTS) await load([node], shape, bodies, `warm${n}x${sent}`);
  const pieces: readonly [Sample[], Sample[]] = [[], []];
  for (let piece = 0; piece < PIECES; piece++)
    for (const side of piece % 2 === 0 ? [0, 1] : [1, 0])
      pieces[side]!.push(await sample(sides[side]!, shape, bodies, `timed${piece}`));
  return [together(pieces[0]), together(pieces[1])];
}

/** The middle of the pieces' throughput; the CPU time, which ticks, of all of them. */
const together = (pieces: readonly Sample[]): Sample => ({
  perSecond: median(pieces.map(({ perSecond }) => perSecond)),
  cpuUs: pieces.reduce((sum, { cpuUs }) => sum + cpuUs, 0) / pieces.length,
});

/** A timed run, with lanes of its own, which each node has open before. */
async function sample(
  nodes: readonly Started[],
  shape: Shape,
  bodies: readonly string[],
  tag: string,
): Promise<Sample> {
  for (const [n, { url }] of nodes.entries()) {
    using connection = posting(url);
    for (let lane = 0; lane < shape.lanes; lane++)
      await connection.post(`/lane/${tag}-${lane}/hosted-checkout/create`, createBody(`open-${n}`));
  }
  const before = cpuOf(nodes);
  const perSecond = await load(nodes, shape, bodies, tag);
  return { perSecond, cpuUs: ((cpuOf(nodes) - before) * 1000) / REQUESTS };
}

const cpuOf = (nodes: readonly Started[]): number => nodes.reduce((sum, node) => sum + cpuMs(node), 0);

/** With two nodes no lane belongs to one of them: its calls go to one and then to the other, or each to one that is drawn. */
async function load(
  nodes: readonly Started[],
  { lanes, isDrawn, isApart, connections: at = CONNECTIONS }: Shape,
  bodies: readonly string[],
  tag: string,
): Promise<number> {
  const each = Math.floor(REQUESTS / at);
  const began = performance.now();
  await Promise.all(
    Array.from({ length: at }, async (_, n) => {
      using open = new DisposableStack();
      const connections = nodes.map(({ url }) => open.use(posting(url)));
      for (let i = 0; i < each; i++) {
        const moved = isApart ? 0 : Math.floor((i * nodes.length) / each);
        const turn = isDrawn ? Math.floor(Math.random() * nodes.length) : n + moved;
        const { post } = connections[turn % nodes.length]!;
        await post(`/lane/${tag}-${n % lanes}/hosted-checkout/create`, bodies[n * each + i]!);
      }
    }),
  );
  return (each * at * 1000) / (performance.now() - began);
}

function print({ about }: Shape, floors: readonly Sample[], ours: readonly Sample[]): void {
  const of = (samples: readonly Sample[], what: keyof Sample): number => median(samples.map((one) => one[what]));
  const ratio = median(ours.map(({ perSecond }, i) => perSecond / floors[i]!.perSecond));
  const line = (samples: readonly Sample[]): string =>
    `${of(samples, "perSecond").toFixed(0)}/s, ${of(samples, "cpuUs").toFixed(0)} µs of the nodes' CPU a call`;
  console.log(
    `postgres, create, ${about}: floor ${line(floors)}; payment-sandbox ${line(ours)}; ratio ${ratio.toFixed(2)}`,
  );
}
