import { openBrowser } from "../browser.js";
import type { Kind } from "./driver.js";

/** Chromium, by Playwright. It comes with the dev dependencies. */
export const chromium: Kind = {
  name: "Chromium",
  lacks: undefined,
  open: async () => {
    const browser = await openBrowser();
    const page = await browser.newPage();
    return {
      goto: async (url) => void (await page.goto(url)),
      read: (expression) => page.evaluate(expression),
      resize: (width) => page.setViewportSize({ width, height: 800 }),
      click: (css) => page.locator(css).first().click(),
      type: (css, text) => page.locator(css).first().pressSequentially(text),
      [Symbol.asyncDispose]: () => browser.close(),
    };
  },
};
