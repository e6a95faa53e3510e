import { writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

/** What the judge asks a driver to do at the shop's own pay button, through PAYMENT_SANDBOX_SHOPPER. */
export type ShopperAct = "double-click" | "form-twice" | "pay-again";

/** The part of Playwright's `Locator` that is used here, which all versions have. */
export interface PayButton {
  page(): ShopPage;
  click(): Promise<void>;
  waitFor(options: { state: "visible"; timeout: number }): Promise<void>;
  isVisible(): Promise<boolean>;
  isEnabled(options: { timeout: number }): Promise<boolean>;
  scrollIntoViewIfNeeded(): Promise<void>;
  boundingBox(): Promise<{ x: number; y: number; width: number; height: number } | null>;
}

/** The part of Playwright's `Page` that is used here. */
export interface ShopPage {
  url(): string;
  goto(url: string): Promise<unknown>;
  goBack(): Promise<unknown>;
  waitForLoadState(state: "networkidle", options: { timeout: number }): Promise<void>;
  route(url: string, handler: (route: ShopRoute) => Promise<void>): Promise<unknown>;
  unroute(url: string): Promise<void>;
  readonly mouse: { click(x: number, y: number): Promise<void> };
}

/** The part of Playwright's `Route` that is used here. */
export interface ShopRoute {
  request(): { method(): string };
  fetch(options: { maxRedirects: number }): Promise<unknown>;
  continue(): Promise<void>;
}

/** The time between the two clicks of a double click, in milliseconds. */
const BETWEEN_MS = 150;
/** How long a page may take to show its button, in milliseconds. */
const DRAWN_MS = 2_000;
/** How long to wait after a click, which may call the service and open another page. */
const SETTLED_MS = 5_000;
/** How many pages to go back at most, to find the page with the shop's button. */
const STEPS_BACK = 10;

/** The address of each page on which the button was clicked. */
const clickedOn = new WeakMap<ShopPage, string>();

/**
 * Clicks the shop's own pay button. Under `judge` and `conformance` it is a double click if PAYMENT_SANDBOX_SHOPPER says
 * `double-click`. With `form-twice` the form is sent once more, as browsers do by themselves if the answer is lost.
 *
 * ```ts
 * import { clickPay, clickPayAgain } from "payment-sandbox/playwright";
 * await clickPay(page.getByRole("button", { name: "Pay" }));
 * // … the shopper pays on the hosted page, and comes back …
 * await clickPayAgain(page.getByRole("button", { name: "Pay" }));
 * ```
 */
export async function clickPay(button: PayButton): Promise<void> {
  const page = button.page();
  clickedOn.set(page, page.url());
  if (asked() === "form-twice") return clickWithLoss(button);
  if (asked() !== "double-click") return button.click();
  await button.waitFor({ state: "visible", timeout: SETTLED_MS });
  await button.scrollIntoViewIfNeeded();
  const box = await button.boundingBox();
  if (!box) throw new Error("clickPay: the pay button has no place on the page");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.click(x, y);
  await pause(BETWEEN_MS);
  await page.mouse.click(x, y);
  did("double-click");
  await settled(page);
}

/**
 * Call it once the order is paid, at the end of the test. It does nothing unless PAYMENT_SANDBOX_SHOPPER says `pay-again`: then
 * it goes back to the page on which `clickPay` clicked, and clicks the button once more if it is enabled.
 */
export async function clickPayAgain(button: PayButton): Promise<void> {
  if (asked() !== "pay-again") return;
  const page = button.page();
  const from = clickedOn.get(page);
  if (from === undefined) throw new Error("clickPayAgain: clickPay clicked no button of this page");
  await backTo(page, from);
  await button.waitFor({ state: "visible", timeout: DRAWN_MS }).catch(() => {});
  if ((await button.isVisible()) && (await button.isEnabled({ timeout: DRAWN_MS }).catch(() => false))) {
    await button.click();
    await settled(page);
  }
  did("pay-again");
}

/** Clicks once. The first POST comes twice: nobody gets the first answer. */
async function clickWithLoss(button: PayButton): Promise<void> {
  const page = button.page();
  let isSent = false;
  await page.route(EVERYTHING, async (route) => {
    if (route.request().method() === "POST" && !isSent) {
      isSent = true;
      await route.fetch({ maxRedirects: 0 }).catch(() => {});
      did("form-twice");
    }
    await route.continue();
  });
  await button.click();
  await settled(page);
  await page.unroute(EVERYTHING);
}
const EVERYTHING = "**/*";

/** Goes back like a shopper: with the browser's back button, else by the address. */
async function backTo(page: ShopPage, url: string): Promise<void> {
  for (let left = STEPS_BACK; left > 0 && page.url() !== url; left--) if ((await page.goBack()) === null) break;
  if (page.url() !== url) await page.goto(url);
}

const settled = (page: ShopPage): Promise<void> =>
  page.waitForLoadState("networkidle", { timeout: SETTLED_MS }).catch(() => {});

const asked = (): string | undefined => process.env.PAYMENT_SANDBOX_SHOPPER;

/** Reports to the judge that it was done, because a driver that does nothing would prove nothing. */
function did(act: ShopperAct): void {
  const file = process.env.PAYMENT_SANDBOX_SHOPPER_FILE;
  if (file) writeFileSync(file, act);
}
