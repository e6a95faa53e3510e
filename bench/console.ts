import { built } from "./base-checkout.ts";
import { send } from "./load.ts";
import { saleOf } from "./requests.ts";
import { fineCpuMs, type Started, startIn, startOurs } from "./servers.ts";

const CALLS = Number(process.env.BENCH_CONSOLE_CALLS ?? 100_000);
const READS = 40;

/**
 * What a list and a detail take of the server's CPU, and the bytes of a live update, in a lane of 100,000 calls. Beside
 * the built checkout in the folder BENCH_CONSOLE_BASE, in turn.
 */
export async function consoleReads(): Promise<void> {
  const { BENCH_CONSOLE_BASE: base } = process.env;
  const args = ["--signature", "off", "--journal-bytes", "1gb"];
  await using ours = await startOurs(...args);
  await using theirs = base === undefined ? undefined : await startIn({ cwd: built(base) }, ...args);
  const servers = theirs ? { base: theirs, this: ours } : { this: ours };
  for (const server of Object.values(servers)) await fill(`${server.url}/lane/full`);
  console.log(`\nconsole, a lane of ${CALLS} calls: CPU ms of the server a page, and bytes of a live update`);
  const pages = await pagesOf(ours);
  // Code that pages share is compiled while the first of them are read.
  for (const path of pages)
    for (const server of Object.values(servers)) await readPage(server, { path, isUpdate: false });
  for (const path of pages) {
    for (const how of ["whole", "update"] as const) {
      const found: Record<string, { cpu: number; bytes: number }> = {};
      for (const name of Object.keys(servers)) found[name] = { cpu: 0, bytes: 0 };
      for (let round = 0; round < 4; round++)
        for (const [name, server] of Object.entries(servers)) {
          const { cpu, bytes } = await readPage(server, { path, isUpdate: how === "update" });
          // The first round warms up.
          if (round > 0) found[name] = { cpu: found[name]!.cpu + cpu / 3, bytes };
        }
      const line = Object.entries(found).map(([name, { cpu, bytes }]) => `${name} ${cpu.toFixed(2)} ms ${bytes} bytes`);
      const ratio = found.base && found.this;
      const told =
        ratio &&
        `CPU ${(ratio.cpu / found.base!.cpu).toFixed(2)}, bytes ${(ratio.bytes / found.base!.bytes).toFixed(2)}`;
      console.log(`  ${path || "/overview"}, ${how}: ${line.join(", ")}${told ? `: ${told}` : ""}`);
    }
  }
}

/** The lists, and the details of the last order and call. */
async function pagesOf({ url }: Started): Promise<readonly string[]> {
  const read = async (path: string) =>
    (await fetch(`${url}/lane/full/_sandbox/${path}?limit=1`)).json() as Promise<never>;
  const { orders } = (await read("orders")) as { orders: { id: number }[] };
  return [
    ...["", "/orders", "/requests", "/notifications", "/requests?find=S-77", "/requests?operation=tokenization/sale"],
    ...[`/orders/${orders[0]!.id}`, `/requests/req-${CALLS}`],
  ];
}

interface Read {
  readonly path: string;
  /** True: as the console's script asks on a live update. Builds without such parts answer with the whole page. */
  readonly isUpdate: boolean;
}

async function readPage(
  server: Started,
  { path, isUpdate }: Read,
): Promise<{ readonly cpu: number; readonly bytes: number }> {
  const address = `${server.url}/lane/full/_sandbox/ui${path}`;
  const marked = (await (await fetch(address)).text()).matchAll(
    /<\w+ [^>]*?\b(?:data-key|id)="([^"]*)"[^>]* data-v="([^"]*)"/g,
  );
  const shown = [...marked].map(([, key, version]) => `${key}:${version}`).join(",");
  const headers: Record<string, string> = isUpdate ? { "X-Sandbox-Part": shown || "1" } : {};
  const before = fineCpuMs(server);
  let bytes = 0;
  for (let n = 0; n < READS; n++) {
    const answer = await fetch(address, { headers });
    bytes = (await answer.arrayBuffer()).byteLength;
    if (!answer.ok) throw new Error(`expected 200 of ${path}, found ${answer.status}`);
  }
  return { cpu: (fineCpuMs(server) - before) / READS, bytes };
}

const fill = (url: string): Promise<unknown> =>
  send({ url: `${url}/tokenization/sale`, requests: CALLS, body: saleOf });
