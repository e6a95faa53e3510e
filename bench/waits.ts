import { Agent, request } from "node:http";
import { coreOfServers } from "./cores.ts";
import { posting, send } from "./load.ts";
import { quantile } from "./ratios.ts";
import { createOf, saleOf } from "./requests.ts";
import { at, fineCpuMs, type Started, startIn } from "./servers.ts";

const ORDERS = 10_000;
const WAITS = 1_000;
const ROUNDS = 10;
const CALLS = 200;
const WATCHED = "lane/watched/";

/** What each wait is for: nothing that happens here. */
const kinds: readonly ((n: number) => object)[] = [
  (n) => ({ for: "order", match: { merchantReference: `never-${n}`, status: "SUCCESS" } }),
  (n) => ({ for: "order", match: { merchantReference: `never-${n}-*` } }),
  () => ({ for: "order", match: { status: "REFUNDED" } }),
  (n) => ({ for: "notification", match: { merchantReference: `never-${n}` } }),
  () => ({ for: "notification", match: { state: "gave-up" } }),
  (n) => ({ for: "request", match: { merchantReference: `never-${n}` } }),
];

/** Calls beside a thousand waits over ten thousand orders, and beside none. At most 1.5 is wanted. */
export async function waits(): Promise<void> {
  const core = coreOfServers();
  await using bare = await filled(core);
  await using watched = await filled(core);
  const worst = await beginWaits(watched);
  console.log(`\na call beside ${WAITS} waits over ${ORDERS} orders, over one without (at most 1.5)`);
  for (const [where, lane, path, body] of [
    ["create, same lane", WATCHED, "hosted-checkout/create", createOf],
    ["sale, same lane", WATCHED, "tokenization/sale", saleOf],
    ["create, another lane", "", "hosted-checkout/create", createOf],
  ] as const) {
    const took: Record<"bare" | "watched", Took[]> = { bare: [], watched: [] };
    let next = 1_000_000;
    for (let round = 0; round < ROUNDS; round++)
      for (const [side, server] of round % 2 === 0
        ? inOrder({ bare, watched })
        : inOrder({ bare, watched }).reverse()) {
        const begin = next;
        next += CALLS;
        const url = `${server.url}/${lane}${path}`;
        const before = fineCpuMs(server);
        const { p50Ms } = await send({ url, connections: 1, requests: CALLS, body: (n) => body(begin + n) });
        took[side].push({ p50Ms, cpuMs: (fineCpuMs(server) - before) / CALLS });
      }
    const ratio = (what: keyof Took): string => {
      const [beside, without] = [took.watched, took.bare].map((all) =>
        quantile(
          all.map((one) => one[what]),
          0.5,
        ),
      );
      return `${(beside! / without!).toFixed(2)} (${beside!.toFixed(2)} ms, without ${without!.toFixed(2)} ms)`;
    };
    console.log(`  ${where}: by CPU ${ratio("cpuMs")}, by time ${ratio("p50Ms")}`);
  }
  console.log(`  while the waits begin, the slowest call in another lane takes ${worst.toFixed(0)} ms`);
}

/** Of a call, on average by CPU, the median by time. */
interface Took {
  readonly cpuMs: number;
  readonly p50Ms: number;
}

const inOrder = (servers: Readonly<Record<"bare" | "watched", Started>>) =>
  Object.entries(servers) as ["bare" | "watched", Started][];

async function filled(core: string | undefined): Promise<Started> {
  const server = await startIn({ cwd: at(".."), core }, "--signature", "off");
  await send({ url: `${server.url}/${WATCHED}hosted-checkout/create`, body: createOf, requests: ORDERS });
  return server;
}

/** Begins all waits, and meanwhile calls another lane. Returns how long the slowest of these calls took, in ms. */
async function beginWaits({ url }: Started): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: WAITS });
  for (let n = 0; n < WAITS; n++) {
    const wait = request(`${url}/${WATCHED}_sandbox/wait`, {
      agent,
      method: "POST",
      headers: { "Content-Type": "application/json" },
    });
    // The server ends before they do.
    wait.on("error", () => {});
    wait.on("response", (answer) => {
      if (answer.statusCode === 200) throw new Error("expected a wait that goes on, found its end");
      answer.resume();
    });
    wait.end(JSON.stringify({ ...kinds[n % kinds.length]!(n), timeoutMs: 600_000 }));
  }
  using another = posting(url);
  let worst = 0;
  for (let n = 0; n < CALLS * 5; n++) {
    const began = performance.now();
    await another.post("/hosted-checkout/create", createOf(2_000_000 + n));
    worst = Math.max(worst, performance.now() - began);
  }
  return worst;
}
