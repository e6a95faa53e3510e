import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { UnitResult } from "../../../src/lane/ports/store.js";
import { packageText } from "../../../src/package/files.js";
import { busyLane, HOSTILE, ui } from "../../browser/console-world.js";
import { requests } from "../../support/client.js";
import { elements, linkIn, Reader, wordsOf } from "../../support/html.js";
import { ofFile } from "../../support/of-file.js";
import { storedToken } from "../../support/orders.js";
import { control, startTestSandbox } from "../../support/sandbox.js";

const sandbox = ofFile(await startTestSandbox());

const readerOf = (url: string) => new Reader(ui(url));
const cellsOf = (row: string) => [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell]) => wordsOf(cell!));

describe("without a script the console", () => {
  it("lists what is in a lane, a page for each, and leads to each entry", async () => {
    const { url, lane, paid, refundId } = await busyLane(sandbox);
    const at = readerOf(url);
    const wordsAt = async (path: string) => wordsOf(await at.open(path));
    expect(await wordsAt("")).toContain(`Lane ${lane.name}`);
    expect(at.words("lane")).toBe(lane.name);
    expect(at.words("clock-now")).toContain("2026-01-05 02:00:00.000 (frozen)");
    expect(linkIn(at.element("lane-list"), lane.name)).toContain(`/lane/${lane.name}/`);
    expect(await wordsAt("/rules")).toContain("dear refunds");
    expect(await wordsAt("/rules")).toContain("refund-short-of-balance");
    expect(await wordsAt("/notifications")).toContain("not an HTTP address");
    expect(await wordsAt("/assumptions")).toContain("A merchant can use a merchantReference only once");
    expect(await wordsAt("/merchants")).toContain("4705********8101");
    expect(await wordsAt("/snapshots")).toContain("No snapshots yet");
    await at.follow(at.element("nav-orders"));
    await at.follow(elements(at.html, "order-row").find((row) => wordsOf(row).includes(String(paid.id)))!);
    expect(wordsOf(/<h1.*?<\/h1>/s.exec(at.html)![0])).toContain(`Order ${paid.id}`);
    expect(at.words("timeline")).toContain("+ HKD 50.00");
    await at.follow(at.element("timeline"), refundId);
    expect(at.words("advice")).toContain('Forced by rule "dear refunds"');
    await at.follow(at.element("ladder"));
    expect(at.words("ladder")).toContain("not-reached");
    expect(wordsOf(await at.follow(at.element("copy-curl")))).toMatch(/^curl -X POST .*"signature"/);
  });

  it("finds an order by its page's address, and none by that of another lane", async () => {
    const { url, client, lane } = await sandbox.lane();
    const { checkoutUrl, order } = (await client("hosted-checkout/create", requests.create())).body;
    const found = async (address: string) => wordsOf(await readerOf(url).open(`?find=${encodeURIComponent(address)}`));
    expect(await found(checkoutUrl)).toContain(`Order ${order.id}`);
    const other = checkoutUrl.replace(lane.name, "other");
    expect(await found(other)).toContain(`or checkoutUrl ${other} in lane ${lane.name}`);
  });

  it("pages and filters by addresses that can be shared", async () => {
    const { url, lane, client } = await sandbox.lane();
    for (let i = 0; i < 51; i++)
      await client("tokenization/sale", requests.sale({ merchantReference: `S-${1000 + i}` }));
    const at = readerOf(url);
    const references = () => elements(at.html, "order-row").map((row) => cellsOf(row)[1]);
    await at.open("/orders");
    expect(references()).toHaveLength(50);
    expect(references().slice(0, 2)).toEqual(["S-1050", "S-1049"]);
    await at.follow(at.element("older"));
    expect(references()).toEqual(["S-1000"]);
    expect(elements(at.html, "older")).toEqual([]);
    expect(at.html).toMatch(/<input [^>]*name="find"[^>]*data-testid="filter"/);
    await at.open("/orders?find=s-1007");
    expect(references()).toEqual(["S-1007"]);
    const [order] = await lane.store.views.orders({ merchantReference: "S-1007" });
    await at.open(`/orders?find=${order?.id}`);
    expect(references()).toEqual(["S-1007"]);
    expect(wordsOf(await at.open("/orders?status=OPEN"))).toContain("No orders here");
    await at.open("/requests?find=S-1007");
    expect(elements(at.html, "request-row")).toHaveLength(1);
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
    const at = readerOf(url);
    const first = (table: string) => {
      const [, body = ""] =
        new RegExp(`<caption[^>]*>${table}</caption>.*?<tbody[^>]*>(.*?)</tbody>`, "s").exec(at.html) ?? [];
      return [...body.matchAll(/<tr.*?<\/tr>/gs)].map(([row]) => cellsOf(row)[0]);
    };
    const follow = async (path: string, table: string, more: string, find = "") => {
      await at.open(path);
      const before = first(table).length;
      await at.follow(at.element(more));
      const [next] = first(table);
      await at.open(`${path}?${find}`);
      return [before, next, first(table).length];
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
  });

  it("finds a request, an order's id and a merchantReference from one field", async () => {
    const { url, paid, hostile, refundId } = await busyLane(sandbox);
    const at = readerOf(url);
    await at.open("");
    const [, action] = /<form[^>]* action="([^"]*)"[^>]*><input name="find"/.exec(at.html) ?? [];
    const find = async (text: string) => {
      await at.open("");
      await at.go(`${action}?${new URLSearchParams({ find: text })}`);
      return new URL(at.url).pathname.replace(/^.*\/ui/, "");
    };
    expect(await find(refundId)).toBe(`/requests/${refundId}`);
    expect(await find(String(paid.id))).toBe(`/orders/${paid.id}`);
    expect(await find(HOSTILE)).toBe(`/orders/${hostile.id}`);
    expect(await find("none of these")).toBe("");
    expect(at.words("not-found")).toContain("none of these");
  });
});

describe("the console", () => {
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
    expect(await readerOf(url).open("/merchants")).toContain("SALE 1.00, SALE_VOID 1.00");
  });

  it("counts errors by fault, and leads to the failed calls alone", async () => {
    const { url, client } = await sandbox.lane();
    for (const fault of ["http-502", "html-body", "html-body"]) {
      await control(url, "POST", "next", { fault, placed: "after-commit" });
      await client("hosted-checkout/create", requests.create());
    }
    const html = await (await fetch(ui(url, "/"))).text();
    const groups = [...html.matchAll(/aria-label="(\d) × hosted-checkout\/create 0000"/g)].map(([, count]) => count);
    expect(groups.sort()).toEqual(["1", "2"]);
    expect(html).toContain("requests?operation=hosted-checkout%2Fcreate&amp;responseCode=0000&amp;failed=yes");
  });

  it("tells how a request differs from the last one like it that went well", async () => {
    const { url, client } = await sandbox.lane();
    await client("tokenization/sale", requests.sale({ amount: 50 }));
    await client("tokenization/sale", requests.sale({ amount: 60, tokenId: 9 }));
    const at = readerOf(url);
    await at.open("/requests/req-2?open=diff");
    const diff = at.element("diff");
    expect(wordsOf(diff)).toContain("req-1");
    const rows = [...diff.matchAll(/<tr.*?<\/tr>/gs)].map(([row]) => cellsOf(row));
    expect(rows).toContainEqual(["tokenId", "9", "351"]);
    expect(rows).toContainEqual(["amount", "60", "50"]);
    expect(wordsOf(diff)).not.toContain("userId");
  });
});

it("the scripts of all pages are at most 60 kB, and 20 kB packed", () => {
  const scripts = ["script.js", "console.js"].map((name) => Buffer.from(packageText(`dist/pages/${name}`)));
  const sum = (sizes: readonly number[]) => sizes.reduce((all, one) => all + one, 0);
  expect(sum(scripts.map((one) => one.length))).toBeLessThan(60_000);
  expect(sum(scripts.map((one) => gzipSync(one).length))).toBeLessThan(20_000);
});
