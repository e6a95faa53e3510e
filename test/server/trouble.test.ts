import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import Database from "better-sqlite3";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Statements } from "../../src/lane/store/sqlite/database/statements.js";
import { laneFile } from "../../src/lane/store/sqlite/files/lane-files.js";
import { SqliteStore } from "../../src/lane/store/sqlite/sqlite-store.js";
import { envelope, requests, sold } from "../support/client.js";
import { control, startTestSandbox, testFolder } from "../support/sandbox.js";

afterEach(() => {
  vi.restoreAllMocks();
});

describe("a disk that is full", () => {
  it("lets reads go on, answers writes with the reason, and is over when there is space", async () => {
    using folder = testFolder();
    await using sandbox = await startTestSandbox({ dataDir: folder.path });
    const { client, url, lane } = await sandbox.lane("full");
    const { id } = await sold(client);
    // The lane's own connection counts pages; a limit at what it has now is a disk without space.
    const database = await connectionTo("full", () => lane.store.views.orders({}));
    const pages = database.pragma("page_count", { simple: true }) as number;
    database.pragma(`max_page_count = ${pages}`);
    const large = { lineItems: [{ quantity: 1, priceData: { name: "x".repeat(900), unitAmount: 50 } }] };
    const codes: unknown[] = [];
    for (let n = 0; n < 200 && !codes.includes(503); n++)
      codes.push((await client("tokenization/sale", requests.sale(large))).http);
    expect(codes.at(-1)).toBe(503);
    const { body } = await client("tokenization/sale", requests.sale(large));
    expect(body).toMatchObject({ code: "store-unavailable", message: expect.stringContaining("the disk is full") });
    expect((await control(url, "GET", `orders/${id}`)).body.order.status).toBe("SUCCESS");
    expect((await control(url, "GET", "invariants")).body.holds).toBe(true);
    database.pragma("max_page_count = 1073741823");
    expect((await sold(client)).status).toBe("SUCCESS");
    expect((await control(url, "GET", "invariants")).body.holds).toBe(true);
    expect(
      new Database(laneFile(folder.path, "full"), { readonly: true }).pragma("integrity_check", { simple: true }),
    ).toBe("ok");
  });
});

describe("a disk that is full, and a call that changes nothing but the journal", () => {
  it("is answered: a query, a refusal, a page; a form is answered 503", async () => {
    using folder = testFolder();
    await using sandbox = await startTestSandbox({ dataDir: folder.path });
    const { client, lane } = await sandbox.lane("reads");
    const { body: made } = await client("hosted-checkout/create", requests.create());
    const database = await connectionTo("reads", () => lane.store.views.orders({}));
    await untilFull(database, () => client("tokenization/sale", requests.sale()));
    const query = await client("hosted-checkout/query", { merchantId: 3, orderId: made.order.id });
    expect([query.http, query.body.order]).toMatchObject([200, made.order]);
    expect((await client("tokenization/sale", {})).body.responseCode).not.toBe("0000");
    const page = await fetch(made.checkoutUrl);
    const html = await page.text();
    expect([page.status, html.includes(made.order.merchantReference)]).toEqual([200, true]);
    const token = /name="token" value="([^"]+)"/.exec(html)![1]!;
    const pressed = await fetch(`${made.checkoutUrl}/cancel`, { method: "POST", body: new URLSearchParams({ token }) });
    expect(pressed.status).toBe(503);
    // What was answered while other writes of its commit were taken back must be what stays.
    const [, sale] = await Promise.all([
      client("hosted-checkout/query", { merchantId: 3, orderId: made.order.id }),
      client("tokenization/sale", requests.sale()),
    ]);
    expect(sale.http).toBe(503);
    database.pragma("max_page_count = 1073741823");
    expect((await sold(client)).status).toBe("SUCCESS");
  });
});

describe("a lane that is reset while calls are under way", () => {
  it("answers each call in the old world or in the new one", async () => {
    await using sandbox = await startTestSandbox();
    const { client, url } = await sandbox.lane("busy");
    const answers = await Promise.all(
      Array.from({ length: 120 }, async (_, n) => {
        if (n % 8 === 5) return (await control(url, "POST", "reset")).http;
        const { http, body } =
          n % 2 === 0
            ? await client("hosted-checkout/create", requests.create())
            : await client("tokenization/sale", requests.sale());
        return body.responseCode ?? http;
      }),
    );
    expect(new Set(answers)).toEqual(new Set(["0000", 204]));
    expect((await control(url, "GET", "invariants")).body.holds).toBe(true);
  });
});

describe("a lane that is reset in the midst of", () => {
  it.each([
    ["a settlement", "POST", "settle", {}],
    ["a scenario", "PUT", "scenario", { name: "x", rules: [{ then: { outcome: "rate-limited" } }] }],
    ["a move of its clock", "PUT", "clock", { action: "advance", by: "1h" }],
  ])("%s answers it, or 409", async (_, method, path, body) => {
    await using sandbox = await startTestSandbox();
    const { client, url } = await sandbox.lane();
    for (let n = 0; n < 10; n++) {
      for (let i = 0; i < 5; i++) await client("tokenization/sale", requests.sale());
      const [answered, reset] = await Promise.all([control(url, method, path, body), control(url, "POST", "reset")]);
      expect([200, 409]).toContain(answered.http);
      expect(reset.http).toBe(204);
      expect((await control(url, "GET", "invariants")).body.holds).toBe(true);
    }
  });

  it("a page of the console answers it, or 409", async () => {
    await using sandbox = await startTestSandbox();
    const { lane, url } = await sandbox.lane();
    await fetch(`${url}/_sandbox/ui`);
    const { exchanges } = lane.store.views;
    Object.assign(lane.store.views, {
      exchanges: async (...filter: Parameters<typeof exchanges>) => {
        await control(url, "POST", "reset");
        return exchanges(...filter);
      },
    });
    expect((await fetch(`${url}/_sandbox/ui`)).status).toBe(409);
  });

  it("the body of a call answers it in the new world", async () => {
    await using sandbox = await startTestSandbox();
    const { url } = await sandbox.lane();
    const body = Buffer.from(envelope(requests.create()));
    for (const path of ["hosted-checkout/create", "hosted-checkout/create/"]) {
      const headers = { "Content-Type": "application/json", "Content-Length": body.length };
      const sent = request(`${url}/${path}`, { method: "POST", headers });
      sent.write(body.subarray(0, 40));
      expect((await control(url, "POST", "reset")).http).toBe(204);
      sent.end(body.subarray(40));
      const [answer] = (await once(sent, "response")) as [IncomingMessage];
      answer.resume();
      expect(answer.statusCode).toBe(200);
    }
  });
});

/** Lets the database grow no more, and writes until it has no page left. */
async function untilFull(database: Database.Database, write: () => Promise<{ readonly http: number }>): Promise<void> {
  database.pragma(`max_page_count = ${database.pragma("page_count", { simple: true })}`);
  for (let n = 0; n < 500; n++) if ((await write()).http === 503) return;
  throw new Error("expected a full disk to refuse a write");
}

/** The connection of a lane's own store, which shows itself when it reads. No lane rests from now on: a limit ends with its connection. */
async function connectionTo(lane: string, read: () => Promise<unknown>): Promise<Database.Database> {
  vi.spyOn(SqliteStore.prototype, "rest").mockReturnValue(false);
  const of = Statements.prototype.of;
  const seen: Database.Database[] = [];
  const spy = vi.spyOn(Statements.prototype, "of").mockImplementation(function (this: Statements, sql: string) {
    seen.push(this.db);
    return of.call(this, sql);
  });
  await read();
  spy.mockRestore();
  const found = seen.find(({ name }) => name.endsWith(`${lane}.lane.sqlite`));
  if (!found) throw new Error(`expected the store of lane ${lane} to read`);
  return found;
}

describe("resets of one lane that overlap", () => {
  it.each([undefined, "folder"])("leave one lane that answers (data in: %s)", async (where) => {
    using folder = testFolder();
    await using sandbox = await startTestSandbox(where === undefined ? {} : { dataDir: folder.path });
    const { client, url } = await sandbox.lane("again");
    const resets = Array.from({ length: 4 }, () => control(url, "POST", "reset"));
    const sales = Array.from({ length: 8 }, () => client("tokenization/sale", requests.sale()));
    expect((await Promise.all(resets)).map(({ http }) => http)).toEqual([204, 204, 204, 204]);
    expect(new Set((await Promise.all(sales)).map(({ http }) => http))).toEqual(new Set([200]));
    expect((await sold(client)).status).toBe("SUCCESS");
    expect((await control(url, "GET", "invariants")).body.holds).toBe(true);
  });
});
