import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, it } from "vitest";
import { reportOfJudge } from "../../src/tools/judge/reports/judge-report.js";
import { htmlOf } from "../../src/tools/reports/html.js";
import { axeFaults } from "../support/axe.js";
import { openBrowser } from "../support/browser.js";
import { judgeReport } from "../support/judge-report.js";
import { ofFile } from "../support/of-file.js";

const browser = ofFile(await openBrowser());

async function opened(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await page.setContent(await htmlOf(reportOfJudge(judgeReport)));
  return page;
}

it.each([
  ["light", 1280],
  ["dark", 1280],
  ["light", 320],
  ["dark", 320],
] as const)("passes axe and does not scroll sideways, %s at %i px", async (colorScheme, width) => {
  const page = await opened({ colorScheme, viewport: { width, height: 800 } });
  await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
  expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
  expect(await axeFaults(page)).toEqual([]);
  await page.context().close();
});

it("leads from the map to a timeline without JavaScript", async () => {
  const page = await opened({ javaScriptEnabled: false, viewport: { width: 1120, height: 300 } });
  await page.getByRole("link", { name: "charged-twice: sale#1/after-commit/connection-reset" }).click();
  const timeline = page.locator("#mutant-1");
  await timeline.getByText("charged 88.00 HKD").first().waitFor({ state: "visible" });
  // The line that names the mutant is seen, too.
  const name = await page.locator("summary", { hasText: "sale#1/after-commit/connection-reset" }).last().boundingBox();
  expect(name!.y).toBeGreaterThanOrEqual(0);
  expect(await timeline.getByText("sale#1.scenario.yaml").count()).toBe(0);
  expect(await timeline.locator(".replay code").textContent()).toContain("payment-sandbox exec --scenario");
  await page.context().close();
});

it("moves in the map by arrows, and opens a timeline by Enter", async () => {
  const page = await opened();
  const focused = () => page.evaluate("document.activeElement.getAttribute('aria-label') ?? document.activeElement.id");
  await page.locator(".map a").first().focus();
  expect(await focused()).toBe("charged-twice: sale#1/after-commit/connection-reset");
  await page.keyboard.press("ArrowRight");
  expect(await focused()).toBe("notRun: refund#1/after-commit/connection-reset");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowDown");
  expect(await focused()).toBe("survived: sale#1/after-commit/no-response");
  await page.keyboard.press("Enter");
  await page.locator("#mutant-2").waitFor({ state: "visible" });
  await expect.poll(focused).toBe("mutant-2");
  await page.context().close();
});

it("shows what was closed in print", async () => {
  const page = await opened();
  expect(await page.locator("#mutant-1").isVisible()).toBe(false);
  await page.evaluate("dispatchEvent(new Event('beforeprint'))");
  await page.emulateMedia({ media: "print" });
  expect(await page.locator("#mutant-1").isVisible()).toBe(true);
  await page.context().close();
});
