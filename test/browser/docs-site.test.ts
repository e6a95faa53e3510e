import "../support/dist.js";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { axeFaults } from "../support/axe.js";
import { browserOfFile } from "./browser-of-file.js";

const { sandbox, browser } = browserOfFile();

/** A page of the documentation, in which nothing may go wrong. */
async function open(path: string, viewport = { width: 1280, height: 900 }): Promise<{ page: Page; faults: string[] }> {
  const context = await browser().newContext({ viewport });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(error.message));
  page.on(
    "request",
    (request) =>
      request.url().startsWith(sandbox().url) || request.url().startsWith("data:") || faults.push(request.url()),
  );
  await page.goto(`${sandbox().url}${path}`);
  return { page, faults };
}

describe("the documentation in a browser", () => {
  it("finds a chapter by its words and opens it with the keyboard alone, in a lane", async () => {
    const { page, faults } = await open("/lane/reader/_sandbox/docs/");
    await page.keyboard.press("/");
    await page.keyboard.type("unsettled balance adjust");
    await page.locator("#found a").first().waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/lane\/reader\/_sandbox\/docs\/[\w-]+\.html/);
    expect(await page.locator("main h1").count()).toBe(1);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it("says when nothing is found, and which words no page has", async () => {
    const { page } = await open("/_sandbox/docs/judge");
    await page.locator("#search").fill("refund quokka");
    await page.getByText("No page has: quokka.").waitFor();
    await page.locator("#search").fill("zzzqqq");
    await page.getByText("Nothing is found for zzzqqq.").waitFor();
    await page.context().close();
  });

  it("looks up the words of its address, as the console's palette asks", async () => {
    const { page } = await open("/_sandbox/docs/?find=refund%20quokka");
    await page.getByText("No page has: quokka.").waitFor();
    expect(await page.locator("#search").inputValue()).toBe("refund quokka");
    await page.context().close();
  });

  it("shows its pictures, and leads from page to page", async () => {
    const { page, faults } = await open("/_sandbox/docs/architecture");
    const width = await page.evaluate('document.querySelector("main img").naturalWidth');
    expect(width).toBeGreaterThan(500);
    await page
      .getByRole("navigation", { name: "Pages", exact: true })
      .getByRole("link", { name: "Scenario files" })
      .click();
    await page.waitForURL(/scenarios\.html$/);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it("copies a block of code, without the line end that would run it", async () => {
    const { page } = await open("/_sandbox/docs/outcomes");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const block = page.locator(".code").first();
    await block.hover();
    await block.getByRole("button", { name: "Copy" }).click();
    await block.getByRole("button", { name: "Copied" }).waitFor();
    const copied = await page.evaluate<string>("navigator.clipboard.readText()");
    expect(copied).toMatch(
      /^npx payment-sandbox call [^\n]+\nnpx payment-sandbox pay A-7 --decline insufficient-funds$/,
    );
    await page.context().close();
  });

  it.each([
    ["a desk", { width: 1280, height: 900 }],
    ["a phone", { width: 390, height: 800 }],
  ])("fits %s and can be read by all", async (_, viewport) => {
    const { page, faults } = await open("/_sandbox/docs/outcomes", viewport);
    const overflow = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
    expect(overflow).toBeLessThanOrEqual(0);
    expect(await axeFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
