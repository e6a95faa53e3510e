import { describe, expect, it } from "vitest";
import { stage } from "./checkout-harness.js";

const s = stage();

describe("Apple Pay and Google Pay", () => {
  it.each(["APPLEPAY", "GOOGLEPAY"])("%s pays with the card of its sheet", async (method) => {
    const page = await s.browser.newPage();
    await page.goto(s.order());
    await page.getByTestId(`method-${method}`).click();
    await page.getByTestId("email").fill("a@b.hk");
    await page.getByTestId("pay").click();
    await page.getByTestId("wallet-card-master").check();
    await page.getByTestId("wallet-approve").click();
    await page.getByTestId("result").waitFor();
    const { card, ...payment } = s.service.payments.at(-1)!;
    expect(payment).toEqual({ method, email: "a@b.hk", approved: true });
    expect(card?.number).toBe("5555555555554444");
    await page.close();
  });

  it("declined leads back to the form", async () => {
    const page = await s.browser.newPage();
    await page.goto(s.order());
    await page.getByTestId("method-APPLEPAY").check();
    await page.getByTestId("pay").click();
    await page.getByTestId("wallet-decline").click();
    await page.getByTestId("error").waitFor();
    expect(await page.getByTestId("method-APPLEPAY").isChecked()).toBe(true);
    await page.close();
  });
});

describe("AlipayHK, Alipay and WeChat Pay", () => {
  it.each(["ALIPAYHK", "ALIPAYCN", "WECHATPAY"])(
    "%s: approved on the phone, the first page moves on",
    async (method) => {
      const page = await s.browser.newPage();
      await page.goto(s.order());
      await page.getByTestId(`method-${method}`).click();
      await page.getByTestId("pay").click();
      await page.getByTestId("qr").waitFor();
      const phone = await s.browser.newPage({ viewport: { width: 375, height: 700 } });
      await phone.goto((await page.locator("[data-url]").getAttribute("data-url"))!);
      await phone.getByTestId("wallet-approve").click();
      await phone.getByTestId("phone-done").waitFor();
      await page.getByTestId("result").waitFor();
      await Promise.all([page.close(), phone.close()]);
    },
  );

  it("declined on the phone, the first page says so and offers the form", async () => {
    const page = await s.browser.newPage();
    await page.goto(s.order({ options: { lang: "zh-HK" } }));
    await page.getByTestId("method-ALIPAYHK").click();
    await page.getByTestId("pay").click();
    const phone = await s.browser.newPage();
    await phone.goto((await page.locator("[data-url]").getAttribute("data-url"))!);
    await phone.getByTestId("wallet-decline").click();
    await page.getByTestId("error").waitFor();
    expect(await page.getByTestId("error").textContent()).toContain("發卡銀行拒絕了這次付款");
    expect(await page.getByTestId("pay").count()).toBe(1);
    await Promise.all([page.close(), phone.close()]);
  });

  it.each([
    ["approve", "result"],
    ["decline", "error"],
  ])("answer without a phone too: %s", async (answer, then) => {
    const page = await s.browser.newPage();
    await page.goto(s.order());
    await page.getByTestId("method-WECHATPAY").click();
    await page.getByTestId("pay").click();
    await page.getByTestId(`wallet-${answer}`).click();
    await page.getByTestId(then).waitFor();
    await page.close();
  });

  it.each([
    [
      "that says so",
      { userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Mobile/15E148 Safari/604.1" },
    ],
    ["that is told by its touch alone", { isMobile: true, hasTouch: true }],
  ])("a phone %s opens the wallet, answers there and ends at the result", async (_, device) => {
    const page = await s.browser.newPage({ viewport: { width: 375, height: 667 }, locale: "en-US", ...device });
    await page.goto(s.order());
    await page.getByTestId("method-ALIPAYHK").click();
    await page.getByTestId("email").fill("a@b.hk");
    await page.getByTestId("pay").click();
    const open = page.getByTestId("open-wallet");
    await open.waitFor();
    expect(await open.textContent()).toBe("Open AlipayHK");
    expect(await page.locator(".code").isVisible()).toBe(false);
    await open.click();
    await page.getByTestId("phone").waitFor();
    await page.getByTestId("wallet-decline").click();
    await page.getByTestId("error").waitFor();
    await page.getByTestId("pay").click();
    await page.getByTestId("open-wallet").click();
    await page.getByTestId("phone").getByTestId("wallet-approve").click();
    await page.getByTestId("result").waitFor();
    expect(s.service.payments.at(-1)).toEqual({ method: "ALIPAYHK", email: "a@b.hk", approved: true });
    await page.close();
  });

  it("a computer scans, and has no button to open the wallet", async () => {
    const page = await s.browser.newPage({ viewport: { width: 375, height: 667 } });
    await page.goto(`${s.order()}/qr/ALIPAYHK`);
    expect(await page.locator(".code").isVisible()).toBe(true);
    expect(await page.getByTestId("open-wallet").isVisible()).toBe(false);
    await page.close();
  });

  it("a direct sale starts at the code, or at the wallet", async () => {
    const page = await s.browser.newPage();
    await page.goto(s.order({ startsAt: { view: "qr", method: "ALIPAYHK" } }));
    await page.getByTestId("qr").waitFor();
    await page.goto(s.order({ startsAt: { view: "phone", method: "ALIPAYCN" } }));
    await page.getByTestId("wallet-approve").click();
    await page.getByTestId("result").waitFor();
    await page.close();
  });
});
