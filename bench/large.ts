import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempDisposableSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../src/tools/judge/run/shop/free-port.ts";
import { send } from "./load.ts";
import { createOf, saleOf } from "./requests.ts";
import { at, median, oursArgs, type Started, startOurs } from "./servers.ts";
import { firstAnswer } from "./start.ts";

const ORDERS = Number(process.env.BENCH_ORDERS ?? 300_000);
const PENDING = Number(process.env.BENCH_PENDING ?? 100_000);
const RULES = Number(process.env.BENCH_RULES ?? 5000);
const TIMES = 15;

const parts: Readonly<Record<string, () => Promise<void>>> = { orders, deliveries, rules };

/** What a lane may hold much of: orders, notifications that wait, rules. */
export async function large(): Promise<void> {
  const asked = process.env.BENCH_ONLY?.split(",") ?? Object.keys(parts);
  for (const name of asked) await parts[name]!();
}

/** Many orders: listed by their status, and dropped by a reset. */
async function orders(): Promise<void> {
  console.log(`\na lane of ${ORDERS} orders (a reset under 20 ms, of 50 orders under 5)`);
  using folder = mkdtempDisposableSync(join(tmpdir(), "payment-sandbox-bench-"));
  for (const [kept, options] of Object.entries({ memory: [], file: ["--data-dir", folder.path] })) {
    await using server = await startOurs(...options, "--signature", "off");
    await fill(server, ORDERS);
    await lists(server, kept);
    console.log(`  reset, ${kept}: ${await resetsOf(server, ORDERS, 1)}`);
    console.log(`  reset of 50 orders, ${kept}: ${await resetsOf(server, 50, TIMES)}`);
  }
}

async function lists(server: Started, kept: string): Promise<void> {
  const took: string[] = [];
  for (const query of ["limit=100", "status=OPEN", "status=CLOSED", "status=SETTLED", "status=REFUNDED&merchantId=3"]) {
    const tookMs: number[] = [];
    for (let n = 0; n < TIMES; n++)
      tookMs.push(await timed(async () => (await fetch(`${server.url}/_sandbox/orders?${query}`)).arrayBuffer()));
    took.push(`${query} ${median(tookMs).toFixed(1)}`);
  }
  console.log(`  GET orders, ${kept}, ms, median of ${TIMES}: ${took.join(", ")}`);
}

/** How long a reset takes, and how long it lets another caller wait; the lane is filled again before each. */
async function resetsOf(server: Started, size: number, times: number): Promise<string> {
  const [tookMs, blockedMs]: [number[], number[]] = [[], []];
  for (let n = 0; n < times; n++) {
    if (size < ORDERS) await fill(server, size);
    const pulse = await pulseOf(server);
    tookMs.push(await timed(() => control(server, "POST", "reset")));
    blockedMs.push(await pulse.stop());
  }
  return `${median(tookMs).toFixed(1)} ms, another caller waits at most ${median(blockedMs).toFixed(1)} ms`;
}

const fill = ({ url }: Started, requests: number): Promise<unknown> =>
  send({ url: `${url}/hosted-checkout/create`, body: createOf, requests });

/** Asks all the while whether the server lives; tells the longest wait, once half a second has passed. */
async function pulseOf({ url }: Started): Promise<{ stop(): Promise<number> }> {
  let isOver = false;
  let longest = 0;
  const ask = async (): Promise<void> => {
    while (!isOver) longest = Math.max(longest, await timed(async () => (await fetch(`${url}/livez`)).arrayBuffer()));
  };
  await (await fetch(`${url}/livez`)).arrayBuffer();
  const asking = ask();
  await pause(100);
  longest = 0;
  return {
    stop: async () => {
      await pause(500);
      isOver = true;
      await asking;
      return longest;
    },
  };
}

/** Many notifications that fall due at one instant, to a target that answers and to one that is not there. */
async function deliveries(): Promise<void> {
  console.log(`\n${PENDING} notifications are due, and the clock is advanced by 4 h (under 30 s)`);
  const sink = fork(at("notifications-sink.mjs"), ["OK"]);
  const [port] = (await once(sink, "message")) as [number];
  try {
    for (const [target, to] of [
      ["dead", await freePort()],
      ["live", port],
    ] as const) {
      await using server = await startOurs("--signature", "off");
      await control(server, "PUT", "clock", { action: "freeze" });
      const then = { notify: { delay: "1h" } };
      await control(server, "POST", "rules", { when: { operation: "tokenization/sale" }, then });
      const body = (n: number) => saleOf(n, `http://127.0.0.1:${to}/notify`);
      await send({ url: `${server.url}/tokenization/sale`, body, requests: PENDING });
      const tookMs = await timed(() => control(server, "PUT", "clock", { action: "advance", by: "4h" }));
      console.log(`  ${target}: ${(tookMs / 1000).toFixed(1)} s`);
    }
  } finally {
    sink.kill();
  }
}

/** Many rules, by the control API and at the start. */
async function rules(): Promise<void> {
  console.log(`\na scenario of ${RULES} rules (JSON under 300 ms)`);
  const text = JSON.stringify(scenario);
  const tookMs: number[] = [];
  for (let n = 0; n < 5; n++) {
    await using server = await startOurs();
    await control(server, "GET", "rules");
    tookMs.push(await timed(() => control(server, "PUT", "scenario", scenario)));
  }
  console.log(
    `  PUT scenario, ${(text.length / 1024).toFixed(0)} kB: ${median(tookMs).toFixed(0)} ms, median of 5 servers`,
  );
  using folder = mkdtempDisposableSync(join(tmpdir(), "payment-sandbox-bench-"));
  const files = { json: text, yaml: yamlOf(scenario.rules) };
  const without = await startsWith();
  for (const [ending, content] of Object.entries(files)) {
    const file = join(folder.path, `large.scenario.${ending}`);
    writeFileSync(file, content);
    const more = (await startsWith("--scenario", file)) - without;
    console.log(`  a start with them in ${ending.toUpperCase()}: ${more.toFixed(0)} ms more than one without`);
  }
}

async function startsWith(...options: string[]): Promise<number> {
  const args = (port: number) => oursArgs("--port", String(port), ...options);
  await firstAnswer(args, "SIGTERM");
  const tookMs: number[] = [];
  for (let n = 0; n < 5; n++) tookMs.push((await firstAnswer(args)).tookMs);
  return median(tookMs);
}

const scenario = {
  name: "large",
  rules: Array.from({ length: RULES }, (_, n) => ({
    name: `rule ${n}`,
    when: { operation: "hosted-checkout/refund", merchantReference: `R-${n}-*`, amount: { gt: n } },
    then: { outcome: "insufficient-unsettled-balance" },
  })),
};

const yamlOf = (rules: typeof scenario.rules): string =>
  `name: large\nrules:\n${rules
    .map(
      ({ name, when, then }) => `  - name: ${name}
    when: { operation: ${when.operation}, merchantReference: "${when.merchantReference}", amount: { gt: ${when.amount.gt} } }
    then: { outcome: ${then.outcome} }
`,
    )
    .join("")}`;

async function control({ url }: Started, method: string, path: string, body?: unknown): Promise<void> {
  const answer = await fetch(`${url}/_sandbox/${path}`, {
    method,
    headers: { "Content-Type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`expected 2xx of ${path}, found ${answer.status}`);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
