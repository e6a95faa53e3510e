import { mkdtempDisposableSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { send } from "./load.ts";
import { createBody } from "./requests.ts";
import { residentMb, type Started, startOurs } from "./servers.ts";

const LANES = Number(process.env.BENCH_LANES ?? 10_000);
const FILE_LANES = Number(process.env.BENCH_FILE_LANES ?? 1500);
/** Lanes rest after one to two seconds without a call; what they gave up takes a while to be given back. */
const REST_MS = 6000;

/** What a lane of one order takes at rest: memory, and descriptors of its files. */
export async function lanes(): Promise<void> {
  await using server = await startOurs();
  await open(server, 100);
  await rest();
  const before = residentMb(server);
  await open(server, LANES);
  const busy = residentMb(server);
  await rest();
  const each = (mb: number): string => `${(((mb - before) * 1024) / (LANES - 100)).toFixed(0)} kB`;
  console.log(`\nlanes in memory, ${LANES} of one order each (under 120 kB at rest)`);
  console.log(`  resident: ${each(busy)} a lane when the last was made, ${each(residentMb(server))} at rest`);
  await files();
}

async function files(): Promise<void> {
  using folder = mkdtempDisposableSync(join(tmpdir(), "payment-sandbox-bench-"));
  await using server = await startOurs("--data-dir", folder.path);
  await open(server, FILE_LANES);
  const busy = descriptors(server);
  await rest();
  console.log(`\nlanes on file, ${FILE_LANES} (under 2,000 descriptors)`);
  console.log(`  ${busy} descriptors when the last was made, ${descriptors(server)} at rest`);
}

/** One create in each lane, some lanes side by side. */
function open({ url }: Started, requests: number): Promise<unknown> {
  const create = { method: "POST", type: "application/json", body: createBody("L-1") } as const;
  return send({ url, requests, call: (n) => ({ ...create, path: `/lane/l${n}/hosted-checkout/create` }) });
}

const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, REST_MS));
const descriptors = ({ process: { pid } }: Started): number => readdirSync(`/proc/${pid}/fd`).length;
