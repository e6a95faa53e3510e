import { expect, it } from "vitest";
import { created, sold } from "../support/client.js";
import { control } from "../support/sandbox.js";
import { consoleOfFile, type Desk } from "./console-world.js";

const ofFile = consoleOfFile();

/** Opens a page and waits until it follows the lane. */
async function follow({ page, open }: Desk, path: string): Promise<void> {
  await open(path);
  await page.locator("body[data-live=on]").waitFor();
}

it("a list that is being read says what is new, and takes it in on a click: typed, selected and scrolled to stays", async () => {
  const desk = await ofFile.desk();
  const { page, client } = desk;
  for (let i = 0; i < 30; i++) await sold(client, { merchantReference: `OLD-${i}` });
  await follow(desk, "/orders");
  await page.getByTestId("filter").fill("half a wo");
  const row = page.getByTestId("order-row").filter({ hasText: "OLD-9" });
  await row.scrollIntoViewIfNeeded();
  await page.evaluate("getSelection().selectAllChildren(document.querySelectorAll('[data-key] td:nth-child(2)')[20])");
  const selected = await page.evaluate("String(getSelection())");
  const top = () => row.evaluate((one) => Math.round(one.getBoundingClientRect().top));
  const before = await top();
  await sold(client, { merchantReference: "NEW-1" });
  const news = page.getByTestId("new-entries");
  await news.getByText("1 new").waitFor();
  expect(await page.getByTestId("order-row").count()).toBe(30);
  expect(Math.abs((await top()) - before)).toBeLessThan(3);
  await news.click();
  await page.getByTestId("order-row").filter({ hasText: "NEW-1" }).waitFor({ state: "attached" });
  expect(await news.isVisible()).toBe(false);
  expect(await page.getByTestId("order-row").count()).toBe(31);
  expect(await page.getByTestId("filter").inputValue()).toBe("half a wo");
  expect(await page.evaluate("String(getSelection())")).toBe(selected);
  expect(Math.abs((await top()) - before)).toBeLessThan(3);
});

it("a live update sends the rows that changed, and no others", async () => {
  const desk = await ofFile.desk();
  const { page, client, url } = desk;
  const { id } = await created(client, { merchantReference: "PAID-LATER" });
  for (let i = 0; i < 5; i++) await sold(client, { merchantReference: `OLD-${i}` });
  await follow(desk, "/orders");
  const update = page.waitForResponse((one) => one.request().headers()["x-sandbox-part"] !== undefined);
  await control(url, "POST", `orders/${id}/simulate`, { action: "pay" });
  const rows = (await (await update).text()).match(/<tr data-key="order-[^>]*>/g) ?? [];
  await page.getByTestId("order-row").filter({ hasText: "PAID-LATER" }).getByText("SUCCESS").waitFor();
  expect(rows.length).toBe(5);
  expect(rows.every((row) => row.includes("data-same"))).toBe(true);
  expect(await page.getByTestId("order-row").filter({ hasText: "OLD-3" }).count()).toBe(1);
});

it("shows what happened after the page was made and before it began to follow", async () => {
  const desk = await ofFile.desk();
  const { page, client, open } = desk;
  const { promise: isCreated, resolve: follows } = Promise.withResolvers<void>();
  await page.route(/\/events\?/, async (route) => {
    await isCreated;
    await route.continue();
  });
  await open("/orders");
  await created(client);
  follows();
  await page.getByTestId("order-row").waitFor();
});

it("a page that is paused stands still and counts what it misses", async () => {
  const desk = await ofFile.desk();
  const { page, client } = desk;
  await follow(desk, "/orders");
  const live = page.getByTestId("live");
  expect(await live.getAttribute("aria-pressed")).toBe("true");
  await live.click();
  expect(await live.getAttribute("aria-pressed")).toBe("false");
  await sold(client);
  await live.getByText("2 new").waitFor();
  expect(await page.getByTestId("order-row").count()).toBe(0);
  await live.click();
  await page.getByTestId("order-row").waitFor();
  expect(await live.textContent()).toBe(" Live");
});

it("a badge counts what came to another page, until it is looked at", async () => {
  const desk = await ofFile.desk();
  const { page, client } = desk;
  await follow(desk, "/rules");
  await created(client);
  await page.getByTestId("nav-orders").getByText("1 new").waitFor();
  await page.getByTestId("nav-requests").getByText("1 new").waitFor();
  await page.getByTestId("nav-orders").click();
  await page.getByTestId("order-row").waitFor();
  expect(await page.getByTestId("nav-orders").textContent()).toBe("Orders");
  expect(await page.getByTestId("nav-requests").textContent()).toBe("Requests1 new");
});

it("the order's page follows what others do: status, timeline, clock, rules by another tab, a reset", async () => {
  const desk = await ofFile.desk();
  const { page, client, url } = desk;
  const { id } = await created(client);
  await follow(desk, `/orders/${id}`);
  await control(url, "PUT", "clock", { action: "advance", by: "5m" });
  await page.getByTestId("clock-now").getByText("02:05:00").waitFor();
  await control(url, "POST", `orders/${id}/simulate`, { action: "pay" });
  await page.getByTestId("timeline").getByText("5 min later").waitFor();
  await page.getByRole("heading", { level: 1, name: "SUCCESS" }).waitFor();
  await control(url, "POST", "reset", {});
  await page.getByTestId("not-found").waitFor();
});

it("keys lead to the filter, along the list, and to the list of keys", async () => {
  const desk = await ofFile.desk();
  const { page, client } = desk;
  const [first, second] = [await sold(client), await sold(client)];
  await follow(desk, "/orders");
  const focused = () => page.evaluate("document.activeElement.textContent || document.activeElement.name");
  await page.keyboard.press("/");
  expect(await focused()).toBe("find");
  await page.keyboard.type("jk");
  expect(await page.getByTestId("filter").inputValue()).toBe("jk");
  await page.keyboard.press("Escape");
  await page.keyboard.press("j");
  expect(await focused()).toBe(String(second.id));
  await page.keyboard.press("j");
  expect(await focused()).toBe(String(first.id));
  await page.keyboard.press("k");
  expect(await focused()).toBe(String(second.id));
  await page.keyboard.press("?");
  expect(await page.getByTestId("keys").isVisible()).toBe(true);
  await page.keyboard.press("Escape");
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: `Order ${first.id}` }).waitFor();
});
