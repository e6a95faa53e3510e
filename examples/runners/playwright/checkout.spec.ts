import { test as base, expect } from "@playwright/test";
import { type Sandbox, type SandboxLane, sandboxFixtures } from "payment-sandbox/playwright";
import { startShop } from "./shop.js";

// One sandbox for all workers, a lane and a shop for each test.
const test = base.extend<{ lane: SandboxLane; shop: string }, { sandbox: Sandbox }>({
  ...sandboxFixtures(),
  shop: async ({ lane }, use) => {
    const shop = await startShop(lane.url);
    await use(shop.url);
    shop.close();
  },
});

test("the shopper pays, and is thanked", async ({ page, lane, shop }) => {
  await page.goto(shop);
  await page.getByRole("link", { name: "Buy tea" }).click();
  await page.getByTestId("method-CARD").click();
  await page.getByTestId("card-number").fill("4111 1111 1111 1111");
  await page.getByTestId("card-holder").fill("Ann Chan");
  await page.getByTestId("card-expiry").fill("12/39");
  await page.getByTestId("card-cvc").fill("123");
  await page.getByTestId("pay").click();
  await expect(page.getByTestId("result").or(page.getByRole("heading", { name: "Thank you" }))).toBeVisible();
  await lane.waitFor({ for: "order", match: { merchantReference: "TEA-1", status: "SUCCESS" } });
});

test("a shopper who gives up has not paid", async ({ page, lane, shop }) => {
  await page.goto(`${shop}/buy`);
  await page.getByTestId("cancel").click();
  const [order] = await lane.orders({ merchantReference: "TEA-1" });
  expect(order?.status).not.toBe("SUCCESS");
});
