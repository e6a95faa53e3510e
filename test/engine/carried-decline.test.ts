import { describe, expect, it } from "vitest";
import { created, requests } from "../support/client.js";
import { ofFile } from "../support/of-file.js";
import { control, startTestSandbox, type TestLane } from "../support/sandbox.js";

const sandbox = ofFile(await startTestSandbox());

const onCreate = { name: "first card", when: { operation: "hosted-checkout/create" }, times: 1 };
const lost = { then: { outcome: "lost-card" } };

const rule = ({ url }: TestLane, body: object) => control(url, "POST", "rules", body);
const next = ({ url }: TestLane, body: object) => control(url, "POST", "next", body);
/** Pays on the page; how the order stands then, and why its last attempt was declined. */
async function pays({ url }: TestLane, id: number) {
  await control(url, "POST", `orders/${id}/simulate`, { action: "pay" });
  const { order, transactions } = (await control(url, "GET", `orders/${id}`)).body;
  return [order.status, transactions.at(-1)?.declined];
}
const firedTimes = async ({ url }: TestLane) => (await control(url, "GET", "rules")).body.rules[0].fired;
const fired = (times: number) => ({ expect: [{ rule: { name: "first card", fired: times } }] });

describe("a decline forced on hosted-checkout/create", () => {
  it("falls on the first payment of that order's page", async () => {
    const lane = await sandbox.lane();
    await next(lane, { outcome: "insufficient-funds" });
    const [one, other] = [await created(lane.client), await created(lane.client)];
    expect(await pays(lane, other.id)).toEqual(["SUCCESS", undefined]);
    expect(await pays(lane, one.id)).toEqual(["OPEN", "insufficient-funds"]);
    expect(await pays(lane, one.id)).toEqual(["SUCCESS", undefined]);
  });

  it("is taken at the call, and told as fired at the payment", async () => {
    const lane = await sandbox.lane();
    await rule(lane, { ...onCreate, ...lost });
    const [one, other] = [await created(lane.client), await created(lane.client)];
    expect(await firedTimes(lane)).toBe(0);
    expect((await control(lane.url, "POST", "verify", fired(0))).body.passed).toBe(true);
    expect(await pays(lane, other.id)).toEqual(["SUCCESS", undefined]);
    expect(await firedTimes(lane)).toBe(0);
    expect(await pays(lane, one.id)).toEqual(["OPEN", "lost-card"]);
    expect(await firedTimes(lane)).toBe(1);
    expect((await control(lane.url, "POST", "verify", fired(1))).body.passed).toBe(true);
    expect((await control(lane.url, "GET", "invariants")).body).toMatchObject({ holds: true });
  });

  it("is not used up by what the page does not take, or by an order that is over", async () => {
    const lane = await sandbox.lane();
    await rule(lane, { ...onCreate, times: 2, ...lost });
    const [one, over] = [await created(lane.client, { allowedCardType: "MASTER" }), await created(lane.client)];
    await control(lane.url, "POST", `orders/${one.id}/simulate`, { action: "pay", card: "visa" });
    await control(lane.url, "POST", `orders/${over.id}/simulate`, { action: "expire" });
    await pays(lane, over.id);
    expect(await firedTimes(lane)).toBe(0);
    expect(await pays(lane, one.id)).toEqual(["OPEN", "lost-card"]);
    expect(await firedTimes(lane)).toBe(1);
  });

  it("comes before the rules of the page, which it leaves as they are", async () => {
    const lane = await sandbox.lane();
    await next(lane, { outcome: "lost-card" });
    await rule(lane, { when: { operation: "checkout/pay" }, times: 1, then: { outcome: "expired-card" } });
    const { id } = await created(lane.client);
    expect(await pays(lane, id)).toEqual(["OPEN", "lost-card"]);
    expect(await pays(lane, id)).toEqual(["OPEN", "expired-card"]);
    expect(await pays(lane, id)).toEqual(["SUCCESS", undefined]);
  });

  it("stays with the order when its rule is taken away, and is counted from nothing then", async () => {
    const lane = await sandbox.lane();
    const { body } = await rule(lane, { ...onCreate, ...lost });
    const { id } = await created(lane.client);
    await control(lane.url, "DELETE", `rules/${body.id}`);
    expect(await pays(lane, id)).toEqual(["OPEN", "lost-card"]);
    expect((await control(lane.url, "GET", "rules")).body.rules).toEqual([]);
  });

  it("of a page that completes itself declines that", async () => {
    const lane = await sandbox.lane();
    await next(lane, { outcome: "lost-card", page: { auto: "pay" } });
    const { id } = await created(lane.client);
    await control(lane.url, "PUT", "clock", { action: "advance", by: "0s" });
    const { order, transactions } = (await control(lane.url, "GET", `orders/${id}`)).body;
    expect([order.status, transactions]).toMatchObject(["OPEN", [{ declined: "lost-card" }]]);
  });

  it("is said by the header, and why", async () => {
    const lane = await sandbox.lane();
    await rule(lane, { ...onCreate, ...lost });
    const { body, headers } = await lane.client("hosted-checkout/create", requests.create());
    expect(headers.get("x-sandbox-rule")).toBe("first%20card; carried to the first attempt");
    const explained = async (id: string | null) => (await control(lane.url, "GET", `requests/${id}`)).body.explain;
    expect((await explained(headers.get("x-sandbox-request-id"))).advice).toBe(
      'Rule "first card" declines the first attempt on this page: lost-card.',
    );
    await pays(lane, body.order.id);
    const { timeline } = (await control(lane.url, "GET", `orders/${body.order.id}`)).body;
    const { rules } = await explained(timeline.at(-1).requestId);
    expect(rules).toMatchObject([
      { name: "first card", outcome: "fired", why: "carried from the call that opened the page" },
    ]);
  });
});

it("a decline forced on add-token falls on the first card of that page", async () => {
  const lane = await sandbox.lane();
  await rule(lane, { ...onCreate, when: { operation: "tokenization/add-token" }, ...lost });
  await lane.client("tokenization/add-token", { merchantId: 3, userId: "user1" });
  const save = async () => {
    const { cardEntries } = (await control(lane.url, "GET", "card-entries")).body;
    await control(lane.url, "POST", `card-entries/${cardEntries[0].id}/simulate`, { action: "save" });
    return (await control(lane.url, "GET", "card-entries")).body.cardEntries[0].status;
  };
  expect([await firedTimes(lane), await save(), await firedTimes(lane), await save()]).toEqual([0, "OPEN", 1, "SAVED"]);
});

describe("where nothing can be declined", () => {
  const asks = [
    ["hosted-checkout/query", { orderId: 1 }],
    ["direct/query", { orderId: 1 }],
    ["tokenization/query-token", { userId: "user1" }],
    ["tokenization/delete-token", { userId: "user1", tokenId: 375 }],
  ] as const;

  it("a decline for the next call waits for one that it fits", async () => {
    const lane = await sandbox.lane();
    await next(lane, { outcome: "lost-card" });
    for (const [path, params] of asks) await lane.client(path, { merchantId: 3, ...params });
    expect((await lane.client("tokenization/sale", requests.sale())).body.responseCode).toBe("3041");
    expect((await lane.client("tokenization/sale", requests.sale())).body.responseCode).toBe("0000");
  });
});
