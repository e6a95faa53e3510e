import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defaultPolicy } from "../../src/core/facts/assumptions.js";
import { readPublicKey } from "../../src/core/signing/keys.js";
import { canonicalText, isSignedBy } from "../../src/core/signing/signature.js";
import { packageText } from "../../src/package/files.js";
import { openBrowser } from "../support/browser.js";
import { lineItems } from "../support/client.js";
import { control, startTestSandbox, type TestLane, type TestSandbox } from "../support/sandbox.js";
import { typeCard } from "./checkout-harness.js";

const serviceKey = readPublicKey(packageText("fixtures/keys/notification.public.pem"));

/** A shop that saves cards: it takes notifications that are genuine, and shows a page to who comes back. */
class Shop {
  readonly notified: Record<string, string>[] = [];
  readonly #server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => response.end(request.method === "POST" ? this.#take(chunks) : `at ${request.url}`));
  });

  #take(chunks: readonly Buffer[]): string {
    const fields = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, string>;
    if (!isSignedBy(canonicalText(fields), fields.signature ?? "", [serviceKey])) return "not genuine";
    this.notified.push(fields);
    return "OK";
  }

  async open(): Promise<this> {
    await new Promise<void>((done) => this.#server.listen(0, "127.0.0.1", done));
    return this;
  }
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }
  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((done) => this.#server.close(() => done()));
  }
}

let browser: Browser;
let shop: Shop;
beforeAll(async () => {
  browser = await openBrowser();
  shop = await new Shop().open();
});
afterAll(async () => {
  await browser?.close();
  await shop?.close();
});

const callbackUrl = () => ({
  success: `${shop.url}/saved`,
  fail: `${shop.url}/fail`,
  cancel: `${shop.url}/wallet`,
  notify: `${shop.url}/notify`,
});

/** Opens the card-entry page in a browser of its own. */
async function cardEntry({ client }: TestLane, over: object = {}): Promise<Page> {
  const request = { merchantId: 3, userId: "anna", lang: "en", callbackUrl: callbackUrl(), ...over };
  const { body } = await client("tokenization/add-token", request);
  const page = await browser.newPage();
  await page.goto(body.data);
  return page;
}

async function save(page: Page, card: { number?: string; expiry: string }): Promise<void> {
  await typeCard(page, card);
  await page.getByTestId("pay").click();
}

const listed = async ({ client }: TestLane) =>
  (await client("tokenization/query-token", { merchantId: 3, userId: "ANNA" })).body.list;

/** The clock of the lane moves by the control API; answers when everything that fell due has happened. */
const moveTo = async (lane: TestLane, at: string) =>
  expect((await control(lane.url, "PUT", "clock", { action: "set", at })).http).toBe(200);

const idle = (lane: TestLane) => control(lane.url, "PUT", "clock", { action: "run-until-idle" });

/** The first payment, which the shopper asks for; the months after it name it as their parent. */
const firstSale = async ({ client }: TestLane, tokenId: number) =>
  (
    await client("tokenization/sale", {
      merchantId: 3,
      userId: "anna",
      tokenId,
      merchantReference: "PLAN-1",
      amount: "50.00",
      isRecurring: true,
      callbackUrl: { notify: `${shop.url}/notify` },
      lineItems,
    })
  ).body;

const charge = async ({ client }: TestLane, month: number, by: { tokenId: number; parentOrderId: number }) =>
  (
    await client("tokenization/recurring", {
      merchantId: 3,
      userId: "anna",
      reason: "monthly plan",
      merchantReference: `PLAN-1-${month}`,
      amount: "50.00",
      callbackUrl: { notify: `${shop.url}/notify` },
      ...by,
    })
  ).body;

describe("a saved card's life", () => {
  let sandbox: TestSandbox;
  beforeAll(async () => {
    sandbox = await startTestSandbox();
  });
  afterAll(() => sandbox[Symbol.asyncDispose]());

  it("goes from the page over a sale and three months to expiry, and ends with its deletion", {
    tags: ["facts:5/add-token-the-page-takes"],
  }, async () => {
    const lane = await sandbox.lane("a-life");
    const page = await cardEntry(lane);
    // The clock stands in January 2026; the card is good until the end of April.
    await save(page, { expiry: "0426" });
    expect(await page.getByTestId("result").getAttribute("data-status")).toBe("SAVED");
    // Goes on by itself. A click could come after that, and would wait for ever.
    await page.waitForURL(`${shop.url}/saved`);
    await page.close();

    const [token] = await listed(lane);
    expect(token).toMatchObject({ maskedPan: "4111********1111", cardBrand: "VISA", expiryDate: "202604" });
    const { tokenId } = token;
    await idle(lane);
    expect(shop.notified[0]).toMatchObject({ userId: "anna", tokenId: String(tokenId), expiryDate: "202604" });

    const sale = await firstSale(lane, tokenId);
    expect(sale.order).toMatchObject({ status: "SUCCESS", recurring: true, issuerCountryCode: "HK" });
    const by = { tokenId, parentOrderId: sale.order.id };
    for (const month of [2, 3, 4]) {
      await moveTo(lane, `2026-0${month}-05T10:00:00+08:00`);
      expect((await charge(lane, month, by)).transaction).toMatchObject({
        type: "SALE",
        status: "SUCCESS",
        amount: 50,
      });
    }
    await idle(lane);
    expect(shop.notified.slice(1).map((fields) => fields.merchantReference)).toEqual([
      "PLAN-1",
      "PLAN-1-2",
      "PLAN-1-3",
      "PLAN-1-4",
    ]);

    await moveTo(lane, "2026-05-05T10:00:00+08:00");
    expect(await charge(lane, 5, by)).toEqual({ responseCode: "2010", message: "token expired: valid until 202604" });

    const user = { merchantId: 3, userId: "Anna", tokenId };
    expect((await lane.client("tokenization/delete-token", user)).text).toBe(
      '{"responseCode":"0000","message":"Success"}',
    );
    expect(await listed(lane)).toEqual([]);
    expect((await charge(lane, 6, by)).responseCode).toBe("2009");
    expect(
      (await lane.client("hosted-checkout/query", { merchantId: 3, merchantReference: "PLAN-1-5" })).body,
    ).toMatchObject({ responseCode: "2001" });
    expect((await control(lane.url, "GET", "invariants")).body).toMatchObject({ holds: true });
  });

  it("asks for 3-D Secure, and saves nothing when it fails", async () => {
    const lane = await sandbox.lane();
    const page = await cardEntry(lane);
    await save(page, { number: "4000000000003220", expiry: "1230" });
    await page.getByTestId("challenge-fail").click();
    await page.getByTestId("error").waitFor();
    expect(await listed(lane)).toEqual([]);
    await save(page, { number: "4000000000003220", expiry: "1230" });
    await page.getByTestId("challenge-ok").click();
    await page.getByTestId("result").waitFor();
    expect(await listed(lane)).toMatchObject([{ maskedPan: "4000********3220" }]);
    await page.close();
  });

  it("shows a way back only where the shop gave one", {
    tags: ["facts:5/without-callbackurl.cancel-the-page-shows"],
  }, async () => {
    const lane = await sandbox.lane();
    const page = await cardEntry(lane);
    await page.getByTestId("cancel").click();
    await page.waitForURL(`${shop.url}/wallet`);
    await page.close();
    const other = await cardEntry(lane, { callbackUrl: { success: `${shop.url}/saved` } });
    expect(await other.getByTestId("pay").count()).toBe(1);
    expect(await other.getByTestId("cancel").count()).toBe(0);
    await other.close();
  });
});

describe("a saved card that has expired", () => {
  it("is declined by the issuer where the policy says so, and the order stays open", async () => {
    await using sandbox = await startTestSandbox({ policy: { ...defaultPolicy, "expired-token": "decline" } });
    const lane = await sandbox.lane();
    const page = await cardEntry(lane, { callbackUrl: {} });
    await save(page, { expiry: "0126" });
    await page.getByTestId("result").waitFor();
    await page.close();
    const [{ tokenId }] = await listed(lane);
    const sale = await firstSale(lane, tokenId);
    await moveTo(lane, "2026-02-05T10:00:00+08:00");
    const body = await charge(lane, 2, { tokenId, parentOrderId: sale.order.id });
    expect(body).toEqual({ responseCode: "3054", message: "declined: expired card" });
    const query = { merchantId: 3, merchantReference: "PLAN-1-2" };
    expect((await lane.client("hosted-checkout/query", query)).body.order).toMatchObject({
      status: "OPEN",
      netAmount: 0,
    });
  });
});
