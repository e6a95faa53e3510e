import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { typeCard } from "../browser/checkout-harness.js";
import { openBrowser } from "../support/browser.js";
import { type Params, requests } from "../support/client.js";
import { ofFile } from "../support/of-file.js";
import { startTestSandbox, type TestLane } from "../support/sandbox.js";

// What the documents state of the hosted pages and no other test shows by itself.
const sandbox = ofFile(await startTestSandbox());
const browser = ofFile(await openBrowser());

/** Opens the page of a fresh order; closes it when `look` is done. */
async function onPage(params: Params, look: (page: Page, lane: TestLane) => Promise<void>): Promise<void> {
  const lane = await sandbox.lane();
  const { body } = await lane.client("hosted-checkout/create", requests.create({ lang: "en", ...params }));
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  try {
    await page.goto(body.checkoutUrl);
    await look(page, lane);
  } finally {
    await page.close();
  }
}

const pay = async (page: Page, number = "4111111111111111") => {
  await typeCard(page, { number });
  await page.getByTestId("pay").click();
};
const textOf = async (page: Page, testid: string) => (await page.getByTestId(testid).textContent())?.trim();

describe("the hosted page", () => {
  it(
    "has two cards side by side: the form, and the summary with its labels",
    { tags: ["facts:6/two-cards-side-by-side"] },
    () =>
      onPage({ merchantReference: "SIDE", amount: 106 }, async (page) => {
        const [form, summary] = await Promise.all(
          ["card-number", "total"].map(async (testid) => (await page.getByTestId(testid).boundingBox())!),
        );
        const isBeside = form!.x + form!.width <= summary!.x || summary!.x + summary!.width <= form!.x;
        expect(isBeside).toBe(true);
        expect(await textOf(page, "total")).toBe("HKD 106.00");
        expect(await textOf(page, "merchant-reference")).toContain("SIDE");
        const body = await page.locator("body").innerText();
        for (const label of ["Order ID", "Merchant Reference", "Item(s)", "x 1"]) expect(body).toContain(label);
      }),
  );

  it(
    "labels the fields of its card form, starts at Hong Kong and pays by PAY",
    { tags: ["facts:6/card-form-credit-card-number"] },
    () =>
      onPage({}, async (page) => {
        const labels = ["Credit Card Number", "Card Holder Name", "Expiry Date", "CVC", "Email (Optional)"];
        for (const label of [...labels, "Issuing Country or Region"])
          expect([label, await page.getByLabel(label, { exact: false }).count()]).toEqual([label, 1]);
        expect(await page.getByTestId("country").locator("option:checked").textContent()).toBe("Hong Kong");
        expect(await textOf(page, "pay")).toMatch(/^PAY/);
      }),
  );

  it("toggles between ENG and 繁", { tags: ["facts:6/showlang-eng-toggle-showpoweredby-a"] }, () =>
    onPage({}, async (page) => {
      expect([await textOf(page, "lang-en"), await textOf(page, "lang-zh-HK")]).toEqual(["ENG", "繁"]);
    }),
  );

  it.each([
    ["en", "Payment Successful", ["Order ID", "Merchant Reference", "Transaction Time", "Total"], /^CONTINUE/],
    ["zh-HK", "付款成功", ["訂單編號", "商戶參考編號", "交易時間", "總金額"], /^繼續/],
  ] as const)(
    "tells of the payment in %s",
    { tags: ["facts:6/result-page-tick-payment-successful"] },
    (lang, heading, labels, button) =>
      onPage({ lang, callbackUrl: { success: "app://paid" } }, async (page) => {
        await pay(page);
        await page.getByTestId("result").waitFor();
        const body = await page.locator("body").innerText();
        for (const text of [heading, ...labels, "2026-01-05 10:00:00", "HKD 50.00"]) expect(body).toContain(text);
        expect(await textOf(page, "continue")).toMatch(button);
      }),
  );

  it(
    "can be opened again while the order is OPEN, after a decline too",
    { tags: ["facts:6/while-open-the-page-can"] },
    () =>
      onPage({}, async (page) => {
        for (const number of [undefined, "4000000000009995"]) {
          if (number !== undefined) {
            await pay(page, number);
            await page.getByTestId("error").waitFor();
          }
          await page.goto(page.url().replace(/\/pay$/, ""));
          expect(await page.getByTestId("pay").count()).toBe(1);
        }
      }),
  );

  it("applies allowedCardType to cards, not to a wallet that paymentMethods names", {
    tags: ["spec:4.1/allowedCardType"],
  }, async () => {
    const allowed = { allowedCardType: "MASTER", paymentMethods: "ALIPAYHK,CARD", defaultPaymentMethod: "CARD" };
    await onPage({ ...allowed, merchantReference: "BY-CARD" }, async (page) => {
      await pay(page);
      await page.getByTestId("error").waitFor();
      await page.getByTestId("card-number").fill("5555 5555 5555 4444");
      await page.getByTestId("card-cvc").fill("123");
      await page.getByTestId("pay").click();
      await page.getByTestId("result").waitFor();
    });
    await onPage({ ...allowed, merchantReference: "BY-WALLET" }, async (page, { client }) => {
      await page.getByTestId("method-ALIPAYHK").click();
      await page.getByTestId("pay").click();
      await page.getByTestId("wallet-approve").click();
      await page.getByTestId("result").waitFor();
      const { body } = await client("hosted-checkout/query", { merchantId: 3, merchantReference: "BY-WALLET" });
      expect(body.order).toMatchObject({ status: "SUCCESS", cardType: "ALIPAYHK" });
    });
  });

  it("of add-token shows what its request asks for", { tags: ["facts:5/tokenization-add-token-request"] }, async () => {
    const { client } = await sandbox.lane();
    const { body } = await client("tokenization/add-token", {
      merchantId: 3,
      userId: "anna",
      lang: "zh-HK",
      showLang: false,
      showPoweredBy: false,
      themeColor: "#123456",
      buttonBackgroundColor: "#C0FFEE",
      buttonFontColor: "#BADA55",
      issuingCountryCode: "CA",
    });
    const html = await (await fetch(body.data)).text();
    expect(html).toMatch(/<html[^>]* lang="zh-HK"/);
    expect(html).toContain('<option value="CA" selected');
    expect(html).not.toMatch(/data-testid="(lang-en|powered-by)"/);
    for (const colour of ["#123456", "#C0FFEE", "#BADA55"]) expect(html.toUpperCase()).toContain(colour);
  });
});
