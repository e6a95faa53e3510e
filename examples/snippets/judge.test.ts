// Judges a shop with a hosted page, a notification server and a refund: `node --test judge.test.ts`, with genuine.ts beside it.
import assert from "node:assert/strict";
import { sign } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { type JudgedReport, judge, type SandboxLane, type ShopBeliefs } from "payment-sandbox";
import { genuine } from "./genuine.ts";

const REFERENCE = "TEA-1";
const AMOUNT = 88;
const PAID = ["SUCCESS", "SETTLED", "REFUNDED", "VOIDED"];
const UNPAID = ["OPEN", "CLOSED", "CANCELLED"];

interface Settings {
  readonly url: string;
  readonly privateKey: string;
  readonly publicKey: string;
}

interface Answer {
  readonly responseCode: string;
  readonly checkoutUrl?: string;
  readonly order?: { readonly status: string; readonly netAmount: number };
}

/** Your shop, here with one order. `paid` and `refunded` are null while nobody knows. */
async function openShop({ url, privateKey, publicKey }: Settings) {
  const order: ShopBeliefs[string] = { paid: null, refunded: 0, currency: "HKD", cart: "tea" };

  /** The answer, or undefined if it is lost. */
  async function call(path: string, parameters: object): Promise<Answer | undefined> {
    const request = JSON.stringify({ merchantId: 3, merchantReference: REFERENCE, ...parameters });
    const signature = sign("sha256", Buffer.from(request), privateKey).toString("base64");
    const headers = { "Content-Type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify({ request, signature }) };
    try {
      const response = await fetch(`${url}/${path}`, { ...init, signal: AbortSignal.timeout(500) });
      return (await response.json()) as Answer;
    } catch {
      return undefined;
    }
  }

  /** Writes down what the service knows. It changes nothing there, so it may be repeated. */
  async function query(tries = 3): Promise<boolean> {
    const answer = await call("hosted-checkout/query", {});
    const { status = "", netAmount = 0 } = answer?.order ?? {};
    const isPaid = PAID.includes(status);
    const isKnown = isPaid || UNPAID.includes(status) || answer?.responseCode === "2001";
    if (!isKnown) return tries > 1 && query(tries - 1);
    order.paid = isPaid ? AMOUNT : 0;
    order.refunded = isPaid ? Math.round((AMOUNT - netAmount) * 100) / 100 : 0;
    return true;
  }

  const server = createServer(async (request, response) => {
    const notice = genuine(await text(request), publicKey);
    // A notice is a hint: the query decides.
    const isTaken = notice?.tokenId === undefined && notice?.merchantReference === REFERENCE && (await query());
    response.writeHead(isTaken ? 200 : 400).end(isTaken ? "OK" : "refused");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const notify = `http://127.0.0.1:${(server.address() as AddressInfo).port}/notify`;

  return {
    order,
    query,
    /** The payment page's address. Undefined if the answer is lost: nobody can pay there. */
    async open(): Promise<string | undefined> {
      const lineItems = [{ quantity: 1, priceData: { name: "tea", unitAmount: AMOUNT } }];
      const order = { amount: AMOUNT, lineItems, callbackUrl: { notify, success: "https://shop.example/thanks" } };
      return (await call("hosted-checkout/create", order))?.checkoutUrl;
    },
    /** One refund. After a lost answer the query says if it arrived. */
    async refund(amount: number, tries = 2): Promise<void> {
      const answer = await call("hosted-checkout/refund", { amount });
      order.refunded = answer?.responseCode === "0000" ? amount : null;
      if (order.refunded === null && (await query()) && order.refunded === 0 && tries > 1)
        await this.refund(amount, tries - 1);
    },
    close() {
      server.close().closeAllConnections();
    },
  };
}

/** One day of the shop. The judge runs it once for each thing that can go wrong. */
async function day(lane: SandboxLane): Promise<ShopBeliefs> {
  const { privateKey } = lane.keys;
  const shop = await openShop({ url: lane.url, privateKey, publicKey: await lane.notificationPublicKey() });
  try {
    const page = await shop.open();
    // The judge's shopper may be too late or be declined. The query tells, so it must not fail the run.
    if (page) await lane.pay(page).catch(() => undefined);
    // Notifications that are under way arrive, with their retries.
    await lane.clock.runUntilIdle();
    await shop.query();
    if (shop.order.paid) await shop.refund(8);
    return { [REFERENCE]: shop.order };
  } finally {
    shop.close();
  }
}

test("the shop is right about the money", { timeout: 120_000 }, async () => {
  const report: JudgedReport = await judge(day, { timeout: "5s", strict: true });
  assert.equal(report.exitCode, 0, report.text);
});
