import { expect, it } from "vitest";
import { casesFor } from "../support/proof.js";
import { stage } from "./checkout-harness.js";

const s = stage();
const phoneSize = { width: 375, height: 667 };

it("Apple Pay pays with the card of its sheet, and a decline leads back to the form", async () => {
  const url = await s.order();
  const page = await s.open(url);
  await page.getByTestId("method-APPLEPAY").click();
  await page.getByTestId("email").fill("a@b.hk");
  await page.getByTestId("pay").click();
  await page.getByTestId("wallet-decline").click();
  await page.getByTestId("error").waitFor();
  expect(await page.getByTestId("method-APPLEPAY").isChecked()).toBe(true);
  await page.getByTestId("pay").click();
  await page.getByTestId("wallet-card-master").check();
  await page.getByTestId("wallet-approve").click();
  await page.getByTestId("result").waitFor();
  const { order } = await s.behind(url);
  expect(order.email).toBe("a@b.hk");
  expect(order.transactions.at(-1)).toMatchObject({ method: "APPLEPAY", maskedPan: "555555XXXXXX4444" });
});

it("a page with a code moves on when the phone answers: declined it offers the form, approved it shows the result", async () => {
  const url = await s.order({ options: { lang: "zh-HK" } });
  const page = await s.open(url);
  for (const [answer, then] of [
    ["wallet-decline", "error"],
    ["wallet-approve", "result"],
  ] as const) {
    await page.getByTestId("method-ALIPAYHK").click();
    await page.getByTestId("pay").click();
    const onPhone = (await page.locator("[data-url]").getAttribute("data-url"))!;
    const phone = await s.open(onPhone, { viewport: phoneSize });
    await phone.getByTestId(answer).click();
    await page.getByTestId(then).waitFor();
    if (then === "error") expect(await page.getByTestId("error").textContent()).toContain("發卡銀行拒絕了這次付款");
    else await phone.getByTestId("phone-done").waitFor();
  }
  const { order } = await s.behind(url);
  expect(order.transactions.map(({ cardType, declined }) => [cardType, declined])).toEqual([
    ["ALIPAYHK", "do-not-honour"],
    ["ALIPAYHK", undefined],
  ]);
});

it.each(
  casesFor([
    ["that is told by its touch alone", { isMobile: true, hasTouch: true }],
    [
      "that says so",
      { userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Mobile/15E148 Safari/604.1" },
    ],
  ] as const),
)("a phone %s opens the wallet, answers there and ends at the result", async (_, device) => {
  const url = await s.order();
  const page = await s.open(url, { viewport: phoneSize, ...device });
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
  const { order } = await s.behind(url);
  expect(order.email).toBe("a@b.hk");
  expect(order.transactions.map(({ method, declined }) => [method, declined])).toEqual([
    ["ALIPAYHK", "do-not-honour"],
    ["ALIPAYHK", undefined],
  ]);
});

it("a computer scans, and has no button to open the wallet", async () => {
  const page = await s.open(`${await s.order()}/qr/ALIPAYHK`, { viewport: phoneSize });
  expect(await page.locator(".code").isVisible()).toBe(true);
  expect(await page.getByTestId("open-wallet").isVisible()).toBe(false);
});
