import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "../support/browser.js";
import { lineItems, type Params } from "../support/client.js";
import { startTestSandbox, type TestLane, type TestSandbox } from "../support/sandbox.js";

let sandbox: TestSandbox;
let browser: Browser;
const shop = createServer((request, response) => response.end(`the shop at ${request.url}`));
let shopUrl = "";

beforeAll(async () => {
  sandbox = await startTestSandbox();
  browser = await openBrowser();
  await new Promise<void>((done) => shop.listen(0, "127.0.0.1", done));
  shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await browser?.close();
  shop.closeAllConnections();
  shop.close();
  await sandbox[Symbol.asyncDispose]();
});

/** The page that a shop sends its shopper to. */
async function opened({ client }: TestLane, over: Params): Promise<Page> {
  const request = { merchantId: 3, amount: 50, merchantReference: "D-1", paymentType: "ALIPAYHK", lineItems, ...over };
  const { body } = await client("direct/sale", request);
  const page = await browser.newPage({ locale: "en-GB" });
  await page.goto(body.checkoutUrl);
  return page;
}

const statusOf = async ({ client }: TestLane) =>
  (await client("direct/query", { merchantId: 3, merchantReference: "D-1" })).body.order.status;

describe("a direct sale's page", () => {
  it("shows a QR code on a computer, and leads to postLink when it is paid", {
    tags: ["facts:5/direct-sale-request"],
  }, async () => {
    const lane = await sandbox.lane();
    const page = await opened(lane, { paymentTerminal: "PCWEB", postLink: `${shopUrl}/done?a=1` });
    expect(await page.getByTestId("qr").isVisible()).toBe(true);
    await page.getByTestId("wallet-approve").click();
    // The result page goes on by itself. A click could come after that, and would wait for ever.
    await page.waitForURL(`${shopUrl}/done?a=1`);
    expect(await statusOf(lane)).toBe("SUCCESS");
    await page.close();
  });

  it("starts in the wallet on a phone, and leads to merchantSite without a postLink", {
    tags: ["facts:5/direct-sale-request"],
  }, async () => {
    const lane = await sandbox.lane();
    const page = await opened(lane, { paymentType: "WECHAT", paymentTerminal: "WAP", merchantSite: shopUrl });
    expect(await page.getByTestId("qr").count()).toBe(0);
    await page.getByTestId("wallet-approve").click();
    await page.waitForURL(`${shopUrl}/`);
    expect(await statusOf(lane)).toBe("SUCCESS");
    await page.close();
  });

  it("lets the shopper try again after a decline", async () => {
    const lane = await sandbox.lane();
    const page = await opened(lane, { paymentTerminal: "PCWEB" });
    await page.getByTestId("wallet-decline").click();
    await page.getByTestId("error").waitFor();
    expect(await statusOf(lane)).toBe("OPEN");
    expect(await page.getByTestId("card-number").count()).toBe(0);
    await page.getByTestId("pay").click();
    await page.getByTestId("wallet-approve").click();
    await page.getByTestId("result").waitFor();
    expect(await statusOf(lane)).toBe("SUCCESS");
    await page.close();
  });
});
