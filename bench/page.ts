import { createBody } from "./requests.ts";
import { median, startOurs } from "./servers.ts";

const ROUNDS = 500;

/** The hosted page beside a read of the order's state, in turn, one at a time. */
export async function page(): Promise<void> {
  await using server = await startOurs();
  const created = await fetch(`${server.url}/hosted-checkout/create`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: createBody("page-1"),
  });
  const { checkoutUrl, order } = (await created.json()) as { checkoutUrl: string; order: { id: number } };
  const addresses = {
    page: `${server.url}${new URL(checkoutUrl).pathname}`,
    state: `${server.url}/_sandbox/orders/${order.id}`,
  };
  const tookMs = { page: [] as number[], state: [] as number[] };
  for (let i = 0; i < ROUNDS * 2; i++)
    for (const what of ["page", "state"] as const) {
      const took = await firstByte(addresses[what]);
      if (i >= ROUNDS) tookMs[what].push(took);
    }
  const [first, state] = [median(tookMs.page), median(tookMs.state)];
  console.log(`\npage, first byte, median of ${ROUNDS} (within 2 ms of the state read)`);
  console.log(`  state ${state.toFixed(2)} ms, page ${first.toFixed(2)} ms, ${(first - state).toFixed(2)} ms more`);
}

/** `fetch` resolves when the head of the answer is there. */
async function firstByte(url: string): Promise<number> {
  const began = performance.now();
  const answer = await fetch(url);
  const tookMs = performance.now() - began;
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`expected 200 of ${url}, found ${answer.status}`);
  return tookMs;
}
