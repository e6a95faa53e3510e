// Buys at the shop in a browser, as a shopper would. Needs @playwright/test. BROWSER_FILE names a Chromium of your own.
import { chromium } from "@playwright/test";
import { clickPay, clickPayAgain } from "payment-sandbox/playwright";

const { BROWSER_FILE, BROWSER_ARGS, SHOP_URL } = process.env;
const browser = await chromium.launch({
  ...(BROWSER_FILE && { executablePath: BROWSER_FILE }),
  args: BROWSER_ARGS?.split(" ") ?? [],
});
const page = await browser.newPage();
const button = page.getByRole("button", { name: "Pay", exact: true });

await page.goto(`${SHOP_URL}/cart?tea`);
await clickPay(button);
await page.getByTestId("method-CARD").click();
await page.getByTestId("card-number").fill("4111 1111 1111 1111");
await page.getByTestId("card-holder").fill("Ann Chan");
await page.getByTestId("card-expiry").fill("12/39");
await page.getByTestId("card-cvc").fill("123");
await page.getByTestId("pay").click();
const back = page.getByTestId("continue").or(page.getByRole("heading", { name: "Thank you" }));
await back.first().waitFor();
if (await page.getByTestId("continue").isVisible()) await page.getByTestId("continue").click();
await page.getByRole("heading", { name: "Thank you" }).waitFor();
await clickPayAgain(button);
await browser.close();
