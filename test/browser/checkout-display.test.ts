import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { minorUnits } from "../../src/core/domain/money.js";
import { paymentMethods } from "../../src/core/facts/methods.js";
import type { DisplayOptions } from "../../src/server/pages/checkout/service.js";
import { contrast } from "../../src/server/pages/contrast.js";
import { payBy, stage } from "./checkout-harness.js";

const s = stage();

async function on<R>(options: DisplayOptions, look: (page: Page) => Promise<R>, locale = "en-US"): Promise<R> {
  const page = await s.browser.newPage({ locale });
  try {
    await page.goto(s.order({ options }));
    return await look(page);
  } finally {
    await page.close();
  }
}
const has = (testid: string) => async (page: Page) => (await page.getByTestId(testid).count()) > 0;
const methodsOn = (page: Page) =>
  page.locator("[data-testid^=method-]").evaluateAll((all) => all.map((el) => el.getAttribute("value")));
const css = (page: Page, selector: string, property: string) =>
  page
    .locator(selector)
    .evaluate((el, p) => el.ownerDocument.defaultView!.getComputedStyle(el).getPropertyValue(p), property);
const hex = (rgb: string) =>
  `#${[...rgb.matchAll(/\d+/g)]
    .slice(0, 3)
    .map((m) => Number(m[0]).toString(16).padStart(2, "0"))
    .join("")}`;

describe("checkout options", () => {
  it.each([
    ["showLang", "lang-en"],
    ["showLang", "lang-zh-HK"],
    ["showPoweredBy", "powered-by"],
    ["showOrderDetail", "items"],
    ["showEmail", "email"],
    ["showMerchantReference", "merchant-reference"],
    ["showOrderId", "order-id"],
  ] as const)(
    "%s: %s is there unless it is false",
    {
      tags: [
        "facts:6/showlang-eng-toggle-showpoweredby-a",
        "spec:4.1/showEmail",
        "spec:4.1/showLang",
        "spec:4.1/showMerchantReference",
        "spec:4.1/showOrderDetail",
        "spec:4.1/showOrderId",
        "spec:4.1/showPoweredBy",
      ],
    },
    async (option, testid) => {
      expect(await on({}, has(testid))).toBe(true);
      expect(await on({ [option]: true }, has(testid))).toBe(true);
      expect(await on({ [option]: false }, has(testid))).toBe(false);
    },
  );

  it("shows methods in the merchant's order, all when none is named", {
    tags: ["facts:6/paymentmethods-its-order-is-the", "spec:4.1/paymentMethods"],
  }, async () => {
    expect(await on({ paymentMethods: ["WECHATPAY", "CARD", "ALIPAYHK"] }, methodsOn)).toEqual([
      "WECHATPAY",
      "CARD",
      "ALIPAYHK",
    ]);
    expect(await on({}, methodsOn)).toEqual(paymentMethods);
  });

  it.each([
    ["the default method", { defaultPaymentMethod: "ALIPAYHK" }, "ALIPAYHK"],
    [
      "the first when the default is not shown",
      { paymentMethods: ["WECHATPAY", "CARD"], defaultPaymentMethod: "APPLEPAY" },
      "WECHATPAY",
    ],
    ["the first when there is no default", { paymentMethods: ["GOOGLEPAY", "CARD"] }, "GOOGLEPAY"],
  ] as const)("preselects %s", { tags: ["spec:4.1/defaultPaymentMethod"] }, async (_, options, expected) => {
    expect(await on(options, (page) => page.getByTestId(`method-${expected}`).isChecked())).toBe(true);
  });

  it("has no card fields where cards are not taken, and shows them only while CARD is chosen", async () => {
    expect(await on({ paymentMethods: ["ALIPAYHK"] }, has("card-number"))).toBe(false);
    await on({}, async (page) => {
      await page.getByTestId("method-ALIPAYHK").click();
      expect(await page.getByTestId("card-number").isVisible()).toBe(false);
      expect(await page.getByTestId("email").isVisible()).toBe(true);
    });
  });

  it("uses given colours exactly", {
    tags: [
      "facts:6/showlang-eng-toggle-showpoweredby-a",
      "spec:4.1/buttonBackgroundColor",
      "spec:4.1/buttonFontColor",
      "spec:4.1/themeColor",
    ],
  }, async () => {
    await on({ themeColor: "#FFE4B5", buttonBackgroundColor: "#C0FFEE", buttonFontColor: "#BADA55" }, async (page) => {
      expect(hex(await css(page, "body", "background-color"))).toBe("#ffe4b5");
      expect(hex(await css(page, "[data-testid=pay]", "background-color"))).toBe("#c0ffee");
      expect(hex(await css(page, "[data-testid=pay]", "color"))).toBe("#bada55");
      await payBy(page, "4111111111111111");
      await page.getByTestId("result").waitFor();
      expect(hex(await css(page, "[data-testid=continue]", "background-color"))).toBe("#c0ffee");
    });
  });

  it("shows an alpha and a name as the browser does", async () => {
    await on({ themeColor: "#abcdef80", buttonBackgroundColor: "Navy" }, async (page) => {
      expect(await css(page, "body", "background-color")).toMatch(/^rgba\(171, 205, 239, 0\.5/);
      expect(hex(await css(page, "[data-testid=pay]", "background-color"))).toBe("#000080");
      expect(hex(await css(page, "[data-testid=pay]", "color"))).toBe("#ffffff");
    });
  });

  it("folds all but the first of many items", async () => {
    const lineItems = Array.from({ length: 15 }, (_, i) => ({
      name: `Tea ${i + 1}`,
      quantity: 1,
      unitAmountMinor: minorUnits(100),
    }));
    const page = await s.browser.newPage({ locale: "en-US" });
    await page.goto(s.order({ lineItems }));
    expect(await page.getByText("Tea 5", { exact: true }).isVisible()).toBe(true);
    expect(await page.getByText("Tea 6", { exact: true }).isVisible()).toBe(false);
    await page.getByText("10 more").click();
    expect(await page.getByText("Tea 15", { exact: true }).isVisible()).toBe(true);
    await page.close();
  });

  it.each(["#000000", "#ffffff", "#777777", "#ff0000", "#ffff00", "#1747b5"])(
    "text on %s can be read",
    async (colour) => {
      await on({ themeColor: colour, buttonBackgroundColor: colour }, async (page) => {
        for (const selector of [".top", ".foot", "[data-testid=pay]"]) {
          expect(contrast(hex(await css(page, selector, "color")), colour)).toBeGreaterThanOrEqual(4.5);
        }
      });
    },
  );

  it("without the test panel shows no trace of it", async () => {
    const page = await s.browser.newPage();
    await page.goto(s.order({ testPanel: undefined }));
    expect(await page.getByTestId("test-panel").count()).toBe(0);
    await page.close();
  });
});

describe("the language", () => {
  it.each([
    ["is the browser's", {}, "zh-TW", "zh-HK", "付款方式"],
    ["is the browser's (English)", {}, "en-GB", "en", "Payment method"],
    ["is the merchant's before the browser's", { lang: "zh-HK" }, "en-GB", "zh-HK", "付款方式"],
    ["is English for all others", {}, "fr-FR", "en", "Payment method"],
  ] as const)("%s", { tags: ["spec:4.1/lang"] }, async (_, options, locale, expected, word) => {
    await on(
      options,
      async (page) => {
        expect(await page.locator("html").getAttribute("lang")).toBe(expected);
        expect(await page.locator("legend").first().textContent()).toBe(word);
      },
      locale,
    );
  });

  it("is switched by the link and stays, over errors and to the result", {
    tags: ["facts:6/showlang-eng-toggle-showpoweredby-a"],
  }, async () => {
    await on({ lang: "en" }, async (page) => {
      await page.getByTestId("lang-zh-HK").click();
      expect(await page.locator("html").getAttribute("lang")).toBe("zh-HK");
      await payBy(page, "4000000000000002");
      expect(await page.getByTestId("error").textContent()).toContain("發卡銀行拒絕了這次付款");
      await payBy(page, "4111111111111111");
      await page.getByText("付款成功").waitFor();
      expect(await page.getByTestId("continue").textContent()).toContain("繼續");
    });
  });
});

describe("the test panel", () => {
  it("is folded, fills the form, and the order can be cancelled and made to expire", async () => {
    await on({}, async (page) => {
      expect(await page.getByTestId("test-card-visa").isVisible()).toBe(false);
      await page.locator(".panel summary").click();
      await page.getByTestId("method-ALIPAYHK").click();
      await page.getByTestId("test-card-master").click();
      expect(await page.getByTestId("card-number").inputValue()).toBe("5555 5555 5555 4444");
      const inspect = page.getByTestId("inspect");
      expect(await inspect.evaluate((link) => (link as unknown as { href: string }).href)).toBe(
        `${page.url()}/inspect`,
      );
      await page.getByTestId("expire").click();
      await page.getByText("This payment page has expired").waitFor();
    });
  });

  it.each([
    ["a laptop", { width: 1366, height: 768 }],
    ["a phone", { width: 375, height: 667 }],
  ])(
    "is reached on %s without scrolling, open it leaves room, and it stays open after a decline",
    async (_, viewport) => {
      const lineItems = Array.from({ length: 12 }, () => ({
        name: "Milk tea",
        quantity: 2,
        unitAmountMinor: minorUnits(2800),
      }));
      const page = await s.browser.newPage({ viewport, locale: "en-US" });
      const isInside = async (what: Locator) => {
        const box = (await what.boundingBox())!;
        return box.y >= 0 && box.y + box.height <= viewport.height;
      };
      const summary = page.locator(".panel summary");
      await page.goto(s.order({ lineItems }));
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
      await page.close();
    },
  );

  it("offers a card of each BIN range", async () => {
    await on(
      {
        allowedBinRanges: [
          { binStart: "47058", binEnd: "47059" },
          { binStart: "2223", binEnd: "2224" },
        ],
      },
      async (page) => {
        await page.locator(".panel summary").click();
        await page.getByTestId("test-card-range-2223").click();
        await page.getByTestId("pay").click();
        await page.getByTestId("result").waitFor();
      },
    );
  });
});
