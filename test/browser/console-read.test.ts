import { gzipSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { UnitResult } from "../../src/lane/ports/store.js";
import { packageText } from "../../src/package/files.js";
import { axeFaults } from "../support/axe.js";
import { openBrowser } from "../support/browser.js";
import { requests } from "../support/client.js";
import { storedToken } from "../support/orders.js";
import { control, startTestSandbox, type TestSandbox } from "../support/sandbox.js";
import { busyLane, HOSTILE, ui } from "./console-world.js";

let sandbox: TestSandbox;
let browser: Browser;
beforeAll(async () => {
  [sandbox, browser] = await Promise.all([startTestSandbox(), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await sandbox[Symbol.asyncDispose]();
});

const lists = [
  "",
  "/stream",
  "/orders",
  "/requests",
  "/notifications",
  "/rules",
  "/merchants",
  "/assumptions",
  "/snapshots",
];

describe("without a script the console", () => {
  it("lists what is in a lane, a page for each, and leads to each entry", async () => {
    const { url, lane, paid, refundId } = await busyLane(sandbox);
    const page = await browser.newPage({ javaScriptEnabled: false });
    const textAt = async (path: string) => {
      await page.goto(ui(url, path));
      return (await page.locator("main").textContent()) ?? "";
    };
    expect(await textAt("")).toContain(`Lane ${lane.name}`);
    expect(await page.getByTestId("lane").textContent()).toBe(lane.name);
    expect(await page.getByTestId("clock-now").textContent()).toContain("2026-01-05 02:00:00.000 (frozen)");
    expect(await page.getByTestId("lane-list").getByRole("link", { name: lane.name }).count()).toBe(1);
    expect(await textAt("/rules")).toContain("dear refunds");
    expect(await textAt("/rules")).toContain("refund-short-of-balance");
    expect(await textAt("/notifications")).toContain("not an HTTP address");
    expect(await textAt("/assumptions")).toContain("A merchant can use a merchantReference only once");
    expect(await textAt("/merchants")).toContain("4705********8101");
    expect(await textAt("/snapshots")).toContain("No snapshots yet");
    await page.getByTestId("nav-orders").click();
    const row = page.getByTestId("order-row").filter({ hasText: String(paid.id) });
    await row.getByRole("link").first().click();
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toContain(`Order ${paid.id}`);
    expect(await page.getByTestId("timeline").textContent()).toContain("+ HKD 50.00");
    await page.getByTestId("timeline").getByRole("link", { name: refundId }).click();
    expect(await page.getByTestId("advice").textContent()).toContain('Forced by rule "dear refunds"');
    await page.getByTestId("ladder").getByRole("link").click();
    expect(await page.getByTestId("ladder").textContent()).toContain("not-reached");
    await page.getByTestId("copy-curl").click();
    expect(await page.locator("body").textContent()).toMatch(/^curl -X POST .*"signature"/);
    await page.close();
  });

  it("pages and filters by addresses that can be shared", async () => {
    const { url, lane, client } = await sandbox.lane();
    for (let i = 0; i < 101; i++)
      await client("tokenization/sale", requests.sale({ merchantReference: `S-${1000 + i}` }));
    const page = await browser.newPage({ javaScriptEnabled: false });
    const references = () => page.getByTestId("order-row").locator("td:nth-child(2)").allTextContents();
    await page.goto(ui(url, "/orders"));
    expect((await references()).slice(0, 2)).toEqual(["S-1100", "S-1099"]);
    await page.getByTestId("older").click();
    expect((await references()).slice(0, 1)).toEqual(["S-1050"]);
    await page.getByTestId("older").click();
    expect(await references()).toEqual(["S-1000"]);
    expect(await page.getByTestId("older").count()).toBe(0);
    await page.goBack();
    expect(await references()).toHaveLength(50);
    await page.getByTestId("filter").fill("s-1007");
    await page.getByTestId("filter").press("Enter");
    expect(await references()).toEqual(["S-1007"]);
    const [order] = await lane.store.views.orders({ merchantReference: "S-1007" });
    await page.goto(ui(url, `/orders?find=${order?.id}`));
    expect(await references()).toEqual(["S-1007"]);
    await page.goto(ui(url, "/orders?status=OPEN"));
    expect(await page.locator("main").textContent()).toContain("No orders here");
    await page.goto(ui(url, "/requests?find=S-1007"));
    expect(await page.getByTestId("request-row").count()).toBe(1);
    await page.close();
  });

  it("pages merchants, tokens, rules, snapshots and lanes by their keys", async () => {
    await using own = await startTestSandbox();
    const { url, lane } = await own.lane();
    const numbers = Array.from({ length: 60 }, (_, i) => 1001 + i);
    await lane.store.transact((tx): UnitResult<void> => {
      tx.lane();
      return {
        result: undefined,
        merchants: numbers.map((merchantId) => ({ merchantId, publicKeys: [], capabilities: {} })),
        tokens: numbers.map((tokenId) => storedToken({ merchantId: 1001, userId: `user-${tokenId}`, tokenId })),
      };
    });
    const rules = numbers.map((n) => ({ name: `rule-of-${n}`, then: { outcome: "maintenance" } }));
    await control(url, "PUT", "scenario", { name: "many", rules });
    for (const n of numbers) {
      await own.server.lanes.create(`z-${lane.name}-${n}`);
      if (n < 1052) await control(url, "POST", "snapshots", { name: `${lane.name}-${n}` });
    }
    const page = await browser.newPage({ javaScriptEnabled: false });
    const first = (table: string) => page.locator(`table:has(caption:text-is("${table}")) tbody td:first-child`);
    const follow = async (path: string, table: string, more: string, find = "") => {
      await page.goto(ui(url, path));
      const before = await first(table).count();
      await page.getByTestId(more).click();
      const [next = ""] = await first(table).allTextContents();
      await page.goto(ui(url, `${path}?${find}`));
      return [before, next.trim(), await first(table).count()];
    };
    expect(await follow("/merchants", "Merchants", "more-merchants", "find=1060")).toEqual([50, "1050", 1]);
    expect(await follow("/merchants", "Tokens", "more-tokens", "userId=USER-1007")).toEqual([
      50,
      String((await lane.store.views.tokens({ limit: 51 })).at(-1)?.tokenId),
      1,
    ]);
    expect(await follow("/rules", "Rules", "more-after", "find=of-1009")).toEqual([50, "rule-of-1051", 1]);
    const name = (n: number) => `z-${lane.name}-${n}`;
    expect(await follow("", "Lanes", "more-lane", `lanes=${name(1060)}`)).toEqual([50, expect.any(String), 1]);
    expect(await follow("/snapshots", "Snapshots", "more-after", `find=${lane.name}-1051`)).toEqual([
      50,
      `${lane.name}-1051`,
      1,
    ]);
    await page.close();
  });

  it("finds a request, an order's id and a merchantReference from one field", async () => {
    const { url, paid, hostile, refundId } = await busyLane(sandbox);
    const page = await browser.newPage({ javaScriptEnabled: false });
    const find = async (text: string) => {
      await page.goto(ui(url));
      await page.getByRole("textbox", { name: "Find" }).fill(text);
      await page.getByRole("button", { name: "Find" }).click();
      return new URL(page.url()).pathname.replace(/^.*\/ui/, "");
    };
    expect(await find(refundId)).toBe(`/requests/${refundId}`);
    expect(await find(String(paid.id))).toBe(`/orders/${paid.id}`);
    expect(await find(HOSTILE)).toBe(`/orders/${hostile.id}`);
    expect(await find("none of these")).toBe("");
    expect(await page.getByTestId("not-found").textContent()).toContain("none of these");
    await page.close();
  });
});

describe("the console", () => {
  it("shows hostile texts as texts, under a policy that asks nothing of other sites", async () => {
    const { url, hostile, refundId } = await busyLane(sandbox);
    const page = await browser.newPage();
    const foreign: string[] = [];
    page.on("request", (request) => !request.url().startsWith(url) && foreign.push(request.url()));
    const said: string[] = [];
    page.on("console", (message) => said.push(message.text()));
    page.on("dialog", (dialog) => said.push(dialog.message()));
    for (const path of [...lists, `/orders/${hostile.id}`, "/requests/req-5", `/requests/${refundId}`]) {
      const response = await page.goto(ui(url, path), { waitUntil: "domcontentloaded" });
      expect(response?.headers()["content-security-policy"]).toMatch(
        /^default-src 'none'; style-src 'nonce-([^']+)'; script-src 'nonce-\1'; connect-src 'self'; /,
      );
      expect(await page.locator("img").count()).toBe(0);
    }
    for (const path of ["/orders", "/rules", `/orders/${hostile.id}`, "/requests/req-5"]) {
      await page.goto(ui(url, path), { waitUntil: "domcontentloaded" });
      expect(await page.locator("main").textContent()).toContain(HOSTILE);
    }
    expect([foreign, said]).toEqual([[], []]);
    await page.close();
  });

  it("reads at 320 px by day and wide by night, without a fault that axe finds", async () => {
    const { url, hostile, refundId } = await busyLane(sandbox);
    await control(url, "POST", "snapshots", { name: "s".repeat(64) });
    const page = await browser.newPage({ viewport: { width: 320, height: 800 } });
    const faults: string[] = [];
    const look = async (where: string, colorScheme: "light" | "dark") => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width: colorScheme === "light" ? 320 : 1280, height: 800 });
      faults.push(...(await axeFaults(page)).map((fault) => `${where}, ${colorScheme}: ${fault}`));
    };
    const found = lists.map((path) => (path === "/assumptions" ? `${path}?find=stan` : path));
    const details = [`/orders/${hostile.id}`, `/requests/${refundId}`];
    for (const [n, path] of [...details, "/notifications/1", ...found].entries()) {
      await page.setViewportSize({ width: 320, height: 800 });
      await page.goto(ui(url, path), { waitUntil: "domcontentloaded" });
      expect([path, await page.evaluate("document.documentElement.scrollWidth")]).toEqual([path, 320]);
      if (n % 2 === 0 || details.includes(path)) await look(path, "light");
      if (n % 2 === 1 || details.includes(path)) await look(path, "dark");
    }
    await page.keyboard.press("?");
    await page.getByTestId("keys").waitFor();
    await look("the list of keys", "light");
    expect(faults).toEqual([]);
    await page.close();
  });

  it("answers 404 to what is not there, with the way back", async () => {
    const { url } = await sandbox.lane();
    for (const path of ["/orders/1", "/orders/x", "/requests/req-999", "/nothing"]) {
      const response = await fetch(ui(url, path));
      expect([response.status, await response.text()]).toEqual([404, expect.stringContaining("There is no request")]);
    }
  });

  it("keeps links inside the lane, and leads to the other lanes", async () => {
    const { url, lane } = await busyLane(sandbox);
    const html = await (await fetch(ui(url, "/"))).text();
    expect(html).toContain(`href="/lane/${lane.name}/_sandbox/ui/orders`);
    expect(html).toContain('href="/_sandbox/ui">default<');
  });

  it("shows the charge that verified a card, which is no order", async () => {
    const { url, client } = await sandbox.lane();
    await client("tokenization/add-token", { merchantId: 3, userId: "user1" });
    const { body } = await control(url, "GET", "card-entries");
    await control(url, "POST", `card-entries/${body.cardEntries[0].id}/simulate`, { action: "save" });
    const html = await (await fetch(ui(url, "/merchants"))).text();
    expect(html).toContain("SALE 1.00, SALE_VOID 1.00");
  });

  it("tells how a request differs from the last one like it that went well", async () => {
    const { url, client } = await sandbox.lane();
    await client("tokenization/sale", requests.sale({ amount: 50 }));
    await client("tokenization/sale", requests.sale({ amount: 60, tokenId: 9 }));
    const page = await browser.newPage({ javaScriptEnabled: false });
    await page.goto(ui(url, "/requests/req-2?open=diff"));
    const diff = page.getByTestId("diff");
    expect(await diff.textContent()).toContain("req-1");
    const row = (member: string) =>
      diff.locator("tbody tr").filter({ hasText: member }).locator("td").allTextContents();
    expect(await row("tokenId")).toEqual(["tokenId", "9", "351"]);
    expect(await row("amount")).toEqual(["amount", "60", "50"]);
    expect(await diff.textContent()).not.toContain("userId");
    await page.close();
  });
});

it("the scripts of all pages are at most 60 kB, and 20 kB packed", () => {
  const scripts = ["script.js", "console.js"].map((name) => Buffer.from(packageText(`dist/pages/${name}`)));
  const sum = (sizes: readonly number[]) => sizes.reduce((all, one) => all + one, 0);
  expect(sum(scripts.map((one) => one.length))).toBeLessThan(60_000);
  expect(sum(scripts.map((one) => gzipSync(one).length))).toBeLessThan(20_000);
});
