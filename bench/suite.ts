import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createOf } from "./requests.ts";
import { cpuMs, residentMb, startIn } from "./servers.ts";

const TESTS = Number(process.env.BENCH_TESTS ?? 1000);
const WORKERS = 4;

/** A user's suite: each test has a lane, five calls, a notification and a move of the clock. Four workers. */
export async function suite(): Promise<void> {
  await using server = await startIn({}, "--signature", "off");
  const shop = await listeningShop();
  const [began, before] = [performance.now(), cpuMs(server)];
  let next = 0;
  const worker = async () => {
    for (let n = next++; n < TESTS; n = next++) await test(`${server.url}/lane/t-${n}`, shop, `t-${n}`);
  };
  await Promise.all(Array.from({ length: WORKERS }, worker));
  const perSecond = TESTS / ((performance.now() - began) / 1000);
  const cpu = (cpuMs(server) - before) / TESTS;
  console.log(
    `suite: ${perSecond.toFixed(0)} tests a second, ${cpu.toFixed(1)} CPU ms a test, ${residentMb(server).toFixed(0)} MB at the end`,
  );
  shop.close();
}

async function test(base: string, shop: Shop, name: string): Promise<void> {
  const told = shop.hears(name);
  const params = JSON.parse(JSON.parse(createOf(0)).request);
  const request = JSON.stringify({
    ...params,
    merchantReference: name,
    callbackUrl: { notify: `${shop.url}/${name}` },
  });
  const { order } = await post(`${base}/hosted-checkout/create`, JSON.stringify({ request, signature: "" }));
  await post(`${base}/_sandbox/orders/${order.id}/simulate`, JSON.stringify({ action: "pay" }));
  await told;
  const named = (extra: object) =>
    JSON.stringify({ request: JSON.stringify({ merchantId: 3, orderId: order.id, ...extra }), signature: "" });
  await post(`${base}/hosted-checkout/query`, named({}));
  await post(`${base}/hosted-checkout/refund`, named({ amount: 10 }));
  await post(`${base}/_sandbox/clock`, JSON.stringify({ action: "advance", by: "1d" }), "PUT");
  await post(`${base}/hosted-checkout/query`, named({}));
  await fetch(base.replace("/lane/", "/_sandbox/lanes/"), { method: "DELETE" });
}

async function post(url: string, body: string, method = "POST") {
  const answer = await fetch(url, { method, headers: { "Content-Type": "application/json" }, body });
  const read = (await answer.json()) as { readonly responseCode?: string; readonly order: { readonly id: number } };
  if (!answer.ok || (read.responseCode ?? "0000") !== "0000")
    throw new Error(`expected a success of ${url}, found ${answer.status} ${JSON.stringify(read)}`);
  return read;
}

type Shop = Awaited<ReturnType<typeof listeningShop>>;

/** Answers OK to each notification; the path names the test. */
async function listeningShop() {
  const waiting = new Map<string, () => void>();
  const server = createServer((request, response) => {
    request.resume().on("end", () => response.end("OK", () => waiting.get(request.url!.slice(1))?.()));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hears: (name: string) => new Promise<void>((told) => waiting.set(name, told)),
    close: () => server.close(),
  };
}
