import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createBody } from "./requests.ts";
import { residentMb, type Started, startOurs } from "./servers.ts";

const LANES = Number(process.env.BENCH_LANES ?? 10_000);
const FILE_LANES = Number(process.env.BENCH_FILE_LANES ?? 1500);
const AT_ONCE = 16;
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
  const folder = mkdtempSync(join(tmpdir(), "payment-sandbox-bench-"));
  try {
    await using server = await startOurs("--data-dir", folder);
    await open(server, FILE_LANES);
    const busy = descriptors(server);
    await rest();
    console.log(`\nlanes on file, ${FILE_LANES} (under 2,000 descriptors)`);
    console.log(`  ${busy} descriptors when the last was made, ${descriptors(server)} at rest`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One create in each lane, some lanes side by side. */
async function open({ url }: Started, count: number): Promise<void> {
  const body = createBody("L-1");
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let n = next++; n < count; n = next++) {
      const answer = await fetch(`${url}/lane/l${n}/hosted-checkout/create`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body,
      });
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`expected 200, found ${answer.status}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, REST_MS));
const descriptors = ({ process: { pid } }: Started): number => readdirSync(`/proc/${pid}/fd`).length;
