import { expect, it } from "vitest";
import { axeFaults } from "../support/axe.js";
import { browserOfFile } from "./browser-of-file.js";
import { payBy } from "./checkout-harness.js";

const { sandbox, browser } = browserOfFile();

it.each(["en", "zh-HK"])("saves a card over 3-D Secure, fits 320 px and passes axe: %s", async (lang) => {
  const context = await browser().newContext({ viewport: { width: 320, height: 640 } });
  const page = await context.newPage();
  const isFine = async () => {
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
    expect(await axeFaults(page)).toEqual([]);
  };
  const { client } = await sandbox().lane();
  const { body } = await client("tokenization/add-token", { merchantId: 3, userId: "anna" });
  await page.goto(`${body.data}?lang=${lang}`);
  expect(await page.locator("html").getAttribute("lang")).toBe(lang);
  await isFine();
  await payBy(page, "6200000000000005");
  expect(await page.getByTestId("error").count()).toBe(1);
  await page.getByTestId("card-number").fill("4000000000003220");
  await page.getByTestId("pay").click();
  await page.getByTestId("challenge-ok").click();
  await page.getByTestId("result").waitFor();
  expect(await page.getByTestId("masked-pan").textContent()).toBe("Visa 4000********3220");
  await isFine();
  await context.close();
});
