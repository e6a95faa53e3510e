// Buys on hosted pages, gives a part back, and serves the address to which the shopper returns, as a storefront in front of the shop does.
import { once } from "node:events";
import { existsSync, unlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";

// The judge names amounts at which calculations with floats go wrong.
const { SHOP_URL, PAYMENT_SANDBOX_URL, PAYMENT_SANDBOX_AMOUNTS = "[88, 120.5]" } = process.env;
// The judge may ask for one of these (docs/conformance.md, "The driver's acts"). Leave out what your shop can't do.
const ACTS = ["refund-twice", "refund-again", "two-pages", "jobs"];
const { PAYMENT_SANDBOX_SHOPPER: asked, PAYMENT_SANDBOX_SHOPPER_FILE, PAYMENT_SANDBOX_JOBS_FILE = "" } = process.env;
const [tea, mug] = JSON.parse(PAYMENT_SANDBOX_AMOUNTS).map(Number);
const LATEST = Date.now() + 30_000;

const storefront = createServer(async (request, response) => {
  const { search } = new URL(request.url, "http://storefront");
  const { status } = await fetch(`${SHOP_URL}/returned${search}`).catch(() => ({ status: 502 }));
  response.writeHead(status).end("thank you");
}).listen(0, "127.0.0.1");
await once(storefront, "listening");
const success = `http://127.0.0.1:${storefront.address().port}/thanks`;

/** The acts that this driver can do, or the one that it did. */
const report = (...acts) => writeFileSync(PAYMENT_SANDBOX_SHOPPER_FILE, acts.join("\n"));

/** Tries again while the shop is down, or until `latest`. If it redirects to the checkoutUrl: that address holds the order's id, in base 36. */
async function post(url, body, latest = LATEST) {
  for (;;) {
    const headers = { "Content-Type": "application/json" };
    const request = { method: "POST", headers, body: JSON.stringify(body), redirect: "manual" };
    const response = await fetch(url, request).catch(() => undefined);
    const page = /\/checkout\/(\w+)/.exec(response?.headers.get("location") ?? "");
    if (page) return { orderId: Number.parseInt(page[1], 36) };
    if (response?.ok) return response.json().catch(() => ({}));
    if (Date.now() > latest) return undefined;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The id of the order that the shop makes. */
async function orderOf(cart, amount) {
  const order = await post(`${SHOP_URL}/checkout`, { cart, amount, success });
  if (order === undefined) throw new Error(`${cart} was not sold`);
  return order.orderId;
}

const pay = (orderId) => post(`${PAYMENT_SANDBOX_URL}/_sandbox/orders/${orderId}/simulate`, { action: "pay" }, 0);

/** As a clerk does. If your shop gives nothing back, leave it out. */
const refund = () => post(`${SHOP_URL}/refund`, { cart: "mug", amount: 0.01 }, 0);

/** As cron does. */
const runJobs = () => post(`${SHOP_URL}/job`, {}, 0);

const cron = setInterval(async () => {
  if (!existsSync(PAYMENT_SANDBOX_JOBS_FILE)) return;
  await runJobs();
  if (existsSync(PAYMENT_SANDBOX_JOBS_FILE)) unlinkSync(PAYMENT_SANDBOX_JOBS_FILE);
}, 50);

if (asked === "list") report(...ACTS);
const pages = [await orderOf("tea", tea)];
if (asked === "two-pages") pages.push(await orderOf("tea", tea));
for (const page of pages) await pay(page);
if (asked === "two-pages") report("two-pages");
const orderId = await orderOf("mug", mug);
await pay(orderId);
// The refund must not come before the shop has handled the notification. In some runs none comes.
const match = { orderId, state: "acknowledged" };
await post(`${PAYMENT_SANDBOX_URL}/_sandbox/wait`, { for: "notification", match, timeoutMs: 1000 }, 0);
await Promise.all(asked === "refund-twice" ? [refund(), refund()] : [refund()]);
if (asked === "refund-again") await refund();
if (asked?.startsWith("refund-")) report(asked);
// The shopper may still be on the way back.
await new Promise((resolve) => setTimeout(resolve, 300));
await runJobs();
clearInterval(cron);
storefront.close();
storefront.closeAllConnections();
