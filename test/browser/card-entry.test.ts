import { Hono } from "hono";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { cardEntryPages } from "../../src/server/pages/card-entry/routes.js";
import { axeFaults } from "../support/axe.js";
import { openBrowser } from "../support/browser.js";
import { aCardEntry, FakeCardEntryService } from "../support/fake-card-entry-service.js";
import { type Served, served } from "../support/serve.js";
import { payBy } from "./checkout-harness.js";

let browser: Browser;
let server: Served;
beforeAll(async () => {
  const service = () => new FakeCardEntryService(aCardEntry({ callbackUrl: {} }));
  const services = new Map([
    ["en", service()],
    ["zh-HK", service()],
  ]);
  const app = new Hono();
  for (const [name, one] of services)
    app.route(
      `/${name}`,
      cardEntryPages(() => one),
    );
  server = await served(app);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});

it.each(["en", "zh-HK"])("saves a card over 3-D Secure, fits 320 px and passes axe: %s", async (lang) => {
  const context = await browser.newContext({ viewport: { width: 320, height: 640 } });
  const page = await context.newPage();
  const isFine = async () => {
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
    expect(await axeFaults(page)).toEqual([]);
  };
  await page.goto(`${server.url}/${lang}/t1?lang=${lang}`);
  expect(await page.locator("html").getAttribute("lang")).toBe(lang);
  await isFine();
  await payBy(page, "6200000000000005");
  expect(await page.getByTestId("error").count()).toBe(1);
  await page.getByTestId("card-number").fill("4000000000003220");
  await page.getByTestId("pay").click();
  await page.getByTestId("challenge-ok").click();
  await page.getByTestId("result").waitFor();
  expect(await page.getByTestId("masked-pan").textContent()).toBe("Visa 4111********1111");
  await isFine();
  await context.close();
});
