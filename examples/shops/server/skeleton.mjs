// A shop that runs as a server: its orders are rows of a database, its work waits in a queue, and at start it recovers what a crash left.
// No dependencies, Node 22.14 or newer. The wrong shops beside it change one thing each.
import { createPrivateKey, createPublicKey, sign, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

const { env } = process;

/** The service knows no such order. */
const NOT_FOUND = "2001";
const PAID = ["SUCCESS", "SETTLED", "REFUNDED", "VOIDED"];

export class ServerShop {
  constructor() {
    this.db = new DatabaseSync(join(env.PAYMENT_SANDBOX_STATE_DIR, "shop.db"), { timeout: 5000 });
    this.db.exec(`CREATE TABLE IF NOT EXISTS orders (reference TEXT PRIMARY KEY, cart TEXT UNIQUE, amount REAL, paid REAL, refunded REAL NOT NULL DEFAULT 0, shipped INTEGER NOT NULL DEFAULT 0);
      CREATE TABLE IF NOT EXISTS queue (reference TEXT PRIMARY KEY)`);
    this.ourKey = createPrivateKey(readFileSync(env.PAYMENT_SANDBOX_PRIVATE_KEY_FILE));
    this.theirKey = this.publicKey();
  }

  /** Without the service's key nobody can tell what is genuine: then the shop does not start. */
  publicKey() {
    return createPublicKey(readFileSync(env.PAYMENT_SANDBOX_PUBLIC_KEY_FILE));
  }

  // --- Selling -------------------------------------------------------------------------------

  /** Sells a cart once, however often it is asked. The order is written before the charge: a crash leaves a trace. */
  async sell(cart, amount) {
    const order = this.orderOf(cart) ?? this.write(cart, amount);
    if (order.paid === null) await this.charge(order);
    this.enqueue(order.reference);
    this.work();
    return this.order(order.reference);
  }

  async charge(order) {
    const { reference: merchantReference, amount } = order;
    // What became of an earlier try?
    if (await this.isKnown(order)) return;
    const answer = await this.ask("/tokenization/sale", {
      ...{ userId: "user1", tokenId: 351, merchantReference, amount },
      callbackUrl: { notify: `http://127.0.0.1:${env.PORT}/notify` },
      lineItems: [{ quantity: 1, priceData: { name: order.cart, unitAmount: amount } }],
    });
    if (answer?.responseCode === "0000") return this.paid(order, amount);
    await this.isKnown(order);
  }

  /** Asks the service what is true, and writes it down. Whether the service knows the order. */
  async isKnown(order) {
    const answer = await this.ask("/hosted-checkout/query", { merchantReference: order.reference });
    if (answer?.responseCode === NOT_FOUND) return false;
    if (answer?.responseCode !== "0000") throw new Error("the service did not answer");
    const { status, amount, netAmount } = answer.order;
    const isPaid = PAID.includes(status);
    this.paid(order, isPaid ? amount : 0);
    this.refunded(order, isPaid ? Math.round(100 * (amount - netAmount)) / 100 : 0);
    return true;
  }

  // --- Notifications -------------------------------------------------------------------------

  /** Answers OK to what the service signed about an order of ours. The work is written down before the answer. */
  async takeNotification(order) {
    this.enqueue(order.reference);
    this.work();
  }

  /** The order that a genuine notification is about. */
  toldOf({ signature = "", ...fields }) {
    const text = Object.entries(fields).map(([key, value]) => `${key}=${value}`);
    if (!this.isGenuine(text.sort().join("&"), signature)) return undefined;
    const order = this.order(fields.merchantReference);
    return order && Number(fields.amount) === order.amount ? order : undefined;
  }

  isGenuine(text, signature) {
    return verify("sha256", Buffer.from(text), this.theirKey, Buffer.from(signature, "base64"));
  }

  // --- The queue -----------------------------------------------------------------------------

  enqueue(reference) {
    this.db.prepare("INSERT OR IGNORE INTO queue VALUES (?)").run(reference);
  }

  /** One at a time; what fails stays in the queue until the next start or the next notification. */
  work() {
    this.working = (this.working ?? Promise.resolve()).then(() => this.workAll()).catch(() => {});
    return this.working;
  }

  async workAll() {
    for (const { reference } of this.db.prepare("SELECT reference FROM queue").all()) {
      await this.handle(this.order(reference));
      this.db.prepare("DELETE FROM queue WHERE reference = ?").run(reference);
    }
  }

  async handle(order) {
    if (order.paid === null || order.paid === 0) await this.isKnown(order);
    this.ship(this.order(order.reference));
  }

  /** What a crash left: orders of which nobody knows whether they were paid or shipped, and work that waits. */
  async recover() {
    const left = this.db.prepare("SELECT reference FROM orders WHERE paid IS NULL OR (paid > 0 AND shipped = 0)").all();
    for (const { reference } of left) this.enqueue(reference);
    await this.work();
  }

  // --- The book ------------------------------------------------------------------------------

  write(cart, amount) {
    this.db.prepare("INSERT INTO orders (reference, cart, amount) VALUES (?, ?, ?)").run(`${cart}-1`, cart, amount);
    return this.orderOf(cart);
  }

  orderOf(cart) {
    return this.db.prepare("SELECT * FROM orders WHERE cart = ?").get(cart);
  }

  order(reference) {
    return this.db.prepare("SELECT * FROM orders WHERE reference = ?").get(reference);
  }

  paid({ reference }, amount) {
    this.db.prepare("UPDATE orders SET paid = ? WHERE reference = ?").run(amount, reference);
  }

  /** Somebody may have given money back by hand. */
  refunded({ reference }, amount) {
    this.db.prepare("UPDATE orders SET refunded = ? WHERE reference = ?").run(amount, reference);
  }

  /** The database ships once: only the first of two changes the row. */
  ship({ reference, paid, refunded }) {
    if (paid > refunded)
      this.db.prepare("UPDATE orders SET shipped = 1 WHERE reference = ? AND shipped = 0").run(reference);
  }

  /** What the shop believes, as `payment-sandbox judge` asks. */
  beliefs() {
    const rows = this.db.prepare("SELECT * FROM orders").all();
    return Object.fromEntries(
      rows.map(({ reference, paid, refunded, cart, shipped }) => [
        reference,
        { paid, refunded, cart, currency: "HKD", effects: { shipped } },
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

  async start() {
    await this.recover();
    const server = createServer((request, response) => {
      this.answer(request)
        .catch((error) => [500, String(error)])
        .then(([status, body, headers]) => response.writeHead(status, headers).end(body));
    });
    server.listen(Number(env.PORT), "127.0.0.1");
  }

  async answer(request) {
    let text = "";
    for await (const piece of request.setEncoding("utf8")) text += piece;
    const { pathname } = new URL(request.url, "http://shop");
    if (pathname === "/beliefs") return [200, JSON.stringify(this.beliefs())];
    if (pathname === "/notify") {
      const order = this.toldOf(JSON.parse(text));
      if (!order) return [400, "refused"];
      await this.takeNotification(order);
      return [200, "OK"];
    }
    if (pathname !== "/sell") return [404, "not found"];
    const { cart, amount } = JSON.parse(text);
    return [200, JSON.stringify(await this.sell(cart, amount))];
  }
}
