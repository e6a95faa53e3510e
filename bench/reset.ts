import { send } from "./load.ts";
import { createBody, prepare } from "./requests.ts";
import { median, startOurs } from "./servers.ts";

const RESETS = 100;
const bodies = prepare(50, "reset", createBody);

/** A lane with fifty orders is reset. */
export async function reset(): Promise<void> {
  await using server = await startOurs();
  const tookMs: number[] = [];
  for (let i = 0; i < RESETS; i++) {
    await send({ url: `${server.url}/hosted-checkout/create`, body: (n) => bodies[n]!, requests: bodies.length });
    const began = performance.now();
    const answer = await fetch(`${server.url}/_sandbox/reset`, { method: "POST" });
    await answer.arrayBuffer();
    tookMs.push(performance.now() - began);
    if (answer.status !== 204) throw new Error(`expected 204, found ${answer.status}`);
  }
  console.log(`\nreset of a lane with ${bodies.length} orders, over HTTP, median of ${RESETS} (under 5 ms)`);
  console.log(`  ${median(tookMs).toFixed(1)} ms`);
}
