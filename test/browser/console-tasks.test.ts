// Four things that somebody tries who has read nothing: by what stands on the pages, and by no name of ours.
import type { Locator, Page } from "playwright-core";
import { expect, it } from "vitest";
import { requests, sold } from "../support/client.js";
import { control } from "../support/sandbox.js";
import { consoleOfFile, type Desk } from "./console-world.js";

const ofFile = consoleOfFile();

interface Newcomer extends Desk {
  /** Counted. */
  readonly click: (what: Locator) => Promise<void>;
  readonly clicks: () => number;
}

/** Begins at the overview of a lane, and counts what is clicked. */
async function asNewcomer(use: (newcomer: Newcomer) => Promise<void>): Promise<void> {
  const desk = await ofFile.desk();
  let count = 0;
  const click = async (what: Locator) => {
    count++;
    await what.click();
  };
  await use({ ...desk, click, clicks: () => count });
}

const link = (page: Page, name: string) => page.getByRole("link", { name, exact: true });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

it("finds out in one click why a refund was refused", () =>
  asNewcomer(async ({ page, open, client, click, clicks }) => {
    const { id } = await sold(client);
    await client("hosted-checkout/refund", { merchantId: 3, orderId: id, amount: 51 });
    await open();
    const problem = page.getByTestId("request-row").filter({ hasText: "hosted-checkout/refund" });
    expect(await problem.textContent()).toContain("refund exceeds the paid amount");
    await click(problem.getByRole("link").first());
    expect(await page.getByText("Refund at most").count()).toBe(1);
    expect(clicks()).toBe(1);
  }));

it("sends a notice again in two clicks, and sees what the shop said", () =>
  asNewcomer(async ({ page, open, client, read, click, clicks, url }) => {
    const { id } = await sold(client, { callbackUrl: { notify: `${ofFile.sandbox().url}/nowhere` } });
    await control(url, "POST", "wait", { for: "notification", match: { orderId: id, attempts: 1 } });
    await open();
    await click(link(page, "Notifications"));
    await click(page.getByRole("button", { name: /^Resend/ }));
    await page.getByText("2: 404").waitFor();
    await page.getByTestId("said").getByText("The shop answered 404").waitFor();
    expect((await read("notifications")).notifications[0].attempts).toHaveLength(2);
    expect(clicks()).toBe(2);
  }));

it("lets the next refund fail in two clicks and three fields", () =>
  asNewcomer(async ({ page, open, client, click, clicks }) => {
    const { id } = await sold(client);
    await open();
    await click(link(page, "Rules and scenarios"));
    const form = page.getByRole("form", { name: "Add a rule" });
    await form.getByLabel("Operation").fill("*/refund");
    await form.getByLabel("Outcome").selectOption("insufficient-unsettled-balance");
    await form.getByLabel("Times").fill("1");
    await click(button(page, "Save the rule"));
    await page.getByRole("row").filter({ hasText: "*/refund" }).waitFor();
    const refund = async () =>
      (await client("hosted-checkout/refund", { merchantId: 3, orderId: id, amount: 5 })).body.responseCode;
    expect([await refund(), await refund()]).toEqual(["2006", "0000"]);
    expect(clicks()).toBe(2);
  }));

it("moves the clock a day in one click, and is told what fell due", () =>
  asNewcomer(async ({ page, open, client, read, click, clicks }) => {
    await client("hosted-checkout/create", requests.create());
    await open();
    await page.getByLabel("by", { exact: true }).fill("1d");
    await click(button(page, "Advance"));
    await page.getByText("It is 2026-01-06 02:00:00. Fell due: 1 × expiry").waitFor();
    expect((await read("clock")).now).toBe("2026-01-06T02:00:00.000+00:00");
    expect(clicks()).toBe(1);
  }));
