import { median, startOurs } from "./servers.ts";

const ORDERS = Number(process.env.BENCH_CONSOLE_ORDERS ?? 10_000);
const ROUNDS = 30;
const AT_ONCE = 16;
const MORE_MS = 100;
const lists = ["", "/orders", "/requests"] as const;

/** The first paint of the console in a lane with many orders beside an empty lane, in turn: what the server takes, and the browser. */
export async function consolePages(): Promise<void> {
  await using server = await startOurs("--signature", "warn");
  await fill(`${server.url}/lane/full`);
  await fetch(`${server.url}/lane/empty/_sandbox/reset`, { method: "POST" });
  const { openBrowser } = await import("../test/support/browser.ts");
  const browser = await openBrowser();
  const page = await browser.newPage();
  const paintMs = async (url: string): Promise<number> => {
    await page.goto(url, { waitUntil: "load" });
    return page.evaluate<number>(FIRST_PAINT);
  };
  console.log(`\nconsole, first paint of a lane of ${ORDERS} orders beside an empty one, medians of ${ROUNDS}`);
  for (const list of lists) {
    const tookMs = { empty: [] as number[], full: [] as number[] };
    for (let i = 0; i < ROUNDS; i++)
      for (const lane of ["empty", "full"] as const)
        tookMs[lane].push(await paintMs(`${server.url}/lane/${lane}/_sandbox/ui${list}`));
    const [empty, full] = [median(tookMs.empty), median(tookMs.full)];
    const verdict = full - empty < MORE_MS ? "ok" : "TOO SLOW";
    console.log(
      `  ${list || "/overview"}: ${empty.toFixed(0)} ms empty, ${full.toFixed(0)} ms full, ${(full - empty).toFixed(0)} ms more (within ${MORE_MS}): ${verdict}`,
    );
  }
  await browser.close();
}

/** Since the navigation began, in ms. */
const FIRST_PAINT = `new Promise((resolve) => {
  const found = () => performance.getEntriesByName("first-contentful-paint")[0];
  if (found()) resolve(found().startTime);
  else new PerformanceObserver(() => found() && resolve(found().startTime)).observe({ type: "paint", buffered: true });
})`;

async function fill(url: string): Promise<void> {
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < ORDERS) {
      const n = next++;
      const request = JSON.stringify({
        ...{ merchantId: 3, userId: "user1", tokenId: 351, amount: 50, merchantReference: `BENCH-${n}` },
        lineItems: [{ quantity: 1, priceData: { unitAmount: 50, name: "Tea" } }],
      });
      const headers = { "Content-Type": "application/json" };
      const body = JSON.stringify({ request });
      await (await fetch(`${url}/tokenization/sale`, { method: "POST", headers, body })).arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
