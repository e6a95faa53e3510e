import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sign } from "payment-sandbox";

/** A shop with one page: it sells tea, sends the shopper to pay, and thanks who comes back. */
export async function startShop(base: string): Promise<{ readonly url: string; close(): void }> {
  const server = createServer(async ({ url: path, headers: { host } }, response) => {
    const own = `http://${host}`;
    if (path !== "/buy")
      return void response.end(path === "/thanks" ? "<h1>Thank you</h1>" : '<a href="/buy">Buy tea</a>');
    const created = await fetch(`${base}/hosted-checkout/create`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(sign(orderFor(own))),
    });
    const { checkoutUrl } = (await created.json()) as { checkoutUrl: string };
    response.writeHead(302, { Location: checkoutUrl }).end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

const orderFor = (own: string) => ({
  merchantId: 3,
  merchantReference: "TEA-1",
  amount: 20,
  lineItems: [{ quantity: 1, priceData: { unitAmount: 20, name: "Tea" } }],
  callbackUrl: { success: `${own}/thanks`, cancel: own },
});
