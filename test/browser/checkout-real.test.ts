import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Log } from "../../src/lane/ports/log.js";
import { openBrowser } from "../support/browser.js";
import { startTestSandbox, type TestLane, type TestSandbox } from "../support/sandbox.js";
import { payBy, typeCard } from "./checkout-harness.js";

const said: string[] = [];
const say = (...words: unknown[]) => void said.push(words.map((word) => JSON.stringify(word)).join(" "));
const log = { debug: say, info: say, warn: say, error: say } as unknown as Log;

const dataDir = mkdtempSync(join(tmpdir(), "payment-sandbox-page-"));
let sandbox: TestSandbox;
let browser: Browser;
let references = 0;

beforeAll(async () => {
  sandbox = await startTestSandbox({ dataDir }, log);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await sandbox?.[Symbol.asyncDispose]();
  rmSync(dataDir, { recursive: true, force: true });
});

async function ordered(lane: TestLane, over: object = {}): Promise<{ reference: string; page: Page; url: string }> {
  const reference = `PAGE-${++references}`;
  const made = await lane.client("hosted-checkout/create", {
    merchantId: 3,
    amount: 106,
    merchantReference: reference,
    lineItems: [{ quantity: 2, priceData: { name: "Milk tea", unitAmount: 53 } }],
    ...over,
  });
  const page = await browser.newPage({ locale: "en-US" });
  await page.goto(made.body.checkoutUrl);
  return { reference, page, url: made.body.checkoutUrl };
}
const queried = async (lane: TestLane, merchantReference: string) =>
  (await lane.client("hosted-checkout/query", { merchantId: 3, merchantReference })).body.order;

it("shows what create asked for, in its lane, and pays after a decline", {
  tags: [
    "facts:3/open-open-the-shopper-may-try-again-by-payment-fails-decline",
    "spec:4.1/creates-an-order-and-returns",
    "spec:4.1/lineItems",
  ],
}, async () => {
  const lane = await sandbox.lane();
  const { page, reference } = await ordered(lane, {
    paymentMethods: "WECHATPAY,CARD",
    defaultPaymentMethod: "CARD",
    themeColor: "#ABCDEF",
    showEmail: false,
  });
  expect(await page.getByTestId("total").textContent()).toBe("HKD 106.00");
  expect(await page.getByTestId("items").textContent()).toContain("Milk teax 2HKD 53.00HKD 106.00");
  expect(await page.getByTestId("email").count()).toBe(0);
  expect(await page.locator("[data-testid^=method-]").count()).toBe(2);
  await payBy(page, "4000000000009995");
  expect(await page.getByTestId("error").getAttribute("data-reason")).toBe("insufficient-funds");
  expect((await queried(lane, reference)).status).toBe("OPEN");
  await payBy(page, "4705982000008101");
  await page.getByTestId("result").waitFor();
  expect(await page.getByTestId("transaction-time").textContent()).toBe("2026-01-05 10:00:00");
  expect(await page.getByTestId("merchant").textContent()).toBe("Merchant 3");
  expect(await page.getByTestId("paid-with").textContent()).toBe("Credit / Debit Card (Visa ••••\u00a08101)");
  expect(await queried(lane, reference)).toMatchObject({ status: "SUCCESS", netAmount: 106, cardType: "VISA" });
  await page.close();
});

it("leaves no card number and no CVC in files and log", async () => {
  const lane = await sandbox.lane();
  const { page } = await ordered(lane);
  for (const number of ["4000000000009995", "4705982000008101"]) {
    await typeCard(page, { number, cvc: "8642" });
    await page.getByTestId("pay").click();
    await page.locator("[data-testid=error],[data-testid=result]").waitFor();
  }
  await page.close();
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const stored = files.map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1")).join("\n");
  expect(stored).toContain("470598XXXXXX8101");
  for (const secret of [/4705 ?9820 ?0000 ?8101/, /4000 ?0000 ?0000 ?9995/, /\D8642\D/]) {
    expect(secret.exec(stored)?.[0]).toBeUndefined();
    expect(secret.exec(said.join("\n"))?.[0]).toBeUndefined();
  }
});
