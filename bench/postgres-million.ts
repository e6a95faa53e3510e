import { randomBytes } from "node:crypto";
import { posting } from "./load.ts";
import { ask, cpuUsedMs, type MeasuredPostgres } from "./postgres-server.ts";
import { createBody, prepare, queryBody } from "./requests.ts";
import { cpuMs, median, startOurs } from "./servers.ts";

const ORDERS = [10_000, 1_000_000] as const;
const CALLS = 1_200;
const ROUNDS = 5;
const CONNECTIONS = 8;

/** Prints what a create and a query of any order cost in a lane of 10,000 orders, and in one of a million beside it. */
export async function againstMillion(database: MeasuredPostgres): Promise<void> {
  const schema = `bench_${randomBytes(4).toString("hex")}`;
  await using server = await startOurs("--store", `${database.url}?schema=${schema}`);
  for (const orders of ORDERS) await filled(server.url, { database, schema, orders });
  await ask(database.url, `ANALYZE ${schema}.orders`);
  for (const kind of ["create", "query"]) {
    const tookUs = new Map<number, number[]>(ORDERS.map((orders) => [orders, []]));
    for (let round = -1; round < ROUNDS; round++)
      for (const orders of ORDERS) {
        const before = cpuMs(server) + cpuUsedMs(database);
        await called(server.url, kind, orders, round);
        // The first round warms up.
        if (round >= 0) tookUs.get(orders)!.push(((cpuMs(server) + cpuUsedMs(database) - before) * 1000) / CALLS);
      }
    const [small, large] = ORDERS.map((orders) => tookUs.get(orders)!);
    const ratio = median(large!.map((one, n) => one / small![n]!));
    console.log(
      `postgres, ${kind}, a lane of ${ORDERS[1]} orders: node and database ${median(large!).toFixed(0)} µs a call; ${ratio.toFixed(2)} of that with ${ORDERS[0]} (${median(small!).toFixed(0)} µs)`,
    );
  }
}

interface Filling {
  readonly database: MeasuredPostgres;
  readonly schema: string;
  readonly orders: number;
}

/** One order by a call, the others as copies of its row; the lane's ids go on behind them. */
async function filled(url: string, { database, schema, orders }: Filling): Promise<void> {
  using connection = posting(url);
  const name = `of-${orders}`;
  // Open orders would close meanwhile.
  await fetch(`${url}/lane/${name}/_sandbox/clock`, { method: "PUT", body: '{"action":"freeze"}' });
  await connection.post(`/lane/${name}/hosted-checkout/create`, createBody("K-"));
  const ofLane = `lane_id = (SELECT id FROM ${schema}.lanes WHERE name = '${name}')`;
  await ask(
    database.url,
    `INSERT INTO ${schema}.orders SELECT lane_id, id + g, merchant_id, reference || g, status, expires_at,
      jsonb_set(jsonb_set(doc::jsonb, '{id}', to_jsonb(id + g)), '{reference}', to_jsonb(reference || g))::json, options
      FROM ${schema}.orders, generate_series(1, ${orders - 1}) g WHERE ${ofLane}`,
  );
  await ask(
    database.url,
    `UPDATE ${schema}.lanes SET version = version + 1, ids = (ids::jsonb
      || jsonb_build_object('order', (ids->>'order')::bigint + ${orders - 1}, 'orders', ${orders}))::json WHERE name = '${name}'`,
  );
}

async function called(url: string, kind: string, orders: number, round: number): Promise<void> {
  const bodies =
    kind === "create"
      ? prepare(CALLS, `N${round}`, createBody)
      : Array.from({ length: CALLS }, () => queryBody(`K-${1 + Math.floor(Math.random() * (orders - 1))}`));
  const each = CALLS / CONNECTIONS;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, n) => {
      using connection = posting(url);
      for (let i = 0; i < each; i++)
        await connection.post(`/lane/of-${orders}/hosted-checkout/${kind}`, bodies[n * each + i]!);
    }),
  );
}
