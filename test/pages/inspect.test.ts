import { AxeBuilder } from "@axe-core/playwright";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "../support/browser.js";
import { created, sold } from "../support/client.js";
import { control, startTestSandbox, type TestSandbox } from "../support/sandbox.js";

let sandbox: TestSandbox;
let browser: Browser;
beforeAll(async () => {
  [sandbox, browser] = await Promise.all([startTestSandbox(), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await sandbox[Symbol.asyncDispose]();
});

const HOSTILE = `<img src=x onerror=alert(1)>${"w".repeat(20)}`;

/** A lane with a bit of everything in it. */
async function busyLane() {
  const world = await sandbox.lane();
  const { client, url } = world;
  await control(url, "POST", "rules", {
    name: "dear refunds",
    when: { operation: "hosted-checkout/refund", amount: { gt: 40 } },
    then: { outcome: "insufficient-unsettled-balance" },
  });
  const hostile = await created(client, {
    merchantReference: HOSTILE,
    callbackUrl: { notify: "app://shop/<b>paid</b>" },
  });
  await control(url, "POST", `orders/${hostile.id}/simulate`, { action: "pay" });
  const paid = await sold(client);
  const refund = await client("hosted-checkout/refund", { merchantId: 3, orderId: paid.id, amount: 50 });
  return { ...world, hostile, paid, refundId: refund.headers.get("X-Sandbox-Request-Id") ?? "" };
}

const ui = (url: string, path = "") => `${url}/_sandbox/ui${path}`;

describe("the inspection page", () => {
  it("lists orders, requests, notifications, rules and assumptions, and leads to each", async () => {
    const { url, lane, paid, refundId } = await busyLane();
    const page = await browser.newPage({ javaScriptEnabled: false });
    await page.goto(ui(url));
    expect(await page.getByTestId("lane").textContent()).toBe(lane.name);
    expect(await page.getByTestId("clock").textContent()).toContain("2026-01-05 02:00:00.000 (frozen)");
    expect(await page.getByTestId("rules").textContent()).toContain("dear refunds");
    expect(await page.getByTestId("notifications").textContent()).toContain("not an HTTP address");
    expect(await page.getByTestId("assumptions").textContent()).toContain("merchantReference is refused");
    await page
      .getByTestId("orders")
      .getByRole("link", { name: String(paid.id) })
      .click();
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toContain(`Order ${paid.id}`);
    await page.getByTestId("timeline").getByRole("link", { name: refundId }).click();
    expect(await page.getByTestId("advice").textContent()).toContain('Forced by rule "dear refunds"');
    expect(await page.getByTestId("ladder").textContent()).toContain("not-reached");
    await page.close();
  });

  it("finds a request, an order's id and a merchantReference from one field", async () => {
    const { url, paid, hostile, refundId } = await busyLane();
    const page = await browser.newPage({ javaScriptEnabled: false });
    const find = async (text: string) => {
      await page.goto(ui(url));
      await page.getByRole("textbox", { name: "Find" }).fill(text);
      await page.getByRole("button", { name: "Find" }).click();
      return new URL(page.url()).pathname.replace(/^.*\/ui/, "");
    };
    expect(await find(refundId)).toBe(`/requests/${refundId}`);
    expect(await find(String(paid.id))).toBe(`/orders/${paid.id}`);
    expect(await find(HOSTILE)).toBe(`/orders/${hostile.id}`);
    expect(await find("none of these")).toBe("");
    expect(await page.getByTestId("not-found").textContent()).toContain("none of these");
    await page.close();
  });

  it("shows hostile texts as texts, under a policy that runs no script and asks nothing of other sites", async () => {
    const { url, hostile } = await busyLane();
    const page = await browser.newPage();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    const violations: string[] = [];
    page.on("console", (message) => violations.push(message.text()));
    for (const path of ["", `/orders/${hostile.id}`]) {
      const response = await page.goto(ui(url, path));
      expect(response?.headers()["content-security-policy"]).toMatch(/^default-src 'none'; style-src 'nonce-[^']+'; /);
      expect(await page.locator("img").count()).toBe(0);
      expect(await page.getByText(HOSTILE).count()).toBeGreaterThan(0);
    }
    expect(asked).toHaveLength(2);
    expect(violations).toEqual([]);
    await page.close();
  });

  it("reads by day, by night and at 320 px, without a fault that axe finds", async () => {
    const { url, hostile, refundId } = await busyLane();
    const context = await browser.newContext({ viewport: { width: 320, height: 800 } });
    const page = await context.newPage();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      for (const path of ["", `/orders/${hostile.id}`, `/requests/${refundId}`]) {
        await page.goto(ui(url, path));
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(320);
      }
    }
    await context.close();
  });

  it("answers 404 to what is not there, with the way back", async () => {
    const { url } = await busyLane();
    for (const path of ["/orders/1", "/orders/x", "/requests/req-999", "/nothing"]) {
      const response = await fetch(ui(url, path));
      expect([response.status, await response.text()]).toEqual([404, expect.stringContaining("There is no request")]);
    }
  });

  it("keeps links inside the lane, and reloads by itself only where asked", async () => {
    const { url, lane } = await busyLane();
    const html = await (await fetch(ui(url, "/"))).text();
    expect(html).toContain(`href="/lane/${lane.name}/_sandbox/ui/orders/`);
    expect(html).not.toContain('http-equiv="refresh"');
    expect(await (await fetch(ui(url, "?live=1"))).text()).toContain('http-equiv="refresh"');
  });

  it("shows the charge that verified a card, which is no order", async () => {
    const { url, client } = await sandbox.lane();
    await client("tokenization/add-token", { merchantId: 3, userId: "user1" });
    const { body } = await control(url, "GET", "card-entries");
    await control(url, "POST", `card-entries/${body.cardEntries[0].id}/simulate`, { action: "save" });
    const html = await (await fetch(ui(url))).text();
    expect(html).toContain("SALE 1.00, SALE_VOID 1.00");
  });
});
