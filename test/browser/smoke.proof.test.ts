import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { created } from "../support/client.js";
import { chromium } from "../support/drivers/chromium.js";
import { choose, type Driver, hook, press, seen, until } from "../support/drivers/driver.js";
import { firefox } from "../support/drivers/firefox.js";
import { webkit } from "../support/drivers/webkit.js";
import { ofFile } from "../support/of-file.js";
import { control, startTestSandbox, type TestLane } from "../support/sandbox.js";
import { busyLane, ui } from "./console-world.js";

const sandbox = ofFile(await startTestSandbox());

describe.each([chromium, firefox, webkit])("$name", ({ lacks, open }) => {
  if (lacks !== undefined) return it("runs the smoke set", ({ skip }) => skip(`this machine has no ${lacks}`));

  let driver: Driver;
  beforeAll(async () => {
    driver = await open();
  });
  afterAll(() => driver?.[Symbol.asyncDispose]());

  const statusOf = async ({ client }: TestLane, merchantReference: string) =>
    (await client("hosted-checkout/query", { merchantId: 3, merchantReference })).body.order.status;

  async function opened(lane: TestLane): Promise<string> {
    const { body } = await lane.client("hosted-checkout/create", {
      merchantId: 3,
      amount: 106,
      merchantReference: "SMOKE",
      lineItems: [{ quantity: 2, priceData: { name: "Milk tea", unitAmount: 53 } }],
    });
    await driver.goto(body.checkoutUrl);
    return body.checkoutUrl;
  }

  async function payBy(number: string): Promise<void> {
    await seen(driver, hook("card-number"));
    for (const [field, text] of [
      ["card-number", number],
      ["card-holder", "CHAN TAI MAN"],
      ["card-expiry", "1230"],
      ["card-cvc", "123"],
    ] as const) {
      await driver.read(`document.querySelector(${JSON.stringify(hook(field))}).value = ""`);
      await driver.type(hook(field), text);
    }
    await driver.click(hook("pay"));
  }

  it("declines a card, and pays by another", async () => {
    const lane = await sandbox.lane();
    await opened(lane);
    await payBy("4000000000009995");
    await seen(driver, hook("error"));
    expect(await statusOf(lane, "SMOKE")).toBe("OPEN");
    await payBy("4111111111111111");
    await seen(driver, hook("result"));
    expect(await statusOf(lane, "SMOKE")).toBe("SUCCESS");
  });

  it("pays when the 3-D Secure challenge is passed", async () => {
    const lane = await sandbox.lane();
    await opened(lane);
    await payBy("4000000000003220");
    await press(driver, "challenge-ok");
    await seen(driver, hook("result"));
    expect(await statusOf(lane, "SMOKE")).toBe("SUCCESS");
  });

  it("pays by a wallet", async () => {
    const lane = await sandbox.lane();
    await opened(lane);
    await press(driver, "method-ALIPAYHK");
    await press(driver, "pay");
    await seen(driver, hook("qr"));
    await press(driver, "wallet-approve");
    await seen(driver, hook("result"));
    expect(await statusOf(lane, "SMOKE")).toBe("SUCCESS");
  });

  it("follows a lane in the console, and refunds its order", async () => {
    const lane = await sandbox.lane();
    await driver.goto(ui(lane.url, "/orders"));
    await until(driver, `document.body.dataset.live === "on"`);
    const { id } = await created(lane.client, { merchantReference: "FOLLOWED" });
    await until(driver, `document.querySelector('${hook("order-row")}')?.textContent.includes("FOLLOWED")`);
    await control(lane.url, "POST", `orders/${id}/simulate`, { action: "pay" });
    await driver.goto(ui(lane.url, `/orders/${id}`));
    await press(driver, "order-refund");
    await until(driver, `document.querySelector("h1").textContent.includes("REFUNDED")`);
    expect(await statusOf(lane, "FOLLOWED")).toBe("REFUNDED");
  });

  it("shows each page of the console, live and within its width", async () => {
    const { url, paid, hostile, refundId } = await busyLane(sandbox);
    const lists = ["/stream", "/orders", "/requests", "/notifications"];
    const pages = ["", "/call", "/rules", "/merchants", "/assumptions", "/snapshots", "/nothing-here"];
    const details = [`/orders/${hostile.id}`, `/requests/${refundId}`, "/notifications/1"];
    const more = [`/requests/${refundId}/fork`, `/orders/compare?compare=${paid.id}&compare=${hostile.id}`];
    for (const path of [...lists, ...pages, ...details, ...details.map((one) => `/stream${one}`), ...more]) {
      await driver.goto(ui(url, path));
      await until(driver, `document.body.dataset.live === "on"`);
      for (const width of [390, 1280, 1920]) {
        await driver.resize(width);
        // WebKit's window is 447 px wide at least.
        const told = await driver.read<object>(
          `({ heading: document.querySelector("h1").textContent, isAsked: Math.abs(innerWidth - ${width}) < 60, wide: document.documentElement.scrollWidth - document.documentElement.clientWidth })`,
        );
        expect({ path, ...told }).toEqual({ path, heading: expect.stringMatching(/\w/), isAsked: true, wide: 0 });
      }
    }
  });

  it("puts a rule in by the console's form", async () => {
    const lane = await sandbox.lane();
    await driver.goto(ui(lane.url, "/rules"));
    await press(driver, "rule-add");
    await seen(driver, hook("rule-operation"));
    await driver.type(hook("rule-operation"), "*/refund");
    await choose(driver, "rule-outcome", "rate-limited");
    await press(driver, "rule-save");
    await seen(driver, hook("rule-row"));
    const { rules } = (await control(lane.url, "GET", "rules")).body;
    expect(rules).toMatchObject([{ when: { operation: "*/refund" }, then: { outcome: "rate-limited" } }]);
  });
});
