import { send } from "./load.ts";
import { ask } from "./postgres-server.ts";
import { createBody, prepare } from "./requests.ts";
import { median, startOurs } from "./servers.ts";

const RESETS = 60;
const SMALL = 20;
const LARGE = 100_000;
const SCHEMA = "bench_lanes";

/** Prints how long it takes to reset a small lane and to drop a large one. */
export async function resetsAndDrops(url: string): Promise<void> {
  await using server = await startOurs("--store", `${url}?schema=${SCHEMA}`);
  const bodies = prepare(SMALL, "r", createBody);
  const made = (lane: string, requests: number) =>
    send({ url: `${server.url}/lane/${lane}/hosted-checkout/create`, body: (n) => bodies[n]!, requests });
  const tookMs: number[] = [];
  for (let n = 0; n < RESETS; n++) {
    await made("small", SMALL);
    tookMs.push(await timed(`${server.url}/lane/small/_sandbox/reset`, "POST"));
  }
  console.log(
    `postgres, reset of a lane of ${SMALL} orders, over HTTP: median ${median(tookMs).toFixed(1)} ms, ${Math.min(...tookMs).toFixed(1)} at best, of ${RESETS}`,
  );
  await made("large", 1);
  const ofLane = `lane_id = (SELECT id FROM ${SCHEMA}.lanes WHERE name = 'large')`;
  for (const [table, rest] of [
    ["orders", "merchant_id, reference || g, status, expires_at, doc, options"],
    ["exchanges", "operation, merchant_id, reference || g, order_id, code, doc, node, bytes, changed"],
  ] as const)
    await ask(
      url,
      `INSERT INTO ${SCHEMA}.${table} SELECT lane_id, id + g, ${rest} FROM ${SCHEMA}.${table}, generate_series(1, ${LARGE - 1}) g WHERE ${ofLane}`,
    );
  const [row] = await ask(url, `SELECT id FROM ${SCHEMA}.lanes WHERE name = 'large'`);
  const began = performance.now();
  const droppedMs = await timed(`${server.url}/_sandbox/lanes/large`, "DELETE");
  const count = async () =>
    Number((await ask(url, `SELECT count(*) AS n FROM ${SCHEMA}.lanes WHERE id = ${row!.id}`))[0]!.n);
  while ((await count()) > 0) await new Promise((resolve) => setTimeout(resolve, 100));
  const goneMs = performance.now() - began;
  console.log(
    `postgres, a lane of ${LARGE} orders and as many calls: dropped in ${droppedMs.toFixed(0)} ms, its rows were gone after ${(goneMs / 1000).toFixed(1)} s`,
  );
}

async function timed(url: string, method: "POST" | "DELETE"): Promise<number> {
  const began = performance.now();
  const answer = await fetch(url, { method });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`expected 2xx of ${url}, found ${answer.status}`);
  return performance.now() - began;
}
