import { Hono } from "hono";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import type { Order } from "../../src/core/domain/order.js";
import type { Lane } from "../../src/lane/lane.js";
import { openBrowser } from "../support/browser.js";
import { type HostedOrder, hostedOrder } from "../support/hosted-orders.js";
import { startTestSandbox } from "../support/sandbox.js";
import { served } from "../support/serve.js";

/** The shop that the browser is sent back to, on an origin of its own. It remembers what was asked of it. */
export interface Shop {
  readonly url: string;
  readonly visits: string[];
}

export interface Stage {
  readonly shop: Shop;
  readonly url: string;
  browser: Browser;
  /** The page of a fresh order, in a lane of its own; the shop's addresses are its redirects. */
  order(over?: HostedOrder): Promise<string>;
  /** The order of a page as it is now, and its lane. */
  behind(url: string): Promise<{ lane: Lane; order: Order }>;
  /** Goes to an address on the file's page with these options. A page costs three times as much as going to an address. */
  open(url: string, options?: BrowserContextOptions): Promise<Page>;
}

/** Checkout pages of a sandbox, a shop on another port, and a browser; for the tests of one file. */
export function stage(): Stage {
  const visits: string[] = [];
  const closing: AsyncDisposable[] = [];
  const pages = new Map<string, Promise<Page>>();
  const made = new Map<string, { lane: Lane; id: number }>();
  let sandbox: Awaited<ReturnType<typeof startTestSandbox>>;
  const it = { url: "", shop: { url: "", visits } } as unknown as { -readonly [K in keyof Stage]: Stage[K] };

  beforeAll(async () => {
    const shop = await served(shopApp(visits));
    sandbox = await startTestSandbox();
    closing.push(shop, sandbox);
    it.url = sandbox.url;
    it.shop = { url: shop.url.replace("127.0.0.1", "localhost"), visits };
    it.browser = await openBrowser();
  });
  afterAll(async () => {
    await it.browser?.close();
    for (const one of closing) await one[Symbol.asyncDispose]();
  });

  it.order = async (over = {}) => {
    const { lane } = await sandbox.lane(`a.b-${made.size}`);
    const callbackUrl = {
      success: `${it.shop.url}/thanks?ref=A%201&x=é`,
      fail: `${it.shop.url}/fail`,
      cancel: `${it.shop.url}/cart`,
    };
    const { id, session } = await hostedOrder(lane, { callbackUrl, ...over });
    const url = `${lane.baseUrl}/checkout/${session}`;
    made.set(url, { lane, id });
    return url;
  };
  it.behind = async (url) => {
    const { lane, id } = made.get(url)!;
    return { lane, order: (await lane.store.views.order(id))! };
  };
  it.open = async (url, options = {}) => {
    const key = JSON.stringify(options);
    if (!pages.has(key)) pages.set(key, it.browser.newPage({ locale: "en-US", ...options }));
    const page = await pages.get(key)!;
    await page.goto(url);
    return page;
  };
  return it as Stage;
}

/** Answers a real shop's way: the first address redirects once more, to yet another origin. */
function shopApp(visits: string[]): Hono {
  const app = new Hono();
  app.get("/thanks", (c) => {
    visits.push(c.req.url.replace(/^.*?\/thanks/, "/thanks"));
    return c.redirect(`http://127.0.0.1:${new URL(c.req.url).port}/order-done`);
  });
  app.get("/frame", (c) =>
    c.html(`<iframe title="pay" src="${c.req.query("src")}" width="700" height="900"></iframe>`),
  );
  app.get("*", (c) => c.html(`<h1>${c.req.path}</h1>`));
  return app;
}

export interface TypedCard {
  readonly number?: string;
  readonly expiry?: string;
  readonly cvc?: string;
}

export async function typeCard(page: Page, card: TypedCard = {}): Promise<void> {
  await page.getByTestId("card-number").pressSequentially(card.number ?? "4111111111111111");
  await page.getByTestId("card-holder").fill("CHAN TAI MAN");
  await page.getByTestId("card-expiry").pressSequentially(card.expiry ?? "1230");
  await page.getByTestId("card-cvc").fill(card.cvc ?? "123");
}

export async function payBy(page: Page, number: string): Promise<void> {
  await typeCard(page, { number });
  await page.getByTestId("pay").click();
}
