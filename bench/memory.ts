import { send } from "./load.ts";
import { createBody, queryBody } from "./requests.ts";
import { residentMb, type Started, startBare, startOurs } from "./servers.ts";

const IDLE_MS = 2000;
const STEP = 50_000;
const STEPS = 10;

const idle = async (server: Started): Promise<number> => {
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  return residentMb(server);
};

/** Idle, beside a bare node that listens; then under calls, past the 100,000 that the journal keeps. */
export async function memory(): Promise<void> {
  await using bare = await startBare();
  await using ours = await startOurs();
  const [bareMb, oursMb] = [await idle(bare), await idle(ours)];
  console.log("\nmemory, resident");
  console.log(
    `  idle: bare ${bareMb.toFixed(0)} MB, payment-sandbox ${oursMb.toFixed(0)} MB, ${(oursMb - bareMb).toFixed(0)} MB over it (at most 35)`,
  );
  const [create, query] = [createBody("M-1"), queryBody("M-1")];
  await send({ url: `${ours.url}/hosted-checkout/create`, body: () => create, requests: 1 });
  const grownMb: string[] = [];
  for (let i = 0; i < STEPS; i++) {
    await send({ url: `${ours.url}/hosted-checkout/query`, body: () => query, requests: STEP });
    grownMb.push(residentMb(ours).toFixed(0));
  }
  console.log(`  after each ${STEP} queries (the journal keeps 100,000): ${grownMb.join(", ")} MB`);
}
