import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { openBrowser } from "../support/browser.js";
import { requests } from "../support/client.js";
import { ofFile } from "../support/of-file.js";
import { startTestSandbox } from "../support/sandbox.js";
import { ui } from "./console-world.js";

const sandbox = ofFile(await startTestSandbox());
const browser = ofFile(await openBrowser());

/** Landmarks, headings and controls as a screen reader comes to them, from the accessibility tree. */
async function spokenIn(page: Page): Promise<readonly string[]> {
  const tree = await page.locator("body").ariaSnapshot();
  const told =
    /^ *- (banner|main|contentinfo|navigation|heading|link|button|textbox|radio|combobox|region)(?: "([^"]*)")?/;
  return tree.split("\n").flatMap((line) => {
    const [, role, name = ""] = told.exec(line) ?? [];
    return role === undefined ? [] : [`${role} ${name}`.trim()];
  });
}

/** Those of the expected that are spoken, in the order in which they are. */
const inOrder = (spoken: readonly string[], expected: readonly string[]): readonly string[] =>
  spoken.filter((one, i) => expected.includes(one) && spoken.indexOf(one) === i);

const readingOrders: readonly [string, (lane: string, checkout: string, id: number) => string, readonly string[]][] = [
  [
    "the shopper's page",
    (_, checkout) => checkout,
    [
      "link Skip to payment",
      "banner",
      "navigation Language",
      "main",
      "heading Secure checkout",
      "radio Credit / Debit Card",
      "textbox Credit Card Number",
      "textbox Card Holder Name (Optional)",
      "textbox Expiry Date",
      "textbox CVC",
      "button PAY HKD 50.00",
      "button Cancel",
      "region Total",
      "contentinfo",
    ],
  ],
  [
    "an order in the console",
    (lane, _, id) => ui(lane, `/orders/${id}`),
    [
      "link Skip to the content",
      "banner",
      "navigation Pages of the lane",
      "main",
      "region Actions",
      "button Pay",
      "button Void",
      "heading Current state",
      "heading Transactions",
    ],
  ],
];

it.each(readingOrders)("a screen reader comes to the parts of %s in order", async (_, addressOf, expected) => {
  const lane = await sandbox.lane();
  const { body } = await lane.client("hosted-checkout/create", requests.create());
  const page = await browser.newPage({ locale: "en-US" });
  await page.goto(addressOf(lane.url, body.checkoutUrl, body.order.id));
  expect(inOrder(await spokenIn(page), expected)).toEqual(expected);
  await page.close();
});
