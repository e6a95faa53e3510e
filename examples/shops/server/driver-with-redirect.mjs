// Buys on hosted pages, and serves the address to which the shopper returns, as a storefront in front of the shop does.
import { once } from "node:events";
import { createServer } from "node:http";

// The judge names amounts at which calculations with floats go wrong.
const { SHOP_URL, PAYMENT_SANDBOX_URL, PAYMENT_SANDBOX_AMOUNTS = "[88, 120.5]" } = process.env;
const [tea, mug] = JSON.parse(PAYMENT_SANDBOX_AMOUNTS).map(Number);
const LATEST = Date.now() + 30_000;

const storefront = createServer(async (request, response) => {
  const { search } = new URL(request.url, "http://storefront");
  const { status } = await fetch(`${SHOP_URL}/returned${search}`).catch(() => ({ status: 502 }));
  response.writeHead(status).end("thank you");
}).listen(0, "127.0.0.1");
await once(storefront, "listening");
const success = `http://127.0.0.1:${storefront.address().port}/thanks`;

/** Tries again while the shop is down. If it redirects to the checkoutUrl: that address holds the order's id, in base 36. */
async function post(url, body) {
  for (;;) {
    const headers = { "Content-Type": "application/json" };
    const request = { method: "POST", headers, body: JSON.stringify(body), redirect: "manual" };
    const response = await fetch(url, request).catch(() => undefined);
    const page = /\/checkout\/(\w+)/.exec(response?.headers.get("location") ?? "");
    if (page) return { orderId: Number.parseInt(page[1], 36) };
    if (response?.ok) return response.json();
    if (Date.now() > LATEST) throw new Error(`${url} did not answer`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

for (const [cart, amount] of [
  ["tea", tea],
  ["mug", mug],
]) {
  const { orderId } = await post(`${SHOP_URL}/checkout`, { cart, amount, success });
  await post(`${PAYMENT_SANDBOX_URL}/_sandbox/orders/${orderId}/simulate`, { action: "pay" });
}
// The shopper may still be on the way back.
await new Promise((resolve) => setTimeout(resolve, 300));
storefront.close();
storefront.closeAllConnections();
