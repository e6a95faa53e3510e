import { median } from "./servers.ts";

// The built library, which is what users import; its types are those of the sources.
const { startSandbox }: typeof import("../src/index.js") = await import(`${"../dist/index.js"}`);

const TURNS = 10;
const ROUNDS_A_TURN = 100;

type Call = (path: string, init: RequestInit) => Promise<Response>;

/** A thousand rounds of create, pay and query in the process of the test: without a socket, and over loopback. */
export async function fetchBench(): Promise<void> {
  await using sandbox = await startSandbox();
  const sides = {
    "lane.fetch": await sandbox.lane("inside"),
    "fetch over loopback": await sandbox.lane("outside"),
  } as const;
  const calls: Record<keyof typeof sides, Call> = {
    "lane.fetch": sides["lane.fetch"].fetch,
    "fetch over loopback": (path, init) => fetch(`${sides["fetch over loopback"].url}${path}`, init),
  };
  const tookMs: Record<keyof typeof sides, number[]> = { "lane.fetch": [], "fetch over loopback": [] };
  const names = Object.keys(sides) as (keyof typeof sides)[];
  // The first turn is not counted: code is loaded and compiled in it.
  for (let turn = 0; turn <= TURNS; turn++)
    for (const name of turn % 2 === 0 ? names : names.toReversed()) {
      // Signing is the client's work, and the same on both sides.
      const orders = await Promise.all(
        Array.from({ length: ROUNDS_A_TURN }, (_, n) => signed(sides[name].sign, `R-${turn}-${n}`)),
      );
      const began = performance.now();
      for (const order of orders) await round(calls[name], order);
      if (turn > 0) tookMs[name].push(performance.now() - began);
    }
  const ratios = tookMs["lane.fetch"].map((ms, n) => ms / tookMs["fetch over loopback"][n]!);
  console.log(
    `\ncreate, pay and query in one process, signed before, ${TURNS} turns of ${ROUNDS_A_TURN} rounds, medians`,
  );
  for (const name of names)
    console.log(`  ${name.padEnd(20)} ${(median(tookMs[name]) / ROUNDS_A_TURN).toFixed(2)} ms a round`);
  console.log(`  ratio                ${median(ratios).toFixed(2)} (at most 0.5)`);
}

type Sign = (params: object) => Promise<object>;

interface Signed {
  readonly create: object;
  readonly query: object;
}

async function signed(sign: Sign, merchantReference: string): Promise<Signed> {
  const order = { merchantId: 3, merchantReference };
  const lineItems = [{ quantity: 1, priceData: { name: "Tea", unitAmount: 20 } }];
  return { create: await sign({ ...order, amount: 20, lineItems }), query: await sign(order) };
}

async function round(call: Call, { create, query }: Signed): Promise<void> {
  const created = await post(call, "/hosted-checkout/create", create);
  await post(call, `/_sandbox/orders/${created.order.id}/simulate`, { action: "pay" });
  const { order } = await post(call, "/hosted-checkout/query", query);
  if (order.status !== "SUCCESS") throw new Error(`expected a paid order, found ${JSON.stringify(order)}`);
}

async function post(call: Call, path: string, body: object): Promise<{ order: { id: number; status: string } }> {
  const headers = { "Content-Type": "application/json" };
  return (await call(path, { method: "POST", headers, body: JSON.stringify(body) })).json() as never;
}
