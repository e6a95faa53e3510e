// A shop with pages: a cart with a pay button, and a page of thanks. The shopper pays on the hosted page. No dependencies, Node 22.14
// or newer. The wrong shops beside it change one thing each.
import { createPrivateKey, createPublicKey, sign, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const { env } = process;
const PAID = ["SUCCESS", "SETTLED", "REFUNDED", "VOIDED"];

export class BrowserShop {
  /** By cart, with its orders: rows of your database. */
  carts = new Map([["tea", { name: "tea", amount: 88, orders: [] }]]);
  home = `http://127.0.0.1:${env.PORT}`;
  ourKey = createPrivateKey(readFileSync(env.PAYMENT_SANDBOX_PRIVATE_KEY_FILE));
  theirKey = createPublicKey(readFileSync(env.PAYMENT_SANDBOX_PUBLIC_KEY_FILE));

  // --- The pages -----------------------------------------------------------------------------

  /** A paid cart has no button. The first click disables it. */
  cartPage(cart) {
    if (this.isPaid(cart)) return `<h1>Your ${cart.name} is paid</h1>`;
    return `<h1>Your cart: ${cart.name}, HKD ${cart.amount}</h1>
<form method="post" action="/pay?${cart.name}" onsubmit="this.querySelector('button').disabled = true"><button>Pay</button></form>`;
  }

  /** Who returns is thanked once the service says that it was paid. */
  async thanksPage(cart) {
    for (const order of cart.orders) await this.look(order);
    return this.isPaid(cart) ? "<h1>Thank you</h1>" : "<h1>We wait for your payment</h1>";
  }

  isPaid(cart) {
    return cart.orders.some(({ paid }) => paid > 0);
  }

  /** Where a click on the button leads. Two clicks get the same page, whatever the browser did. */
  async pay(cart) {
    for (const order of cart.orders) await this.look(order);
    if (this.isPaid(cart)) return `/cart?${cart.name}`;
    cart.opening ??= this.open(cart).finally(() => {
      cart.opening = undefined;
    });
    return cart.opening;
  }

  // --- The orders ----------------------------------------------------------------------------

  /** An open order has a page already. */
  async open(cart) {
    const before = cart.orders.find(({ checkoutUrl }) => checkoutUrl !== undefined);
    if (before) return before.checkoutUrl;
    const reference = `${cart.name.toUpperCase()}-${cart.orders.length + 1}`;
    const order = { reference, cart: cart.name, amount: cart.amount, paid: 0, shipped: 0 };
    cart.orders.push(order);
    const answer = await this.ask("/hosted-checkout/create", {
      merchantReference: reference,
      amount: cart.amount,
      lineItems: [{ quantity: 1, priceData: { name: cart.name, unitAmount: cart.amount } }],
      callbackUrl: {
        notify: `${this.home}/notify`,
        success: `${this.home}/thanks?${cart.name}`,
        cancel: `${this.home}/cart?${cart.name}`,
      },
    });
    order.checkoutUrl = answer?.checkoutUrl;
    return order.checkoutUrl ?? `/cart?${cart.name}`;
  }

  /** Asks the service, and ships what is paid, once. */
  async look(order) {
    const answer = await this.ask("/hosted-checkout/query", { merchantReference: order.reference });
    if (answer?.responseCode !== "0000") return;
    order.paid = PAID.includes(answer.order.status) ? answer.order.amount : 0;
    if (order.paid > 0) order.shipped = 1;
  }

  /** A notification is a hint. The query is the proof. */
  async takeNotification({ signature = "", ...fields }) {
    const text = Object.entries(fields).map(([key, value]) => `${key}=${value}`);
    const isGenuine = verify(
      "sha256",
      Buffer.from(text.sort().join("&")),
      this.theirKey,
      Buffer.from(signature, "base64"),
    );
    const order = this.orders().find(({ reference }) => reference === fields.merchantReference);
    if (!isGenuine || !order) return false;
    await this.look(order);
    return true;
  }

  orders() {
    return [...this.carts.values()].flatMap(({ orders }) => orders);
  }

  /** What the shop believes, as `payment-sandbox judge` asks. */
  beliefs() {
    return Object.fromEntries(
      this.orders().map(({ reference, paid, cart, shipped }) => [
        reference,
        { paid, cart, currency: "HKD", effects: { shipped } },
      ]),
    );
  }

  // --- The payment service, and the server ---------------------------------------------------

  async ask(path, parameters) {
    const request = JSON.stringify({ merchantId: Number(env.PAYMENT_SANDBOX_MERCHANT_ID), ...parameters });
    const signature = sign("sha256", Buffer.from(request), this.ourKey).toString("base64");
    try {
      const response = await fetch(env.PAYMENT_SANDBOX_URL + path, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ request, signature }),
        signal: AbortSignal.timeout(5000),
      });
      return JSON.parse(await response.text());
    } catch {
      return undefined;
    }
  }

  start() {
    const server = createServer((request, response) => {
      this.answer(request)
        .catch((error) => ({ status: 500, body: String(error) }))
        .then(({ status = 200, headers = { "Content-Type": "text/html", "Cache-Control": "no-store" }, body = "" }) =>
          response.writeHead(status, headers).end(body),
        );
    });
    server.listen(Number(env.PORT), "127.0.0.1");
  }

  async answer(request) {
    let text = "";
    for await (const piece of request.setEncoding("utf8")) text += piece;
    const { pathname, search } = new URL(request.url, this.home);
    if (pathname === "/beliefs") return { body: JSON.stringify(this.beliefs()) };
    if (pathname === "/notify")
      return (await this.takeNotification(JSON.parse(text))) ? { body: "OK" } : { status: 400, body: "refused" };
    const cart = this.carts.get(search.slice(1));
    if (!cart) return { status: 404, body: "not found" };
    if (pathname === "/thanks") return { body: await this.thanksPage(cart) };
    if (pathname === "/pay" && request.method === "POST")
      return { status: 303, headers: { Location: await this.pay(cart) } };
    return { body: this.cartPage(cart) };
  }
}
