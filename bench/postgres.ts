import { randomBytes } from "node:crypto";
import { type Measured, send } from "./load.ts";
import { createBody, prepare } from "./requests.ts";
import { cpuMs, median, type Started, startOurs, startPostgresFloor } from "./servers.ts";

const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 6_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const LANES = 16;
const CONNECTIONS = 16;

interface Sample {
  readonly perSecond: number;
  readonly cpuUs: number;
}

/** Which lanes are called, by how many connections each, on which of the nodes. */
interface Shape {
  readonly about: string;
  readonly lanes: number;
  readonly nodes: number;
}

const shapes: readonly Shape[] = [
  { about: "one lane", lanes: 1, nodes: 1 },
  { about: `${LANES} lanes`, lanes: LANES, nodes: 1 },
  { about: `${LANES} lanes, two nodes`, lanes: LANES, nodes: 2 },
];

/** Prints throughput and the nodes' CPU for a create, and their ratios to a bare floor on the same PostgreSQL. */
export async function postgres(): Promise<void> {
  const { startPostgres } = await import("./postgres-server.ts");
  await using database = await startPostgres();
  const bodies = prepare(REQUESTS, "b", createBody);
  for (const shape of shapes) {
    const [floors, ours]: [Sample[], Sample[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      await using floor = await startPostgresFloor(database.url);
      floors.push(await sample([floor], shape, bodies));
      const store = `${database.url}?schema=bench_${randomBytes(4).toString("hex")}&pool=16`;
      await using first = await startOurs("--store", store);
      await using second = shape.nodes === 2 ? await startOurs("--store", store) : undefined;
      ours.push(await sample(second ? [first, second] : [first], shape, bodies));
    }
    print(shape, floors, ours);
  }
}

/** A warm-up of each node by the same number of calls, and a timed run, each with lanes of its own. */
async function sample(nodes: readonly Started[], shape: Shape, bodies: readonly string[]): Promise<Sample> {
  for (const [n, node] of nodes.entries()) await load([node], shape, bodies, `warm${n}`);
  const before = cpuOf(nodes);
  const { perSecond } = await load(nodes, shape, bodies, "timed");
  return { perSecond, cpuUs: ((cpuOf(nodes) - before) * 1000) / REQUESTS };
}

const cpuOf = (nodes: readonly Started[]): number => nodes.reduce((sum, node) => sum + cpuMs(node), 0);

/** With two nodes, each lane is called on both of them in turn: no lane belongs to a node. */
async function load(
  nodes: readonly Started[],
  { lanes }: Shape,
  bodies: readonly string[],
  tag: string,
): Promise<Pick<Measured, "perSecond">> {
  const callers = Array.from({ length: CONNECTIONS }, (_, n) => n);
  const each = Math.floor(REQUESTS / CONNECTIONS);
  const began = performance.now();
  const half = Math.ceil(each / nodes.length);
  for (const turn of nodes.keys())
    await Promise.all(
      callers.map((n) =>
        send({
          url: `${nodes[(n + turn) % nodes.length]!.url}/lane/${tag}-${n % lanes}/hosted-checkout/create`,
          body: (i) => bodies[n * each + turn * half + i]!,
          requests: half,
          connections: 1,
        }),
      ),
    );
  return { perSecond: (half * nodes.length * CONNECTIONS * 1000) / (performance.now() - began) };
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
