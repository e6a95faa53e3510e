import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { minorUnits } from "../../src/core/domain/money.js";
import { axeFaults } from "../support/axe.js";
import { NOON } from "../support/fake-checkout-service.js";
import { casesFor } from "../support/proof.js";
import { payBy, stage, typeCard } from "./checkout-harness.js";

const s = stage();
const hostile = `"><img src=x onerror=alert(1)></style></script><script>alert(2)</script>'\u202e{{7*7}} &amp; 𝒳\u0000`;

describe("without JavaScript", () => {
  const open = async (url: string) => {
    const page = await s.browser.newPage({ javaScriptEnabled: false, locale: "en-US" });
    await page.goto(url);
    return page;
  };

  it("pays by card and goes on to the shop by itself", async () => {
    const page = await open(s.order());
    await payBy(page, "4111111111111111");
    await page.getByTestId("result").waitFor();
    await page.waitForURL("**/order-done");
    await page.close();
  });

  it("says what is wrong, and never gives number or CVC back", async () => {
    const page = await open(s.order());
    await typeCard(page, { number: "4111111111111112", cvc: "864" });
    await page.getByTestId("pay").click();
    expect(await page.locator("#card-number-why").textContent()).toBe("Enter a valid card number.");
    expect(await page.content()).not.toMatch(/4111 ?1111 ?1111 ?1112|864/);
    await page.close();
  });

  it("shows the fields of the method that is chosen", async () => {
    const page = await open(s.order());
    await page.getByTestId("method-WECHATPAY").click();
    expect(await page.getByTestId("card-number").isVisible()).toBe(false);
    await page.getByTestId("method-CARD").click();
    expect(await page.getByTestId("card-number").isVisible()).toBe(true);
    await page.close();
  });

  it("waits for the phone and moves on", async () => {
    const url = s.order();
    const page = await open(url);
    await page.getByTestId("method-ALIPAYHK").click();
    await page.getByTestId("pay").click();
    await page.getByTestId("qr").waitFor();
    s.service.change(url.split("/").at(-1)!, { status: "SUCCESS", paidAt: NOON });
    await page.getByTestId("result").waitFor();
    await page.close();
  });

  it("asks for 3-D Secure", async () => {
    const page = await open(s.order());
    await payBy(page, "4000000000003220");
    await page.getByTestId("challenge-ok").click();
    await page.getByTestId("result").waitFor();
    await page.close();
  });
});

it("works in an iframe of another origin", { tags: ["facts:6/the-page-may-be-embedded"] }, async () => {
  const page = await s.browser.newPage();
  await page.goto(`${s.shop.url}/frame?src=${encodeURIComponent(s.order())}`);
  const frame = page.frameLocator("iframe");
  await frame.getByTestId("card-number").fill("4111111111111111");
  await frame.getByTestId("card-expiry").fill("12/30");
  await frame.getByTestId("card-cvc").fill("123");
  await frame.getByTestId("pay").click();
  await frame.getByTestId("result").waitFor();
  await frame.getByText("/order-done").waitFor();
  expect(await page.context().cookies()).toEqual([]);
  await page.close();
});

it("is paid with the keyboard alone", async () => {
  const page = await s.browser.newPage();
  await page.goto(s.order());
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
  await page.close();
});

it("asks for nothing outside and breaks no policy of its own", async () => {
  const page = await s.browser.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (r) => {
    if (!r.url().startsWith(s.url) && !r.url().startsWith("data:")) complaints.push(r.url());
  });
  await page.goto(s.order({ callbackUrl: {} }));
  await page.getByTestId("method-ALIPAYHK").click();
  await page.getByTestId("pay").click();
  await page.getByTestId("wallet-approve").click();
  await page.getByTestId("result").waitFor();
  expect(complaints).toEqual([]);
  await page.close();
});

it("shows hostile text as text, in every field", async () => {
  const page = await s.browser.newPage();
  const alerts: string[] = [];
  page.on("dialog", (dialog) => {
    alerts.push(dialog.message());
    void dialog.dismiss();
  });
  const view = {
    merchantReference: hostile,
    merchantName: hostile,
    email: hostile,
    lineItems: [{ name: hostile, quantity: 1, unitAmountMinor: minorUnits(1) }],
    callbackUrl: {
      success: "javascript:alert(3)",
      fail: "data:text/html,<script>alert(4)</script>",
      cancel: " javascript:alert(5)",
    },
    options: { themeColor: "red;}</style><script>alert(6)</script>", buttonFontColor: "url(//x)" },
  };
  await page.goto(s.order(view));
  expect(await page.getByTestId("merchant-reference").textContent()).toContain("<script>alert(2)</script>");
  await page.getByTestId("email").fill("");
  await payBy(page, "4000000000000002");
  await page.getByTestId("error").waitFor();
  expect(await page.getByTestId("leave").count()).toBe(0);
  await payBy(page, "4111111111111111");
  await page.getByTestId("result").waitFor();
  expect(await page.getByTestId("continue").count()).toBe(0);
  expect(alerts).toEqual([]);
  await page.close();
});

const overflow = (page: Page) =>
  page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");

describe.each([
  ["the form", "", {}, undefined],
  ["a form with errors", "", {}, (page: Page) => page.getByTestId("pay").click()],
  ["the open test panel", "", {}, (page: Page) => page.locator(".panel summary").click()],
  ["an order with many items", "", {}, (page: Page) => page.locator(".items summary").click()],
  ["3-D Secure", "", {}, (page: Page) => payBy(page, "4000000000003220")],
  ["the QR code", "/qr/WECHATPAY", {}, undefined],
  ["the wallet's sheet", "/sheet/APPLEPAY", {}, undefined],
  ["the phone", "/phone/ALIPAYHK", {}, undefined],
  ["the result", "/result", { status: "SUCCESS", paidAt: NOON, callbackUrl: {} }, undefined],
  ["a paid order", "", { status: "SETTLED", paidAt: NOON }, undefined],
  ["an expired order", "", { status: "CLOSED" }, undefined],
  ["a refunded order", "", { status: "REFUNDED", paidAt: NOON }, undefined],
  ["a voided order", "", { status: "VOIDED", paidAt: NOON }, undefined],
  ["an unknown order", "x", {}, undefined],
] as const)("%s", (name, below, view, act) => {
  it.each(
    casesFor(
      [
        ["en", "#eef1f7"],
        ["zh-HK", "#7a1fa2"],
      ] as const,
      name === "the form" ? 2 : 1,
    ),
  )("passes axe (WCAG 2.2 AA) and fits 320 px: %s", async (lang, themeColor) => {
    const context = await s.browser.newContext({ viewport: { width: 320, height: 640 } });
    const page = await context.newPage();
    const long = "Ø".repeat(70);
    const lineItems = Array.from({ length: 12 }, () => ({
      name: long,
      quantity: 3,
      unitAmountMinor: minorUnits(123_456_789),
    }));
    const options = { lang, themeColor };
    const amountMinor = minorUnits(999_999_999);
    await page.goto(s.order({ merchantReference: long.slice(6), lineItems, options, amountMinor, ...view }) + below);
    await act?.(page);
    await page.locator("h1").first().waitFor({ state: "attached" });
    if (act) await page.waitForLoadState();
    expect(await overflow(page)).toBe(0);
    expect(await axeFaults(page, { only: "wcag" })).toEqual([]);
    await context.close();
  });
});
