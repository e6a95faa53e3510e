import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { created, sold } from "../support/client.js";
import { control } from "../support/sandbox.js";
import { consoleOfFile, type Desk, HOSTILE } from "./console-world.js";

const ofFile = consoleOfFile();

/** The console in a lane of its own; fails if the browser's console tells of a mistake, such as one of the policy. */
async function withDesk(use: (desk: Desk) => Promise<void>): Promise<void> {
  const desk = await ofFile.desk();
  const told: string[] = [];
  desk.page.on("console", (message) => void (message.type() === "error" && told.push(message.text())));
  desk.page.on("pageerror", ({ message }) => void told.push(message));
  await use(desk);
  expect(told).toEqual([]);
}

const references = async ({ page }: Desk): Promise<readonly string[]> =>
  page.getByTestId("order-row").locator("td:nth-child(2)").allTextContents();

it("sorts orders, keeps to days, and saves them as a file that no spreadsheet runs", () =>
  withDesk(async (desk) => {
    const { page, open, client } = desk;
    for (const [merchantReference, amount] of [
      ["=1+1", 30],
      [HOSTILE, 10],
      ["單".repeat(64), 20],
    ] as const)
      await created(client, { merchantReference, amount });
    await open("/orders");
    await page.getByTestId("sort-amount").click();
    expect(await references(desk)).toEqual(["=1+1", "單".repeat(64), HOSTILE]);
    await page.getByTestId("sort-amount").click();
    expect(await references(desk)).toEqual([HOSTILE, "單".repeat(64), "=1+1"]);
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByTestId("export-csv").click()]);
    expect(file.suggestedFilename()).toMatch(/^orders-.+\.csv$/);
    const lines = readFileSync(await file.path(), "utf8").split("\r\n");
    expect(lines[1]).toContain(`"${HOSTILE.replaceAll('"', '""')}"`);
    expect(lines[3]).toContain(`,"'=1+1",`);
    await open("/orders?from=2026-01-06");
    expect(await page.getByText("none fits this filter").count()).toBe(1);
  }));

it("compares two orders that are ticked, and marks what differs", () =>
  withDesk(async ({ page, open, client }) => {
    await created(client);
    await sold(client);
    await open("/orders");
    expect(await page.getByTestId("compare-open").isVisible()).toBe(false);
    await page.getByTestId("compare").first().check();
    await page.getByTestId("compare-open").click();
    await page.getByText("Tick exactly two orders").waitFor();
    await open("/orders");
    for (const box of await page.getByTestId("compare").all()) await box.check();
    await page.getByTestId("compare-open").click();
    await page.getByRole("heading", { name: "Two orders side by side" }).waitFor();
    const status = page.getByTestId("difference").filter({ hasText: /^status/ });
    expect(await status.textContent()).toContain('"SUCCESS""OPEN"');
    expect(
      await page
        .getByRole("row")
        .filter({ hasText: /^currency/ })
        .getAttribute("data-testid"),
    ).toBeNull();
  }));

it("forks a timeline before the payment, declines it there, and shows both books", () =>
  withDesk(async ({ page, open, act, client, read }) => {
    const { id } = await created(client);
    await open(`/orders/${id}`);
    await page.locator("[data-live=on]").waitFor({ state: "attached" });
    await act("order-pay", /simulate$/);
    await page.getByTestId("fork-here").nth(1).click();
    await page.getByTestId("fork-then").selectOption({ label: "insufficient-funds · 3051" });
    await page.getByTestId("fork-go").click();
    await page.getByTestId("differences").waitFor();
    const differing = await page.getByTestId("difference").allTextContents();
    expect(differing).toContainEqual(expect.stringMatching(/^status.*"SUCCESS""OPEN"$/));
    expect(differing).toContainEqual(expect.stringMatching(/^HKD.*50\.000\.00$/));
    expect((await read(`orders/${id}`)).order.status).toBe("SUCCESS");
  }));

it("releases an answer that a gate holds", () =>
  withDesk(async ({ page, open, act, client, url }) => {
    const { id } = await sold(client);
    const gate = { name: "query", idleMs: 600_000 };
    await control(url, "POST", "rules", { when: { operation: "hosted-checkout/query" }, then: { gate } });
    await open("/requests");
    const held = client("hosted-checkout/query", { merchantId: 3, orderId: id });
    await page.getByTestId("gate-row").waitFor();
    await act("gate-release", /gates\/query\/release$/);
    expect((await held).body.responseCode).toBe("0000");
    await page.getByTestId("gate-row").waitFor({ state: "detached" });
  }));

it("tells all that happened in one list, filters it by the address, and opens an entry beside it", () =>
  withDesk(async ({ page, open, client, url }) => {
    const paid = await sold(client, { merchantReference: "PAID" });
    await control(url, "PUT", "clock", { action: "advance", by: "1m" });
    await client("hosted-checkout/refund", { merchantId: 3, orderId: paid.id, amount: 999 });
    await open("/stream");
    const stream = page.getByTestId("stream");
    const entries = () =>
      stream.locator("tbody tr").evaluateAll((rows) => rows.map((row) => row.getAttribute("data-testid")));
    expect(await entries()).toEqual(["request-row", "clock-row", "money-row", "request-row"]);
    await page.getByText("More filters").click();
    await stream.getByLabel("Only failed").selectOption("yes");
    await stream.getByLabel("Kind").selectOption("call");
    await page.getByTestId("filter").press("Enter");
    await page.waitForURL(/kind=call.*failed=yes/);
    expect(await entries()).toEqual(["request-row"]);
    await page.getByTestId("request-row").getByRole("link").first().click();
    await page.getByRole("heading", { level: 1, name: "req-2" }).waitFor();
    expect(page.url()).toMatch(/\/stream\/requests\/req-2\?.*kind=call.*failed=yes/);
    expect(await page.getByTestId("nav-stream").getAttribute("aria-current")).toBe("page");
    await open();
    await page.getByTestId("error-group").getByRole("link").click();
    expect(page.url()).toMatch(/\/requests\?operation=hosted-checkout%2Frefund&responseCode=\d{4}$/);
    expect(await page.getByTestId("request-row").count()).toBe(1);
  }));

it("has a header of one line on a phone, with the rest behind a menu", () =>
  withDesk(async ({ page, open }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await open("/rules");
    const height = async () => (await page.locator("header").boundingBox())?.height ?? 0;
    expect(await height()).toBeLessThan(60);
    expect(await page.getByTestId("nav-orders").isVisible()).toBe(false);
    await page.getByTestId("menu").check();
    expect(await page.getByTestId("nav-orders").isVisible()).toBe(true);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
  }));

it("draws each message of an order with its answer, without enlarging it, and keeps a table's headings on a phone", () =>
  withDesk(async ({ page, open, client }) => {
    const { id } = await created(client);
    await open(`/orders/${id}?open=sequence`);
    const arrows = page.locator("#sequence .arrow");
    expect([await arrows.count(), await arrows.filter({ visible: true }).count()]).toEqual([2, 2]);
    const drawing = page.locator("#sequence svg");
    expect((await drawing.boundingBox())?.width).toBe(Number(await drawing.getAttribute("width")));
    await page.setViewportSize({ width: 390, height: 800 });
    await open(`/orders/${(await sold(client)).id}`);
    const headings = (name: string) => page.getByRole("columnheader", { name, exact: true }).count();
    expect(await headings("Stan")).toBe(1);
    await open("/orders");
    expect(await headings("Compare")).toBe(1);
  }));
