// A shop as small as can be that still does right. No dependencies, Node 18 or newer. The wrong shops beside it change one thing each.
import { createPrivateKey, createPublicKey, sign, verify } from "node:crypto";
import { readFileSync, realpathSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The service knows no such order. Any other refusal of a query tells nothing. */
const NOT_FOUND = "2001";

export class Shop {
  /** The orders by reference: rows of your database. `paid` and `refunded` are null while nobody knows. */
  book = new Map();
  #server;
  /** Work that a request began. */
  #pending = new Set();

  constructor({ url, merchantId, ourKey, theirKey, timeoutMs = 2000 }) {
    Object.assign(this, { url, merchantId, timeoutMs });
    this.ourKey = createPrivateKey(ourKey);
    this.theirKey = createPublicKey(theirKey);
  }

  // --- A day of the shop ---------------------------------------------------------------------

  async run() {
    await this.sell("tea", 88);
    const mug = await this.sellOnPage("mug", 120.5);
    if (mug.paid) await this.refund(mug, 20.5);
    const pot = await this.sell("pot", 35.25);
    if (pot.paid) await this.cancel(pot);
    this.deliver();
  }

  /** What is paid leaves, once. */
  deliver() {
    for (const order of this.book.values()) this.shipIfPaid(order);
  }

  /** A stored card is charged. */
  async sell(cart, amount) {
    const order = this.write(cart, amount, "user1");
    await this.charge(order);
    return order;
  }

  async charge(order, tries = 2) {
    const { reference: merchantReference, amount, user: userId } = order;
    const parameters = { userId, tokenId: 351, merchantReference, amount, ...this.particulars(order) };
    const answer = await this.ask("/tokenization/sale", parameters);
    if (this.isDone(answer)) return this.markPaid(order, amount);
    const isKnown = await this.recover(order);
    // Nothing arrived: the same reference cannot be charged twice.
    if (this.isLost(answer) && !isKnown && order.paid === 0 && tries > 1) await this.charge(order, tries - 1);
  }

  /** The shopper pays on the hosted page. */
  async sellOnPage(cart, amount) {
    const order = this.write(cart, amount);
    const answer = await this.open(order);
    if (this.isDone(answer)) await this.letShopperPay(order, answer.order.id);
    return order;
  }

  /** Where the answer is lost nobody has the page's address, so the shopper gets another page: nothing was paid on the first. */
  async open(order, tries = 2) {
    const { reference: merchantReference, amount } = order;
    const answer = await this.ask("/hosted-checkout/create", { merchantReference, amount, ...this.particulars(order) });
    if (this.isDone(answer) || tries === 1) return answer;
    await this.recover(order);
    if (order.paid !== 0) return answer;
    this.book.delete(merchantReference);
    order.reference = this.reference(order.cart);
    this.book.set(order.reference, order);
    return this.open(order, tries - 1);
  }

  /** Here a real shop redirects to `checkoutUrl`. A declined shopper tries once more; what came of it only the query tells. */
  async letShopperPay(order, orderId, tries = 2) {
    await this.post(`/_sandbox/orders/${orderId}/simulate`, { action: "pay" }).catch(() => undefined);
    await this.recover(order);
    if (order.paid === 0 && tries > 1) await this.letShopperPay(order, orderId, tries - 1);
  }

  /** One refund an order; an amount below the order's is a partial one. */
  async refund(order, amount, tries = 2) {
    const answer = await this.ask("/hosted-checkout/refund", { merchantReference: order.reference, amount });
    if (this.isDone(answer)) return this.markRefunded(order, amount);
    if (this.isLost(answer)) order.refunded = null;
    await this.recover(order);
    if (order.refunded === 0 && tries > 1) await this.refund(order, amount, tries - 1);
  }

  /** Takes the whole sale back: voids it, and refunds what was settled meanwhile. */
  async cancel(order, tries = 2) {
    const answer = await this.ask("/hosted-checkout/void", { merchantReference: order.reference });
    if (this.isDone(answer)) return this.markRefunded(order, order.paid);
    if (this.isLost(answer)) order.refunded = null;
    await this.recover(order);
    if (order.refunded !== 0) return;
    if (this.isLost(answer) && tries > 1) await this.cancel(order, tries - 1);
    else await this.refund(order, order.paid);
  }

  // --- The book ------------------------------------------------------------------------------

  /** `user`: whose stored card is to be charged. */
  write(cart, amount, user) {
    const order = {
      reference: this.reference(cart),
      cart,
      amount,
      user,
      paid: null,
      refunded: 0,
      shipped: 0,
      changes: 0,
    };
    this.book.set(order.reference, order);
    return order;
  }

  #used = 0;
  reference(cart) {
    return `${cart.toUpperCase()}-${++this.#used}`;
  }

  markPaid(order, amount) {
    order.paid = amount;
    order.changes++;
  }

  markRefunded(order, amount) {
    order.refunded = amount;
    order.changes++;
  }

  /** What was given back in full stays here. */
  shipIfPaid(order) {
    if (order.paid > order.refunded && !order.shipped) order.shipped++;
  }

  /** What the shop believes, as `payment-sandbox judge` reads it. */
  beliefs() {
    const rows = [...this.book.values()].map(({ reference, paid, refunded, cart, user, shipped }) => [
      reference,
      { paid, refunded, cart, ...(user && { user }), effects: { shipped: Number(shipped) }, currency: "HKD" },
    ]);
    return Object.fromEntries(rows);
  }

  // --- The payment service -------------------------------------------------------------------

  /** The answer, or nothing where none could be read: then nobody knows what happened. */
  ask(path, parameters) {
    const request = JSON.stringify({ merchantId: this.merchantId, ...parameters });
    const signature = sign("sha256", Buffer.from(request), this.ourKey).toString("base64");
    return this.post(path, { request, signature }).catch(() => undefined);
  }

  async post(path, body) {
    const response = await fetch(this.url + path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(this.timeoutMs),
    });
    return { http: response.status, ...JSON.parse(await response.text()) };
  }

  /** Refusals come with HTTP 200 too. */
  isDone(answer) {
    return answer?.responseCode === "0000";
  }

  isLost(answer) {
    return answer?.responseCode === undefined;
  }

  particulars({ reference, cart, amount }) {
    return {
      callbackUrl: { notify: `${this.address}/notify`, success: `${this.address}/thanks?${reference}` },
      lineItems: [{ quantity: 1, priceData: { name: cart, unitAmount: amount } }],
    };
  }

  /** Asks what is true and writes it down. Whether the service knows the order; it changes nothing, so it may be repeated. */
  async recover(order, tries = 3) {
    const { changes } = order;
    const answer = await this.ask("/hosted-checkout/query", { merchantReference: order.reference });
    // A notice and a call may ask at once: what was written meanwhile is newer than this answer.
    if (order.changes !== changes) return this.recover(order, tries);
    if (answer?.responseCode === NOT_FOUND) {
      this.markPaid(order, 0);
      return false;
    }
    if (!this.isDone(answer)) return tries > 1 ? this.recover(order, tries - 1) : undefined;
    this.writeDown(order, answer.order);
    return true;
  }

  /** A voided order was paid and has gone back. */
  writeDown(order, { status, amount, netAmount }) {
    const isPaid = ["SUCCESS", "SETTLED", "REFUNDED", "VOIDED"].includes(status);
    this.markPaid(order, isPaid ? amount : 0);
    this.markRefunded(order, isPaid ? amount - netAmount : 0);
  }

  // --- What the service and the shopper's browser call -----------------------------------------

  /** Answers OK to what the service signed about an order of ours; a notice is a hint, the query is what counts. */
  async takeNotice(fields) {
    const order = this.book.get(fields.merchantReference);
    if (!this.isGenuine(fields) || !order || Number(fields.amount) !== order.amount) return false;
    if (order.paid) return true;
    return (await this.recover(order)) === true;
  }

  isGenuine({ signature = "", ...fields }) {
    const text = Object.entries(fields).map(([key, value]) => `${key}=${value}`);
    return verify("sha256", Buffer.from(text.sort().join("&")), this.theirKey, Buffer.from(signature, "base64"));
  }

  /** The shopper is back: anybody can open this address, so nothing is believed for it. */
  async thank() {}

  async start() {
    this.#server = createServer((request, response) => {
      const work = this.#answer(request)
        .catch(() => false)
        .then((isRight) => void response.writeHead(isRight ? 200 : 400).end(isRight ? "OK" : "refused"));
      this.#pending.add(work);
      work.finally(() => this.#pending.delete(work));
    });
    await new Promise((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    this.address = `http://127.0.0.1:${this.#server.address().port}`;
  }

  async #answer(request) {
    let text = "";
    for await (const piece of request.setEncoding("utf8")) text += piece;
    const [path, reference] = request.url.split("?");
    if (path === "/notify") return this.takeNotice(JSON.parse(text), reference);
    await this.thank(this.book.get(reference), reference);
    return true;
  }

  async stop() {
    await Promise.all(this.#pending);
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

/** The shop's day, and what it believes in the end: for a library, `judge((lane) => shopDay(RightShop, { url: lane.url }))`. */
export async function shopDay(Kind, settings) {
  const shop = new Kind({ ...keys(), ...settings });
  await shop.start();
  try {
    await shop.run();
    // What is on its way falls due: a test can move the sandbox's clock, where a real shop stays open for days.
    await move(settings.url);
    shop.deliver();
    return shop.beliefs();
  } finally {
    await shop.stop();
  }
}

const move = (url) =>
  fetch(`${url}/_sandbox/clock`, {
    method: "PUT",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ action: "run-until-idle" }),
  });

const { env } = process;

const keys = () => ({
  merchantId: env.PAYMENT_SANDBOX_MERCHANT_ID ?? "3",
  ourKey: readFileSync(env.PAYMENT_SANDBOX_PRIVATE_KEY_FILE ?? keyFile("demo-merchant.private.pem")),
  theirKey: readFileSync(env.PAYMENT_SANDBOX_PUBLIC_KEY_FILE ?? keyFile("notification.public.pem")),
});
/** As a function the shop runs beside the library, which brings the keys along. */
const keyFile = (name) =>
  join(dirname(createRequire(import.meta.url).resolve("payment-sandbox/package.json")), "fixtures/keys", name);

/** Where the file is what Node was started with: one day, and the beliefs in the file that the environment names. */
export async function runIfMain(meta, Kind) {
  if (process.argv[1] === undefined || realpathSync(process.argv[1]) !== fileURLToPath(meta.url)) return;
  if (!env.PAYMENT_SANDBOX_URL) {
    console.error(
      "PAYMENT_SANDBOX_URL is not set: run it by npx payment-sandbox judge -- node examples/shops/right.mjs",
    );
    process.exit(2);
  }
  const beliefs = await shopDay(Kind, { url: env.PAYMENT_SANDBOX_URL, timeoutMs: Number(env.SHOP_TIMEOUT_MS ?? 2000) });
  const text = JSON.stringify(beliefs, null, 2);
  if (env.PAYMENT_SANDBOX_BELIEFS_FILE) writeFileSync(env.PAYMENT_SANDBOX_BELIEFS_FILE, text);
  else console.log(text);
}
