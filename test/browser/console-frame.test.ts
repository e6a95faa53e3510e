import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { requests, sold } from "../support/client.js";
import { control } from "../support/sandbox.js";
import { consoleOfFile, type Desk } from "./console-world.js";

const ofFile = consoleOfFile();

/** A console of 1280 × 800 over a lane with twenty calls, of which the eighteenth is refused. */
async function withCalls(use: (desk: Desk) => Promise<void>): Promise<void> {
  const desk = await ofFile.desk();
  await desk.page.setViewportSize({ width: 1280, height: 800 });
  for (let i = 1; i <= 20; i++) await desk.client("tokenization/sale", requests.sale(i === 18 ? { amount: -1 } : {}));
  await use(desk);
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

it("copies a path, and a call as a rule that a scenario takes", () =>
  withCalls(async ({ page, open, url }) => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await open("/requests/req-18");
    expect(await page.locator("#request .wrong").textContent()).toContain("amount: -1");
    await page.getByTestId("copy-path").getByText("quantity").click();
    await page.getByTestId("said").getByText("Copied lineItems[0].quantity").waitFor();
    await page.getByTestId("copy-rule").click();
    await page.getByTestId("said").getByText("Copied", { exact: true }).waitFor();
    const { rules } = parse(await page.evaluate<string>("navigator.clipboard.readText()"));
    expect(rules[0].then).toEqual({ outcome: "invalid-parameter" });
    expect((await control(url, "POST", "rules", rules[0])).http).toBe(201);
  }));

it("names the label of a field that is refused", () =>
  withCalls(async ({ page, open }) => {
    await open("/rules");
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
    await page.evaluate("localStorage.clear()");
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
