import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { minorUnits } from "../../src/core/domain/money.js";
import { contrast } from "../../src/server/pages/contrast.js";
import { casesFor } from "../support/proof.js";
import { payBy, stage } from "./checkout-harness.js";

const s = stage();

const css = (page: Page, selector: string, property: string) =>
  page
    .locator(selector)
    .evaluate((el, p) => el.ownerDocument.defaultView!.getComputedStyle(el).getPropertyValue(p), property);
const hex = (rgb: string) =>
  `#${[...rgb.matchAll(/\d+/g)]
    .slice(0, 3)
    .map((m) => Number(m[0]).toString(16).padStart(2, "0"))
    .join("")}`;

it("uses given colours exactly, an alpha and a name too, and a readable one for other text", {
  tags: [
    "facts:6/showlang-eng-toggle-showpoweredby-a",
    "spec:4.1/buttonBackgroundColor",
    "spec:4.1/buttonFontColor",
    "spec:4.1/themeColor",
  ],
}, async () => {
  const options = { themeColor: "#abcdef80", buttonBackgroundColor: "Navy", buttonFontColor: "#BADA55" };
  const page = await s.open(await s.order({ options }));
  expect(await css(page, "body", "background-color")).toMatch(/^rgba\(171, 205, 239, 0\.5/);
  expect(hex(await css(page, "[data-testid=pay]", "background-color"))).toBe("#000080");
  expect(hex(await css(page, "[data-testid=pay]", "color"))).toBe("#bada55");
  for (const selector of [".top", ".foot"])
    expect(contrast(hex(await css(page, selector, "color")), options.themeColor)).toBeGreaterThanOrEqual(4.5);
  await payBy(page, "4111111111111111");
  await page.getByTestId("result").waitFor();
  expect(hex(await css(page, "[data-testid=continue]", "background-color"))).toBe("#000080");
});

it("folds all but the first of many items", async () => {
  const lineItems = Array.from({ length: 15 }, (_, i) => ({
    name: `Tea ${i + 1}`,
    quantity: 1,
    unitAmountMinor: minorUnits(100),
  }));
  const page = await s.open(await s.order({ lineItems }));
  expect(await page.getByText("Tea 5", { exact: true }).isVisible()).toBe(true);
  expect(await page.getByText("Tea 6", { exact: true }).isVisible()).toBe(false);
  await page.getByText("10 more").click();
  expect(await page.getByText("Tea 15", { exact: true }).isVisible()).toBe(true);
});

describe("the test panel", () => {
  it("is folded, fills the form, and makes the order expire", async () => {
    const page = await s.open(await s.order());
    expect(await page.getByTestId("test-card-visa").isVisible()).toBe(false);
    await page.locator(".panel summary").click();
    await page.getByTestId("method-ALIPAYHK").click();
    expect(await page.getByTestId("card-number").isVisible()).toBe(false);
    expect(await page.getByTestId("email").isVisible()).toBe(true);
    await page.getByTestId("test-card-master").click();
    expect(await page.getByTestId("card-number").isVisible()).toBe(true);
    expect(await page.getByTestId("card-number").inputValue()).toBe("5555 5555 5555 4444");
    const inspect = page.getByTestId("inspect");
    expect(await inspect.evaluate((link) => (link as unknown as { href: string }).href)).toBe(`${page.url()}/inspect`);
    await page.getByTestId("expire").click();
    await page.getByText("This payment page has expired").waitFor();
  });

  it.each(
    casesFor([
      ["a phone", { width: 375, height: 667 }],
      ["a laptop", { width: 1366, height: 768 }],
    ] as const),
  )(
    "is reached on %s without scrolling, open it leaves room, and it stays open after a decline",
    async (_, viewport) => {
      const lineItems = Array.from({ length: 12 }, () => ({
        name: "Milk tea",
        quantity: 2,
        unitAmountMinor: minorUnits(2800),
      }));
      const page = await s.open(await s.order({ lineItems }), { viewport });
      const isInside = async (what: Locator) => {
        const box = (await what.boundingBox())!;
        return box.y >= 0 && box.y + box.height <= viewport.height;
      };
      const summary = page.locator(".panel summary");
      expect(await isInside(summary)).toBe(true);
      await summary.click();
      expect((await page.getByTestId("test-panel").boundingBox())!.height).toBeLessThan(viewport.height * 0.5);
      await page.getByTestId("test-card-insufficient-funds").click();
      await expect.poll(() => isInside(page.getByTestId("pay"))).toBe(true);
      await page.getByTestId("pay").click();
      await page.getByTestId("error").waitFor();
      expect(await page.getByTestId("test-card-visa").isVisible()).toBe(true);
      expect(await isInside(summary)).toBe(true);
      await page.getByTestId("test-card-challenge").click();
      await page.getByTestId("pay").click();
      await page.getByTestId("challenge").waitFor();
      expect(await page.getByTestId("inspect").isVisible()).toBe(true);
      await summary.click();
      await page.getByTestId("challenge-ok").click();
      await page.getByTestId("result").waitFor();
      expect(await page.getByTestId("inspect").isVisible()).toBe(false);
    },
  );
});
