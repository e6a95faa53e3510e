import { mkdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { openBrowser } from "../test/support/browser.ts";
import { envelope } from "./requests.ts";
import { at, startIn } from "./servers.ts";

// npm run screenshots: the console's pictures in examples/screenshots, of the built sandbox.
// npm run screenshots -- <folder>: every page at each width, light and dark, to look at.
// A picture with Chinese needs a font for it, such as Debian's fonts-droid-fallback.

const widths = [390, 1280, 1920] as const;
const themes = ["light", "dark"] as const;
interface Shot {
  readonly name: string;
  readonly width: (typeof widths)[number];
  readonly theme: (typeof themes)[number];
}

const LONG = `SHOP-2026-${"REFERENCE-".repeat(4)}1`;
const CHINESE = "茶葉禮盒訂單-中環店-二〇二六年一月";

/** The lane's address, and the pages to take, by name. */
interface World {
  readonly ui: string;
  readonly pages: Readonly<Record<string, string>>;
}

/** A shop that acknowledges every notification but those of C-12. */
async function startShop() {
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    const isRefused = body.includes("C-12");
    response.writeHead(isRefused ? 500 : 200).end(isRefused ? "database is locked" : "OK");
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return { notify: `http://localhost:${port}/payment/notify`, close: () => server.close() };
}

/** A lane with a morning's sales, some of which went wrong. */
async function fill(browser: Browser, url: string, notify: string): Promise<World> {
  const lane = `${url}/lane/tea-shop`;
  const ask = async (method: string, path: string, body: object = {}) => {
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(`${lane}/_sandbox/${path}`, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`expected ${method} ${path} to work, found ${await answer.text()}`);
    // biome-ignore lint/suspicious/noExplicitAny: each path answers with members of its own.
    return (await answer.json()) as any;
  };
  const call = async (operation: string, params: object) => {
    const headers = { "Content-Type": "application/json" };
    const body = envelope({ merchantId: 3, ...params });
    const answer = await fetch(`${lane}/${operation}`, { method: "POST", headers, body });
    // biome-ignore lint/suspicious/noExplicitAny: each operation answers with members of its own.
    return { id: answer.headers.get("X-Sandbox-Request-Id") ?? "", body: (await answer.json()) as any };
  };
  const advance = (by: string) => ask("PUT", "clock", { action: "advance", by });
  await ask("PUT", "clock", { action: "freeze" });
  await ask("PUT", "clock", { action: "set", at: "2026-01-05T02:00:00.000Z" });
  // Copies to fork from are kept while a page is open.
  const watching = await browser.newPage();
  await watching.goto(`${lane}/_sandbox/ui`);
  await watching.locator("body[data-live=on]").waitFor();
  const lineItems = [{ quantity: 2, priceData: { name: "鴛鴦奶茶 Milk tea", unitAmount: 53 } }];
  const orders: Record<string, number> = {};
  for (const merchantReference of ["TEA-1001", CHINESE, LONG, "A-1", "B-77", "C-12", "D-9", "OPEN-4"]) {
    const created = await call("hosted-checkout/create", {
      ...{ amount: 106, merchantReference, lineItems, callbackUrl: { notify } },
    });
    orders[merchantReference] = created.body.order.id;
    const action = merchantReference === "B-77" ? "cancel" : "pay";
    await advance("20s");
    if (merchantReference !== "OPEN-4") await ask("POST", `orders/${created.body.order.id}/simulate`, { action });
  }
  await call("hosted-checkout/refund", { orderId: orders["D-9"], amount: 106 });
  await ask("POST", "rules", {
    name: "balance is short once",
    when: { operation: "hosted-checkout/refund" },
    times: 1,
    then: { outcome: "insufficient-unsettled-balance" },
  });
  await call("hosted-checkout/refund", { orderId: orders["A-1"], amount: 106 });
  await call("hosted-checkout/create", { amount: -1, merchantReference: "E-5", lineItems });
  const refused = await call("hosted-checkout/refund", { orderId: orders["A-1"], amount: 107 });
  await call("hosted-checkout/void", { orderId: orders["D-9"] });
  await advance("2m");
  await call("tokenization/sale", { userId: "user1", tokenId: 351, amount: 106, merchantReference: "E-5", lineItems });
  const { notifications } = (await (
    await fetch(`${lane}/_sandbox/notifications?orderId=${orders["C-12"]}`)
  ).json()) as {
    notifications: readonly { id: number }[];
  };
  await watching.goto(`${lane}/_sandbox/ui/orders/${orders["A-1"]}`);
  await watching.getByTestId("fork-here").nth(1).click();
  await watching.getByTestId("fork-then").selectOption({ label: "insufficient-funds · 3051" });
  await watching.getByTestId("fork-go").click();
  await watching.waitForURL(/compare/);
  const fork = watching.url().split("/ui")[1]!;
  await watching.close();
  return {
    ui: `${lane}/_sandbox/ui`,
    pages: {
      overview: "",
      activity: `/stream/requests/${refused.id}`,
      orders: "/orders",
      order: `/orders/${orders["A-1"]}`,
      "long-reference": `/orders/${orders[LONG]}`,
      chinese: `/orders/${orders[CHINESE]}`,
      requests: "/requests",
      request: `/requests/${refused.id}`,
      "new-call": "/call",
      notifications: "/notifications",
      notification: `/notifications/${notifications[0]!.id}`,
      rules: "/rules",
      merchants: "/merchants",
      assumptions: "/assumptions",
      snapshots: "/snapshots",
      fork,
      compare: `/orders/compare?compare=${orders["A-1"]}&compare=${orders["D-9"]}`,
    },
  };
}

const kept: readonly Shot[] = [
  { name: "activity", width: 1280, theme: "light" },
  { name: "fork", width: 1280, theme: "light" },
  { name: "order", width: 1280, theme: "light" },
  { name: "request", width: 1280, theme: "dark" },
  { name: "overview", width: 1920, theme: "dark" },
  { name: "requests", width: 390, theme: "light" },
  { name: "order", width: 390, theme: "dark" },
  { name: "chinese", width: 1920, theme: "light" },
  { name: "long-reference", width: 390, theme: "light" },
];

const HEIGHTS = { 390: 844, 1280: 800, 1920: 1080 } as const;
const LOOKS = { 390: "-phone", 1280: "", 1920: "-wide" } as const;

const [folder] = process.argv.slice(2);
await using server = await startIn({}, "--port", "4655");
const shop = await startShop();
const browser = await openBrowser();
const { ui, pages } = await fill(browser, server.url.replace("127.0.0.1", "localhost"), shop.notify);
const all = Object.keys(pages).flatMap((name) =>
  widths.flatMap((width) => themes.map((theme) => ({ name, width, theme }))),
);
const into = folder ?? at("../examples/screenshots");
mkdirSync(into, { recursive: true });
for (const { name, width, theme } of folder === undefined ? kept : all) {
  const page = await browser.newPage({ viewport: { width, height: HEIGHTS[width] }, colorScheme: theme });
  await page.goto(ui + pages[name]);
  await page.locator("body[data-live=on]").waitFor();
  const path = join(into, `console-${name}${LOOKS[width]}-${theme}.png`);
  await page.screenshot({ path, animations: "disabled" });
  const wide = await page.evaluate<number>(
    "document.documentElement.scrollWidth - document.documentElement.clientWidth",
  );
  console.log(wide > 0 ? `${path}: ${wide} px too wide` : path);
  await page.close();
}
await browser.close();
shop.close();
