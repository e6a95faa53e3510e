import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
import { openBrowser } from "../support/browser.js";
import { created, requests, sold } from "../support/client.js";
import { control, startTestSandbox, type TestSandbox } from "../support/sandbox.js";
import { type Desk, deskOf } from "./console-world.js";

let sandbox: TestSandbox;
let browser: Browser;
beforeAll(async () => {
  [sandbox, browser] = await Promise.all([startTestSandbox(), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await sandbox[Symbol.asyncDispose]();
});

/** A console of 1280 × 800 over a lane with twenty calls, of which the eighteenth is refused. */
async function withCalls(use: (desk: Desk) => Promise<void>): Promise<void> {
  const desk = await deskOf(sandbox, browser);
  await desk.page.setViewportSize({ width: 1280, height: 800 });
  for (let i = 1; i <= 20; i++) await desk.client("tokenization/sale", requests.sale(i === 18 ? { amount: -1 } : {}));
  await use(desk);
  await desk.page.close();
}

const pathOf = (page: Page): string => new URL(page.url()).pathname.replace(/^.*\/ui/, "");
const heading = (page: Page) => page.getByRole("heading", { level: 1 });

it("shows fifteen calls of one line each beside the open one, at 1280 × 800", () =>
  withCalls(async ({ page, open }) => {
    await open("/requests/req-18");
    await page.getByTestId("request-row").nth(19).waitFor();
    const boxes = await page.getByTestId("request-row").evaluateAll((rows) =>
      rows.map((row) => {
        const { top, bottom } = (
          row as { getBoundingClientRect: () => { top: number; bottom: number } }
        ).getBoundingClientRect();
        return { top, bottom };
      }),
    );
    expect(boxes.filter(({ bottom }) => bottom <= 800).length).toBeGreaterThanOrEqual(15);
    const heights = boxes.map(({ top, bottom }) => bottom - top);
    expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(2);
    expect(await page.getByTestId("detail").getByTestId("advice").isVisible()).toBe(true);
  }));

it("opens a row beside the list; the address names both, and the way back is the browser's", () =>
  withCalls(async ({ page, open }) => {
    await open("/requests?operation=tokenization%2Fsale");
    await page.getByTestId("request-row").nth(4).getByRole("link").first().click();
    await heading(page).getByText("req-16").waitFor();
    expect(pathOf(page)).toBe("/requests/req-16");
    const address = page.url();
    expect(address).toContain("operation=tokenization%2Fsale");
    await page.goBack();
    await page.getByTestId("detail").waitFor({ state: "detached" });
    await page.goto(address);
    await page.getByTestId("request-row").nth(19).waitFor();
    expect(await page.getByTestId("request-row").count()).toBe(20);
    expect(await heading(page).textContent()).toContain("req-16");
  }));

it("walks the list by j and k, and the detail follows; Esc leads back to the row", () =>
  withCalls(async ({ page, open }) => {
    await open("/requests/req-18");
    await page.locator("[data-live=on]").waitFor({ state: "attached" });
    await page.locator("#raw a").click();
    await page.locator("#raw pre").first().waitFor();
    await page.keyboard.press("j");
    await heading(page).getByText("req-17").waitFor();
    expect(await page.locator("#raw pre").count()).toBe(2);
    await page.keyboard.press("k");
    await page.keyboard.press("k");
    await heading(page).getByText("req-19").waitFor();
    expect(pathOf(page)).toBe("/requests/req-19");
    await page.getByTestId("detail").getByRole("link", { name: "Fail every call like this" }).focus();
    await page.keyboard.press("Escape");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("req-19");
  }));

it("marks the parameter that was wrong, and copies a path", () =>
  withCalls(async ({ page, open }) => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await open("/requests/req-18");
    expect(await page.locator("#request .wrong").textContent()).toContain("amount: -1");
    await page.getByTestId("copy-path").getByText("quantity").click();
    await page.getByTestId("said").getByText("Copied lineItems[0].quantity").waitFor();
  }));

it("shows a call's bytes, and copies it as a rule that a scenario takes", () =>
  withCalls(async ({ page, open, url }) => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await open("/requests/req-18");
    await page.locator("#raw a").click();
    await page.locator("#raw pre").first().waitFor();
    expect(await page.locator("#raw").textContent()).toContain('"amount":-1');
    await page.getByTestId("copy-rule").click();
    await page.getByTestId("said").getByText("Copied").waitFor();
    const { rules } = parse(await page.evaluate<string>("navigator.clipboard.readText()"));
    expect(rules[0].then).toEqual({ outcome: "invalid-parameter" });
    expect((await control(url, "POST", "rules", rules[0])).http).toBe(201);
  }));

it("draws an order's waits in proportion, and switches a fork off where no copy was kept", () =>
  withCalls(async ({ page, open, client, url }) => {
    const { id } = await created(client);
    await control(url, "PUT", "clock", { action: "advance", by: "2m" });
    await control(url, "POST", `orders/${id}/simulate`, { action: "pay" });
    await control(url, "PUT", "clock", { action: "advance", by: "6m" });
    await open(`/orders/${id}`);
    const widths = await page.locator(".wait rect").evaluateAll((bars) => bars.map((bar) => bar.getAttribute("width")));
    expect(widths).toEqual(["25.0", "75.0"]);
    expect(await page.getByText("6 min until now").isVisible()).toBe(true);
    const fork = page.getByTestId("fork-here").first();
    expect(await fork.isDisabled()).toBe(true);
    expect(await fork.getAttribute("title")).toContain("No copy of the lane was kept");
  }));

it("names the label of a field that is refused, and says that a rule is used up", () =>
  withCalls(async ({ page, open, client, url }) => {
    const refund = { when: { operation: "*/void" }, times: 1, then: { outcome: "maintenance" } };
    await control(url, "POST", "rules", refund);
    await client("hosted-checkout/void", { merchantId: 3, orderId: 1 });
    await open("/rules");
    await page.getByTestId("rule-row").first().getByText("used up").waitFor();
    await page.getByTestId("rule-operation").fill("nope");
    await page.getByTestId("rule-outcome").selectOption("maintenance");
    await page.getByTestId("rule-save").click();
    await page.getByTestId("said").getByText('Operation: no operation is called "nope"').waitFor();
  }));

it("is divided where the reader drags it, also on the next page", () =>
  withCalls(async ({ page, open }) => {
    await open("/requests/req-18");
    await page.getByTestId("divider").focus();
    for (let i = 0; i < 5; i++) await page.keyboard.press("ArrowLeft");
    expect(await page.getByTestId("divider").getAttribute("aria-valuenow")).toBe("46");
    await open("/requests/req-17");
    expect(await page.getByTestId("divider").getAttribute("aria-valuenow")).toBe("46");
  }));

it("goes to a page, acts and looks up by Ctrl-K", () =>
  withCalls(async ({ page, open, client, read }) => {
    const { id } = await sold(client);
    await open(`/orders/${id}`);
    await page.keyboard.press("Control+k");
    await page.getByTestId("palette").getByRole("searchbox").fill("refund in full");
    await page.keyboard.press("Enter");
    await page.getByTestId("said").getByText("0000").waitFor();
    expect((await read(`orders/${id}`)).order.status).toBe("REFUNDED");
    await page.keyboard.press("Control+k");
    await page.getByTestId("palette").getByRole("searchbox").fill("rules");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/rules$/);
  }));

it("folds what an order cannot do now, with the reason", () =>
  withCalls(async ({ page, open, client }) => {
    const { id } = await sold(client);
    await open(`/orders/${id}`);
    expect(await page.getByTestId("order-refund").isVisible()).toBe(true);
    expect(await page.getByTestId("order-pay").isVisible()).toBe(false);
    await page.getByText("Not possible now").click();
    expect(await page.getByTestId("order-pay").isDisabled()).toBe(true);
    expect(await page.locator("#acts").textContent()).toContain("the order is SUCCESS: only an OPEN one can be paid");
  }));

it("has a page for a notification: what the shop answered, and what to do", () =>
  withCalls(async ({ page, open, client, url, read }) => {
    const { id } = await sold(client, { callbackUrl: { notify: `${sandbox.url}/nowhere` } });
    await fetch(`${url}/_sandbox/wait`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ for: "notification", match: { orderId: id, attempts: 1 } }),
    });
    const [{ id: notification }] = (await read("notifications")).notifications;
    await open("/notifications");
    await page.getByTestId("notification-row").getByRole("link").first().click();
    await heading(page).getByText(`Notification ${notification}`).waitFor();
    expect(await page.locator("#attempts").textContent()).toContain("1: 404");
    await open("/notifications/999");
    await page.getByTestId("not-found").waitFor();
  }));
