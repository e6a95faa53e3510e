import Database from "better-sqlite3";
import { describe, expect, it, vi } from "vitest";
import { laneFile } from "../../src/store/sqlite/lane-files.js";
import { Statements } from "../../src/store/sqlite/statements.js";
import { requests, sold } from "../support/client.js";
import { control, startTestSandbox, testFolder } from "../support/sandbox.js";

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

describe("a lane that is reset while calls are under way", () => {
  it("answers each call in the old world, in the new one, or with 409", async () => {
    await using sandbox = await startTestSandbox();
    const { client, url } = await sandbox.lane("busy");
    const answers = await Promise.all(
      Array.from({ length: 120 }, async (_, n) => {
        if (n % 8 === 5) return (await control(url, "POST", "reset")).http;
        const { http, body } =
          n % 2 === 0
            ? await client("hosted-checkout/create", requests.create())
            : await client("tokenization/sale", requests.sale());
        return http === 409 ? body.code : body.responseCode;
      }),
    );
    expect([...new Set(answers)].filter((one) => one !== "0000" && one !== 204 && one !== "lane-gone")).toEqual([]);
    expect((await control(url, "GET", "invariants")).body.holds).toBe(true);
  });
});

/** The connection of a lane's own store, which shows itself when it reads. */
async function connectionTo(lane: string, read: () => Promise<unknown>): Promise<Database.Database> {
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
    for (const { http, body } of await Promise.all(sales))
      expect([200, 409]).toContain(body.code === "lane-gone" ? 409 : http);
    expect((await sold(client)).status).toBe("SUCCESS");
    expect((await control(url, "GET", "invariants")).body.holds).toBe(true);
  });
});
