import { describe, expect, it } from "vitest";
import { LaneFull, QuotaExceeded } from "../../../../src/lane/ports/store-errors.js";
import { MemoryBudget } from "../../../../src/lane/store/memory-budget.js";
import { memorySnapshots } from "../../../../src/lane/store/snapshot-store.js";
import { snapshotsOf } from "../../../../src/server/control-api/access/team-context.js";
import { created, sold } from "../../../support/client.js";
import { control, startTestSandbox, testFolder } from "../../../support/sandbox.js";

describe("snapshots", () => {
  it("put a lane back to how it was: orders, clock, rules, ids", async () => {
    await using sandbox = await startTestSandbox();
    const { url, client } = await sandbox.lane();
    const kept = await sold(client);
    await control(url, "POST", "rules", { when: { operation: "*/refund" }, then: { outcome: "maintenance" } });
    const saved = await control(url, "POST", "snapshots", { name: "paid" });
    expect([saved.http, saved.body]).toEqual([201, { name: "paid", bytes: expect.any(Number) }]);
    const after = await sold(client);
    await control(url, "PUT", "clock", { action: "advance", by: "2h" });
    await control(url, "DELETE", "rules");
    const loaded = await control(url, "POST", "snapshots/paid/load");
    expect(loaded.body).toMatchObject({ name: "paid", now: "2026-01-05T02:00:00.000+00:00" });
    expect((await control(url, "GET", `orders/${kept.id}`)).body.order.status).toBe("SUCCESS");
    expect((await control(url, "GET", `orders/${after.id}`)).http).toBe(404);
    const refund = await client("hosted-checkout/refund", { merchantId: 3, orderId: kept.id, amount: 10 });
    expect(refund.body.responseCode).toBe("9002");
    expect((await sold(client)).id).toBe(after.id);
  });

  it("say when they are saved that open orders go on to expire, if the clock runs", async () => {
    await using sandbox = await startTestSandbox();
    const { url, client } = await sandbox.lane();
    await sold(client);
    const hintAfter = async (action: string) => {
      await control(url, "PUT", "clock", { action });
      return (await control(url, "POST", "snapshots", { name: "hint" })).body.hint;
    };
    expect(await hintAfter("resume")).toBe(undefined);
    await created(client);
    expect(await hintAfter("freeze")).toBe(undefined);
    expect(await hintAfter("resume")).toContain("freeze the clock before you save");
  });

  it("open in another lane: a fork, whose pages are its own", async () => {
    await using sandbox = await startTestSandbox();
    const [a, b] = [await sandbox.lane("a"), await sandbox.lane("b")];
    const order = await created(a.client);
    await control(a.url, "POST", "snapshots", { name: "open" });
    await control(b.url, "POST", "snapshots/open/load");
    await control(b.url, "POST", `orders/${order.id}/simulate`, { action: "pay" });
    const status = async (url: string) => (await control(url, "GET", `orders/${order.id}`)).body;
    expect((await status(a.url)).order.status).toBe("OPEN");
    expect(await status(b.url)).toMatchObject({
      order: { status: "SUCCESS" },
      checkoutUrl: expect.stringContaining("/lane/b/checkout/"),
    });
  });

  it("are forked into a lane that is made for it, and never over one that is there", async () => {
    await using sandbox = await startTestSandbox();
    const a = await sandbox.lane("a");
    const order = await created(a.client);
    await control(a.url, "POST", "snapshots", { name: "open" });
    const fork = await control(a.url, "POST", "snapshots/open/fork", { lane: "b" });
    expect(fork).toMatchObject({ http: 201, body: { name: "b", url: `${sandbox.server.url}/lane/b` } });
    expect((await control(fork.body.url, "GET", `orders/${order.id}`)).body.order.status).toBe("OPEN");
    const again = await control(a.url, "POST", "snapshots/open/fork", { lane: "b" });
    expect([again.http, again.body.code]).toEqual([409, "lane-exists"]);
    expect(again.body.fix).toBe("DELETE /_sandbox/lanes/b first, or choose another name");
    expect((await control(a.url, "POST", "snapshots/open/fork", { lane: "../c" })).body.code).toBe("invalid-name");
    expect((await control(a.url, "POST", "snapshots/none/fork", { lane: "c" })).http).toBe(404);
  });

  it("are files with --data-dir, and what was loaded survives a restart", async () => {
    using folder = testFolder();
    const first = await startTestSandbox({ dataDir: folder.path });
    const kept = await sold(first.client);
    await first.control("POST", "snapshots", { name: "one" });
    const lost = await sold(first.client);
    await first.control("POST", "snapshots/one/load");
    await first.server.stop();
    await using second = await startTestSandbox({ dataDir: folder.path });
    expect((await second.control("GET", "snapshots")).body.snapshots).toMatchObject([{ name: "one" }]);
    const ids = (await second.control("GET", "orders")).body.orders.map((order: { id: number }) => order.id);
    expect(ids).toEqual([kept.id]);
    expect(ids).not.toContain(lost.id);
  });

  it.each(["memory", "a folder"])("are deleted from %s, and leave no name", async (kept) => {
    using folder = testFolder();
    await using sandbox = await startTestSandbox(kept === "memory" ? {} : { dataDir: folder.path });
    for (const name of ["a", "b"]) await sandbox.control("POST", "snapshots", { name });
    expect((await sandbox.control("DELETE", "snapshots/a")).http).toBe(204);
    expect((await sandbox.control("GET", "snapshots")).body.snapshots).toMatchObject([{ name: "b" }]);
    expect((await sandbox.control("POST", "snapshots/a/load")).http).toBe(404);
    const again = await sandbox.control("DELETE", "snapshots/a");
    expect([again.http, again.body.message]).toEqual([404, "there is no snapshot a"]);
    expect((await sandbox.control("DELETE", "snapshots/..%2Fb")).body.code).toBe("invalid-name");
  });

  it("give their memory back when they are deleted", async () => {
    const snapshots = memorySnapshots(new MemoryBudget(1000));
    await snapshots.save("a", Buffer.alloc(800));
    await expect(snapshots.save("b", Buffer.alloc(800))).rejects.toThrow(LaneFull);
    expect(await snapshots.delete("a")).toBe(true);
    await snapshots.save("b", Buffer.alloc(800));
    expect(await snapshots.list()).toEqual([{ name: "b", bytes: 800 }]);
  });

  it("of a team take at most a tenth, but for its only one", async () => {
    const all = memorySnapshots(new MemoryBudget(10_000));
    const team = (name: string) => snapshotsOf({ name, token: name, lanes: `${name}-*` }, all);
    const [a, b] = [team("a"), team("b")];
    await a.save("a-large", Buffer.alloc(4000));
    await a.save("a-large", Buffer.alloc(3000));
    await expect(a.save("a-small", Buffer.alloc(1))).rejects.toThrow("snapshots");
    await expect(a.save("a-small", Buffer.alloc(1))).rejects.toThrow(QuotaExceeded);
    await Promise.allSettled(["b-1", "b-2", "b-3"].map((name) => b.save(name, Buffer.alloc(400))));
    expect((await b.list()).map(({ name }) => name)).toEqual(["b-1", "b-2"]);
    expect(await b.delete("a-large")).toBe(false);
    expect(await a.delete("a-large")).toBe(true);
    await a.save("a-small", Buffer.alloc(1));
  });

  it("load into memory what was saved from a file", async () => {
    using folder = testFolder();
    await using onDisk = await startTestSandbox({ dataDir: folder.path });
    const { id } = await sold(onDisk.client);
    const bytes = await (await onDisk.server.lanes.ready("default")).store.snapshot();
    await using inMemory = await startTestSandbox();
    await inMemory.server.lanes.restore("default", bytes);
    expect((await inMemory.control("GET", `orders/${id}`)).body.order.status).toBe("SUCCESS");
  });

  it("leave the lane as it is when their bytes cannot be read", async () => {
    await using sandbox = await startTestSandbox();
    const { id } = await created(sandbox.client);
    await expect(sandbox.server.lanes.restore("default", Buffer.from("no database, by far"))).rejects.toThrow();
    expect((await sandbox.control("GET", `orders/${id}`)).http).toBe(200);
  });

  it.each([
    ["a name that nothing was saved under", "none", 404],
    ["a path", "..%2Fdefault", 400],
  ])("answer %s", async (_, name, http) => {
    await using sandbox = await startTestSandbox();
    expect((await sandbox.control("POST", `snapshots/${name}/load`)).http).toBe(http);
  });
});
