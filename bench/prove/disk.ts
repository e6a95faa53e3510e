import { setTimeout as pause } from "node:timers/promises";
import { type Client, clientOf, created, requests, sold } from "../../test/support/client.js";
import { control } from "../../test/support/sandbox.js";
import { startShop } from "../../test/support/shop.js";
import type { Finding, Part } from "./part.js";
import { limitedSpace, type Server } from "./space.js";

const WRITES_MAX = 5000;
/** Log lines besides those of refused calls, while the disk is full. */
const LINES_MAX = 10;
const large = { lineItems: [{ quantity: 1, priceData: { name: "x".repeat(900), unitAmount: 50 } }] };

/** A disk that fills under calls, and has room again later. */
export const disk: Part = {
  about:
    "The disk of the data folder fills under sales, with a notification on its way, and is given room again later. While it is full, reads answer, writes answer 503 with the reason, and the log stays short; then writes go on by themselves, the notification is acknowledged, and all that was answered is there, also after a restart.",
  run: async ({ isShort }) => {
    const space = limitedSpace();
    const held = Promise.withResolvers<void>();
    await using shop = await startShop(() => held.promise.then(() => true));
    const server = await space.start();
    const world = new World(server);
    const notified = await world.sell({ callbackUrl: { notify: shop.notifyUrl } });
    const open = await created(world.client);
    await world.sellUntilRefused(() => world.sales === 20 && space.fill());
    // The attempt ends now, and cannot be written down.
    held.resolve();
    const linesBefore = lines(server);
    const seconds = isShort ? 1.5 : 10;
    const refusedBefore = world.refused;
    await world.whileFull({ notified, open, until: Date.now() + seconds * 1000 });
    const written = lines(server) - linesBefore - (world.refused - refusedBefore);
    world.expect(written <= LINES_MAX, `${written} log lines in ${seconds} s besides those of refused calls`);
    space.free();
    await world.afterwards(notified.merchantReference);
    await server.stop();
    const again = await space.start();
    await world.holds(again.url, "after a restart");
    await again.stop();
    return {
      figures: [
        ["made full by", space.how],
        ["sales answered", world.sales],
        ["writes refused while full", world.refused],
        ["reads answered while full", world.reads],
        [`log lines in ${seconds} s, besides those of refused calls`, written],
      ],
      findings: world.findings,
    };
  },
};

const lines = (server: Server): number => server.said().split("\n").length - 1;

interface Sold {
  readonly id: number;
  readonly merchantReference: string;
}

/** What was answered, and whether it stays so. */
class World {
  readonly client: Client;
  readonly findings: Finding[] = [];
  readonly #answered = new Map<number, string>();
  refused = 0;
  reads = 0;

  constructor(readonly server: Server) {
    this.client = clientOf(server.url);
  }

  get sales(): number {
    return this.#answered.size;
  }

  expect(isSo: boolean, otherwise: string): void {
    if (!isSo) this.findings.push({ what: otherwise });
  }

  async sell(over: object): Promise<Sold> {
    const order: Sold = await sold(this.client, { ...over });
    this.#answered.set(order.id, order.merchantReference);
    return order;
  }

  /** One sale; whether it was refused for lack of room. */
  async #isRefused(): Promise<boolean> {
    const { http, body } = await this.client("tokenization/sale", requests.sale(large));
    if (http === 503) {
      this.refused++;
      this.expect(/the disk is full/.test(body.message), `503 without its reason: ${JSON.stringify(body)}`);
      return true;
    }
    this.expect(http === 200 && body.responseCode === "0000", `a sale answers ${http} ${JSON.stringify(body)}`);
    if (body?.order) this.#answered.set(body.order.id, body.order.merchantReference);
    return false;
  }

  async sellUntilRefused(before: () => unknown): Promise<void> {
    for (let n = 0; n < WRITES_MAX; n++) {
      before();
      if (await this.#isRefused()) return;
    }
    this.expect(false, `${WRITES_MAX} writes were taken by a full disk`);
  }

  async whileFull({ notified, open, until }: { notified: Sold; open: Sold; until: number }): Promise<void> {
    do {
      // A small one may still fit into what is there: what is answered must stay either way.
      await this.#isRefused();
      const query = await this.client("hosted-checkout/query", { merchantId: 3, orderId: notified.id });
      this.#read("a query", query.http, query.body?.order?.id === notified.id);
      const page = await fetch(await this.#pageOf(open.id));
      this.#read("a page", page.status, (await page.text()).includes(open.merchantReference));
      const invariants = await control(this.server.url, "GET", "invariants");
      this.#read("the invariants", invariants.http, invariants.body.holds);
      await pause(50);
    } while (Date.now() < until);
  }

  async #pageOf(id: number): Promise<string> {
    const { http, body } = await control(this.server.url, "GET", `orders/${id}`);
    this.#read("an order", http, body.order?.status === "OPEN");
    return body.checkoutUrl;
  }

  #read(what: string, http: number, isRight: boolean): void {
    if (http === 200 && isRight) this.reads++;
    else this.expect(false, `while full, ${what} answers ${http}`);
  }

  /** There is room again. */
  async afterwards(notified: string): Promise<void> {
    this.expect(!(await this.#isRefused()), "a sale is refused when there is room again");
    const match = { merchantReference: notified, acknowledged: true };
    const waited = await control(this.server.url, "POST", "wait", { for: "notification", match, timeoutMs: 30_000 });
    this.expect(waited.http === 200, `the notification: ${JSON.stringify(waited.body)}`);
    await this.holds(this.server.url, "when there is room again");
  }

  async holds(url: string, when: string): Promise<void> {
    for (const [id, reference] of this.#answered) {
      const { body } = await control(url, "GET", `orders/${id}`);
      const isThere = body.order?.merchantReference === reference && body.order.status === "SUCCESS";
      this.expect(isThere, `${when}, order ${id} of ${reference} was answered and is ${JSON.stringify(body)}`);
    }
    const { body } = await control(url, "GET", "invariants");
    this.expect(body.holds, `${when}: ${JSON.stringify(body.broken)}`);
  }
}
