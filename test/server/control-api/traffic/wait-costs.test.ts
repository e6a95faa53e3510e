import { describe, expect, it, vi } from "vitest";
import { created, sold } from "../../../support/client.js";
import { ofFile } from "../../../support/of-file.js";
import { control, startTestSandbox } from "../../../support/sandbox.js";
import { startShop } from "../../../support/shop.js";

const sandbox = ofFile(await startTestSandbox());

const LONG_MS = 60_000;
/** On a busy machine, longer than a second. */
const until = (isSo: () => void) => vi.waitFor(isSo, { timeout: 15_000 });
const wait = (url: string, body: object) => control(url, "POST", "wait", { timeoutMs: LONG_MS, ...body });

/** A lane with one wait that has looked, and how often its lists were read since. */
async function laneWithWait(body: object) {
  const { url, client, lane } = await sandbox.lane();
  const { views } = lane.store;
  const lists = (["orders", "notifications", "exchanges", "exchangesAfter"] as const).map((name) =>
    vi.spyOn(views, name),
  );
  const isWatched = vi.spyOn(lane.waiting, "watch");
  const waiting = wait(url, body);
  await until(() => expect(isWatched).toHaveBeenCalled());
  await client("hosted-checkout/query", { merchantId: 3, orderId: 1 });
  const reads = () => lists.flatMap(({ mock }) => mock.calls).length;
  await until(() => expect(reads()).toBeGreaterThan(0));
  // Of the first look, whose last step may still be under way.
  for (let turns = 0; turns < 5; turns++) await new Promise(setImmediate);
  const before = reads();
  return { url, client, lane, waiting, readsSince: () => reads() - before };
}

describe("a wait that goes on reads no list", () => {
  it.each([
    ["for an order of a name", { for: "order", match: { merchantReference: "mine", status: "SUCCESS" } }],
    ["for any order of a status", { for: "order", match: { status: "REFUNDED" } }],
    ["for an order by a pattern", { for: "order", match: { merchantReference: "mine-*" } }],
    ["for more orders than there are", { for: "order", match: {}, count: 100 }],
    ["for a notification of a name", { for: "notification", match: { merchantReference: "mine" } }],
    ["for any notification with a state", { for: "notification", match: { state: "gave-up" } }],
    ["for more notifications than there are", { for: "notification", match: {}, count: 100 }],
    ["for a request of an operation", { for: "request", match: { operation: "*/refund" } }],
  ])("%s, whatever is done to others", async (_, body) => {
    await using shop = await startShop();
    const { client, url, readsSince } = await laneWithWait(body);
    for (let n = 0; n < 5; n++) await sold(client, { callbackUrl: { notify: shop.notifyUrl } });
    await created(client);
    await until(() => expect(shop.heard).toHaveLength(5));
    await control(url, "PUT", "clock", { action: "advance", by: "1s" });
    expect(readsSince()).toBe(0);
  });
});

describe("a wait still ends", () => {
  it("once one of the orders it does not know yet has the name", async () => {
    const { client, waiting } = await laneWithWait({ for: "order", match: { merchantReference: "mine-*" }, count: 2 });
    const a = await created(client, { merchantReference: "mine-1" });
    const b = await created(client, { merchantReference: "mine-2" });
    expect((await waiting).body.matched).toMatchObject([{ id: a.id }, { id: b.id }]);
  });

  it("when an order expires", async () => {
    const { client, url, waiting } = await laneWithWait({ for: "order", match: { status: "CLOSED" } });
    const { id } = await created(client);
    await control(url, "PUT", "clock", { action: "advance", by: "48h" });
    expect((await waiting).body.matched).toMatchObject([{ id, status: "CLOSED" }]);
  });

  it("with the orders that match now, not with one that matched for a while", async () => {
    const { client, waiting } = await laneWithWait({ for: "order", match: { status: "SUCCESS" }, count: 2 });
    const first = await sold(client);
    await client("tokenization/refund", { merchantId: 3, orderId: first.id });
    await client("tokenization/void", { merchantId: 3, orderId: first.id });
    const [b, c] = [await sold(client), await sold(client)];
    expect((await waiting).body.matched).toMatchObject([{ id: b.id }, { id: c.id }]);
  });

  it.each([
    ["is held by hand", "hold", "held"],
    ["was held and is released", "release", "acknowledged"],
  ])("when a notification %s", async (_, act, state) => {
    await using shop = await startShop();
    const match = { merchantReference: "mine", state };
    const { client, url, waiting } = await laneWithWait({ for: "notification", match });
    await control(url, "POST", "next", { notify: act === "hold" ? { delay: "1h" } : { hold: true } });
    await sold(client, { merchantReference: "mine", callbackUrl: { notify: shop.notifyUrl } });
    await control(url, "POST", `notifications/1/${act}`);
    expect((await waiting).body.matched).toMatchObject([{ id: 1, state }]);
  });
});
