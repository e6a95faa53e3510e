import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requests } from "../support/client.js";
import { chromium } from "../support/drivers/chromium.js";
import { type Driver, hook, press, seen, until } from "../support/drivers/driver.js";
import { firefox } from "../support/drivers/firefox.js";
import { webkit } from "../support/drivers/webkit.js";
import { ofFile } from "../support/of-file.js";
import { casesFor } from "../support/proof.js";
import { control, startTestSandbox, type TestLane } from "../support/sandbox.js";

const sandbox = ofFile(await startTestSandbox());

const PLAIN = "4111111111111111";
const CHALLENGED = "4000000000003220";

const all = ["connection-reset", "empty-response", "truncated-head", "http-502"] as const;

const browsers = casesFor([chromium, firefox, webkit]);
describe.each(browsers)("$name: the answer to the shopper's last step is lost", ({ lacks, open }) => {
  // All of them take minutes.
  const faults = casesFor(all);
  if (lacks !== undefined) return it("whatever it does", ({ skip }) => skip(`this machine has no ${lacks}`));

  let driver: Driver;
  beforeAll(async () => {
    driver = await open();
  });
  afterAll(() => driver?.[Symbol.asyncDispose]());

  async function typeCard(number: string): Promise<void> {
    await seen(driver, hook("card-number"));
    for (const [field, text] of [
      ["card-number", number],
      ["card-holder", "CHAN TAI MAN"],
      ["card-expiry", "1230"],
      ["card-cvc", "123"],
    ] as const)
      await driver.type(hook(field), text);
    await driver.click(hook("pay"));
  }

  /** Loses one answer to `operation`, and does the last step. The call may come more than once. */
  async function losing({ url }: TestLane, operation: string, fault: string, step: () => Promise<void>): Promise<void> {
    await control(url, "POST", "rules", { when: { operation }, times: 1, then: { fault, placed: "after-commit" } });
    await step();
    await control(url, "POST", "wait", { for: "request", match: { operation }, timeoutMs: 60_000 });
    await until(driver, `document.readyState === "complete"`);
    const { requests: calls } = (await control(url, "GET", `requests?operation=${operation}`)).body;
    expect(calls.at(-1)).toMatchObject({ fault, reachedClient: false });
  }

  /** Looks at an address again. A browser that still tries its own way is let try. */
  async function lookAgain(address: string): Promise<void> {
    for (let tries = 5; tries > 1; tries--) {
      const hasFailed = await driver.goto(address).then(
        () => false,
        () => true,
      );
      if (!hasFailed) return;
    }
    await driver.goto(address);
  }

  const pages: readonly (readonly [step: string, pay: (lane: TestLane, fault: string) => Promise<void>])[] = [
    ["a card", (lane, fault) => losing(lane, "checkout/pay", fault, () => typeCard(PLAIN))],
    [
      "3-D Secure",
      async (lane, fault) => {
        await typeCard(CHALLENGED);
        await losing(lane, "checkout/pay", fault, () => press(driver, "challenge-ok"));
      },
    ],
    [
      "a wallet",
      async (lane, fault) => {
        await press(driver, "method-ALIPAYHK");
        await press(driver, "pay");
        await losing(lane, "checkout/pay", fault, () => press(driver, "wallet-approve"));
      },
    ],
  ];

  it.each(pages.flatMap(([step, pay]) => faults.map((fault) => ({ step, fault, pay }))))(
    "$step, $fault: the next look shows the result, and the shopper pays once",
    async ({ pay, fault }) => {
      const lane = await sandbox.lane();
      const { checkoutUrl, order } = (await lane.client("hosted-checkout/create", requests.create())).body;
      await driver.goto(checkoutUrl);
      await pay(lane, fault);
      await lookAgain(checkoutUrl);
      await seen(driver, hook("result"));
      const { body } = await control(lane.url, "GET", `orders/${order.id}`);
      expect([body.order.status, body.transactions.length]).toEqual(["SUCCESS", 1]);
      expect((await control(lane.url, "GET", "invariants")).body.holds).toBe(true);
    },
  );

  it.each(
    [
      ["a card", PLAIN],
      ["3-D Secure", CHALLENGED],
    ].flatMap(([step, number]) => faults.map((fault) => ({ step, fault, number: number! }))),
  )("storing $step, $fault: the card is stored once", async ({ fault, number }) => {
    const lane = await sandbox.lane();
    const { client } = lane;
    const tokens = async () =>
      (await client("tokenization/query-token", { merchantId: 3, userId: "user1" })).body.list.length;
    const before = await tokens();
    const { body } = await client("tokenization/add-token", { merchantId: 3, userId: "user1" });
    await driver.goto(body.data);
    const isChallenged = number === CHALLENGED;
    if (isChallenged) await typeCard(number);
    const step = () => (isChallenged ? press(driver, "challenge-ok") : typeCard(number));
    await losing(lane, "card-entry/save", fault, step);
    await lookAgain(body.data);
    await until(driver, `!document.querySelector('${hook("card-number")}')`);
    expect((await tokens()) - before).toBe(1);
  });
});
