import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { minorUnits } from "../../src/core/domain/money.js";
import { payOrder } from "../../src/lane/shopper/checkout.js";
import { axeFaults } from "../support/axe.js";
import { isProof } from "../support/proof.js";
import { payBy, stage } from "./checkout-harness.js";

const s = stage();
const hostile = `"><img src=x onerror=alert(1)></style></script><script>alert(2)</script>'\u202e{{7*7}} &amp; 𝒳\u0000`;

describe("without JavaScript", () => {
  const open = (url: string) => s.open(url, { javaScriptEnabled: false });

  it("pays by card over 3-D Secure and goes on to the shop by itself", async () => {
    const page = await open(await s.order());
    await payBy(page, "4000000000003220");
    await page.getByTestId("challenge-ok").click();
    await page.getByTestId("result").waitFor();
    await page.waitForURL("**/order-done");
  });

  it("shows the fields of the method that is chosen, waits for the phone and moves on", async () => {
    const url = await s.order();
    const page = await open(url);
    await page.getByTestId("method-ALIPAYHK").click();
    expect(await page.getByTestId("card-number").isVisible()).toBe(false);
    await page.getByTestId("method-CARD").click();
    expect(await page.getByTestId("card-number").isVisible()).toBe(true);
    await page.getByTestId("method-ALIPAYHK").click();
    await page.getByTestId("pay").click();
    await page.getByTestId("qr").waitFor();
    const { lane, order } = await s.behind(url);
    await payOrder(lane, { merchantId: order.merchantId, orderId: order.id }, { method: "ALIPAYHK" });
    await page.getByTestId("result").waitFor();
  });
});

it("works in an iframe of another origin", { tags: ["facts:6/the-page-may-be-embedded"] }, async () => {
  const page = await s.open(`${s.shop.url}/frame?src=${encodeURIComponent(await s.order())}`);
  const frame = page.frameLocator("iframe");
  await frame.getByTestId("card-number").fill("4111111111111111");
  await frame.getByTestId("card-expiry").fill("12/30");
  await frame.getByTestId("card-cvc").fill("123");
  await frame.getByTestId("pay").click();
  await frame.getByTestId("result").waitFor();
  await frame.getByText("/order-done").waitFor();
  expect(await page.context().cookies()).toEqual([]);
});

it("is paid with the keyboard alone", async () => {
  const page = await s.open(await s.order());
  const tabTo = async (testid: string) => {
    for (let i = 0; i < 30; i++) {
      if (await page.getByTestId(testid).evaluate((el) => el === el.ownerDocument.activeElement)) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`Tab never reaches ${testid}`);
  };
  await tabTo("method-CARD");
  await page.keyboard.press("ArrowDown");
  expect(await page.getByTestId("method-APPLEPAY").isChecked()).toBe(true);
  await page.keyboard.press("ArrowUp");
  await tabTo("card-number");
  await page.keyboard.type("4111111111111111");
  await tabTo("card-expiry");
  await page.keyboard.type("1230");
  await tabTo("card-cvc");
  await page.keyboard.type("123");
  await page.keyboard.press("Enter");
  await page.getByTestId("result").waitFor();
});

it("shows hostile text as text, asks for nothing outside and breaks no policy of its own", async () => {
  const page = await s.browser.newPage({ locale: "en-US" });
  const complaints: string[] = [];
  page.on("dialog", (dialog) => {
    complaints.push(dialog.message());
    void dialog.dismiss();
  });
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (r) => {
    if (!r.url().startsWith(s.url) && !r.url().startsWith("data:")) complaints.push(r.url());
  });
  const view = {
    policy: { "redirect-schemes": "never-followed" },
    reference: hostile,
    email: hostile,
    lineItems: [{ name: hostile, quantity: 1, unitAmountMinor: minorUnits(1) }],
    callbackUrl: {
      success: "javascript:alert(3)",
      fail: "data:text/html,<script>alert(4)</script>",
      cancel: " javascript:alert(5)",
    },
    options: { themeColor: "red;}</style><script>alert(6)</script>", buttonFontColor: "url(//x)" },
  } as const;
  await page.goto(await s.order(view));
  expect(await page.getByTestId("merchant-reference").textContent()).toContain("<script>alert(2)</script>");
  await page.getByTestId("email").fill("");
  await payBy(page, "4000000000000002");
  await page.getByTestId("error").waitFor();
  expect(await page.getByTestId("leave").count()).toBe(0);
  await page.getByTestId("method-ALIPAYHK").click();
  await page.getByTestId("pay").click();
  await page.getByTestId("wallet-approve").click();
  await page.getByTestId("result").waitFor();
  expect(await page.getByTestId("continue").count()).toBe(0);
  expect(complaints).toEqual([]);
  await page.close();
});

describe.each(isProof ? (["en", "zh-HK"] as const) : (["en"] as const))("at 320 px in %s", (lang) => {
  const overflow = (page: Page) =>
    page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
  const allOpen = async (page: Page) => {
    await page.getByTestId("pay").click();
    await page.locator(".items summary").click();
    await page.locator(".panel summary").click();
  };

  // Axe takes longer than all else: it looks at the pages that say the most, and in a proof at each.
  it.each([
    ["the form", isProof, "", {}, undefined],
    ["the form with errors, all items and the test panel", true, "", {}, allOpen],
    ["3-D Secure", true, "", {}, (page: Page) => payBy(page, "4000000000003220")],
    ["the QR code", true, "/qr/WECHATPAY", {}, undefined],
    ["the wallet's sheet", isProof, "/sheet/APPLEPAY", {}, undefined],
    ["the phone", isProof, "/phone/ALIPAYHK", {}, undefined],
    ["the result", true, "/result", { status: "SUCCESS", callbackUrl: {} }, undefined],
    ["a paid order", isProof, "", { status: "SETTLED" }, undefined],
    ["an expired order", isProof, "", { status: "CLOSED" }, undefined],
    ["a refunded order", isProof, "", { status: "REFUNDED" }, undefined],
    ["a voided order", isProof, "", { status: "VOIDED" }, undefined],
    ["an unknown order", isProof, "x", {}, undefined],
  ] as const)("%s fits, and passes axe (WCAG 2.2 AA): %s", async (_, isLookedAt, below, view, act) => {
    const long = "Ø".repeat(70);
    const order = await s.order({
      reference: long.slice(6),
      lineItems: Array.from({ length: 12 }, () => ({
        name: long,
        quantity: 3,
        unitAmountMinor: minorUnits(123_456_789),
      })),
      options: { lang, themeColor: lang === "en" ? "#eef1f7" : "#7a1fa2" },
      amount: minorUnits(999_999_999),
      ...view,
    });
    const page = await s.open(order + below, { viewport: { width: 320, height: 640 } });
    await act?.(page);
    await page.locator("h1").first().waitFor({ state: "attached" });
    if (act) await page.waitForLoadState();
    expect(await overflow(page)).toBe(0);
    if (isLookedAt) expect(await axeFaults(page, { only: "wcag" })).toEqual([]);
  });
});
