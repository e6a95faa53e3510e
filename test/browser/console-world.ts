import type { Browser, Page, Response } from "playwright-core";
import { created, sold } from "../support/client.js";
import { control, type TestLane, type TestSandbox } from "../support/sandbox.js";
import { browserOfFile } from "./browser-of-file.js";

/** A text that would act if any page took it for markup, and is too long for its column. */
export const HOSTILE = `<img src=x onerror=alert(1)>"'${"w".repeat(30)}`;

/** A lane with a bit of everything in it, hostile wherever a text comes from outside. */
export async function busyLane(sandbox: TestSandbox) {
  const world = await sandbox.lane();
  const { client, url } = world;
  await control(url, "POST", "rules", {
    name: "dear refunds",
    when: { operation: "hosted-checkout/refund", amount: { gt: 40 } },
    then: { outcome: "insufficient-unsettled-balance" },
  });
  await control(url, "POST", "rules", {
    name: HOSTILE,
    when: { operation: "*/void", merchantReference: HOSTILE },
    then: { outcome: { responseCode: "7777", message: HOSTILE } },
  });
  const hostile = await created(client, {
    merchantReference: HOSTILE,
    callbackUrl: { notify: "app://shop/<b>paid</b>" },
  });
  await control(url, "POST", `orders/${hostile.id}/simulate`, { action: "pay" });
  const paid = await sold(client);
  const refund = await client("hosted-checkout/refund", { merchantId: 3, orderId: paid.id, amount: 50 });
  await client("hosted-checkout/void", { merchantId: 3, orderId: hostile.id, note: HOSTILE });
  return { ...world, hostile, paid, refundId: refund.headers.get("X-Sandbox-Request-Id") ?? "" };
}

export const ui = (url: string, path = ""): string => `${url}/_sandbox/ui${path}`;

/** The console in a browser, in one lane. */
export interface Desk extends TestLane {
  readonly page: Page;
  readonly open: (path?: string) => Promise<void>;
  /** Clicks, and waits for the answer of what it asked. */
  readonly act: (testid: string, asked: RegExp) => Promise<Response>;
  /** What the control API says of the lane. */
  // biome-ignore lint/suspicious/noExplicitAny: each test knows what it asked for.
  readonly read: (path: string) => Promise<any>;
}

/** One page a browser, because a page costs three times as much as going to an address. */
const pages = new WeakMap<Browser, Promise<Page>>();

async function pageOf(browser: Browser): Promise<Page> {
  if (!pages.has(browser)) pages.set(browser, browser.newPage());
  const page = await pages.get(browser)!;
  page.removeAllListeners();
  await page.unrouteAll();
  await page.goto("about:blank");
  await page.setViewportSize({ width: 1280, height: 720 });
  return page;
}

/** A sandbox and a browser for the tests of a file, and the console in them. */
export function consoleOfFile() {
  const { sandbox, browser } = browserOfFile();
  return { sandbox, browser, desk: () => deskOf(sandbox(), browser()) };
}

/** The console in a lane of its own, on the browser's page. */
async function deskOf(sandbox: TestSandbox, browser: Browser): Promise<Desk> {
  const [world, page] = await Promise.all([sandbox.lane(), pageOf(browser)]);
  return {
    ...world,
    page,
    open: async (path = "") => {
      await page.goto(ui(world.url, path), { waitUntil: "domcontentloaded" });
    },
    act: async (testid, asked) => {
      const [answer] = await Promise.all([
        page.waitForResponse((one) => one.request().method() !== "GET" && asked.test(one.url())),
        page.getByTestId(testid).filter({ visible: true }).first().click(),
      ]);
      return answer;
    },
    read: async (path) => (await control(world.url, "GET", path)).body,
  };
}
