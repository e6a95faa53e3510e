import { createPublicKey, verify } from "node:crypto";
import { describe, expect, it } from "vitest";
import { packageText } from "../../src/package/files.js";
import { created, requests, sold } from "../support/client.js";
import { ofFile } from "../support/of-file.js";
import { control, startTestSandbox, type TestLane } from "../support/sandbox.js";
import { type Heard, startShop } from "../support/shop.js";

const sandbox = ofFile(await startTestSandbox());
const shop = ofFile(await startShop());

const key = createPublicKey(packageText("fixtures/keys/notification.public.pem"));
function isGenuine({ fields: { signature = "", ...rest } }: Heard): boolean {
  const pairs = Object.entries(rest).map(([name, value]) => `${name}=${value}`);
  return verify("sha256", Buffer.from(pairs.sort().join("&")), key, Buffer.from(signature, "base64"));
}

let sales = 0;
/** A sale whose call met these effects; what the shop heard of it when all had time to arrive. */
async function soldWith(lane: TestLane, notify: object, by = "0s"): Promise<readonly Heard[]> {
  const merchantReference = `N-${++sales}`;
  await control(lane.url, "POST", "next", { notify });
  await sold(lane.client, { merchantReference, callbackUrl: { notify: shop.notifyUrl } });
  await control(lane.url, "PUT", "clock", { action: "advance", by });
  return heardOf(merchantReference);
}
const heardOf = (reference: string) => shop.heard.filter(({ fields }) => fields.merchantReference === reference);
const states = async ({ url }: TestLane) =>
  (await control(url, "GET", "notifications")).body.notifications.map(({ state }: { state: string }) => state);

describe("notify", () => {
  it("delay: it leaves when the lane's clock is there", async () => {
    const lane = await sandbox.lane();
    expect(await soldWith(lane, { delay: "1h" }, "59m")).toEqual([]);
    await control(lane.url, "PUT", "clock", { action: "advance", by: "1m" });
    expect(await states(lane)).toEqual(["acknowledged"]);
    expect(heardOf(`N-${sales}`)).toHaveLength(1);
  });

  it("forge amount-signed: it is false, and the service itself has signed it", async () => {
    const lane = await sandbox.lane();
    const [honest] = await soldWith(lane, { copies: 1 });
    const [forged] = await soldWith(lane, { forge: "amount-signed" });
    expect([honest?.fields.amount, forged?.fields.amount]).toEqual(["50.00", "150.00"]);
    expect(forged && isGenuine(forged)).toBe(true);
  });

  it("again: the genuine one comes once more, that much later", async () => {
    const lane = await sandbox.lane();
    expect(await soldWith(lane, { again: "1h" }, "59m")).toHaveLength(1);
    await control(lane.url, "PUT", "clock", { action: "advance", by: "1m" });
    const [first, second, ...more] = heardOf(`N-${sales}`);
    expect(more).toEqual([]);
    expect(second?.fields).toEqual(first?.fields);
    expect(second && isGenuine(second)).toBe(true);
  });

  it("again, on a refund: the notification of the payment comes once more", async () => {
    const lane = await sandbox.lane();
    await soldWith(lane, { copies: 1 });
    const merchantReference = `N-${sales}`;
    await control(lane.url, "POST", "next", { notify: { again: "1h" } });
    await lane.client("hosted-checkout/refund", { merchantId: 3, merchantReference, amount: 20 });
    await control(lane.url, "PUT", "clock", { action: "advance", by: "1h" });
    const heard = heardOf(merchantReference);
    expect(heard.map(({ fields }) => [fields.status, fields.amount])).toEqual([
      ["SUCCESS", "50.00"],
      ["SUCCESS", "50.00"],
    ]);
    expect(heard.every(isGenuine)).toBe(true);
  });

  it("again, on an order that nobody paid: nothing is sent", async () => {
    const lane = await sandbox.lane();
    await control(lane.url, "POST", "next", { notify: { again: "1s" } });
    await created(lane.client, { callbackUrl: { notify: shop.notifyUrl } });
    await control(lane.url, "PUT", "clock", { action: "advance", by: "1m" });
    expect(await states(lane)).toEqual([]);
  });

  it("waits for the payment, if it is for the next call and that opens a page", async () => {
    const lane = await sandbox.lane();
    await control(lane.url, "POST", "next", { notify: { delay: "1h" } });
    const { id } = await created(lane.client, { callbackUrl: { notify: shop.notifyUrl } });
    await control(lane.url, "POST", `orders/${id}/simulate`, { action: "pay" });
    const [notification] = (await control(lane.url, "GET", "notifications")).body.notifications;
    expect(notification).toMatchObject({ state: "due", attempts: [] });
    expect((await control(lane.url, "GET", "rules")).body.rules).toEqual([]);
  });

  it("extra: it has one more member, which the service has signed", async () => {
    const lane = await sandbox.lane();
    const [usual] = await soldWith(lane, { copies: 1 });
    const [extra] = await soldWith(lane, { extra: true });
    const names = (heard: Heard | undefined) => Object.keys(heard?.fields ?? {});
    expect(names(extra).filter((name) => !names(usual).includes(name))).toEqual(["installments"]);
    expect(names(extra)).toHaveLength(names(usual).length + 1);
    expect(extra && isGenuine(extra)).toBe(true);
  });

  it("of several sales in a row: all have arrived when the clock's move is answered", async () => {
    const lane = await sandbox.lane();
    for (let round = 0; round < 5; round++) {
      const callbackUrl = { notify: shop.notifyUrl };
      for (let i = 0; i < 5; i++) await sold(lane.client, { callbackUrl });
      await control(lane.url, "PUT", "clock", { action: "advance", by: "0s" });
      expect(new Set(await states(lane))).toEqual(new Set(["acknowledged"]));
    }
  });

  it("of a call whose answer was lost is sent all the same", async () => {
    const lane = await sandbox.lane();
    const merchantReference = "LOST";
    await control(lane.url, "POST", "next", { fault: "connection-reset", placed: "after-commit" });
    const sale = requests.sale({ merchantReference, callbackUrl: { notify: shop.notifyUrl } });
    await expect(lane.client("tokenization/sale", sale)).rejects.toThrow();
    await control(lane.url, "POST", "wait", { for: "notification", match: { merchantReference, acknowledged: true } });
    expect(heardOf(merchantReference)).toHaveLength(1);
  });
});

describe("evolve", () => {
  /** What the same sale answers, as today and as a later version. */
  async function answersOf(evolve: string) {
    const lane = await sandbox.lane();
    const query = { merchantId: 3, merchantReference: (await sold(lane.client)).merchantReference };
    const today = await lane.client("hosted-checkout/query", query);
    await control(lane.url, "POST", "next", { evolve });
    const later = await lane.client("hosted-checkout/query", query);
    const after = await lane.client("hosted-checkout/query", query);
    expect(after.body).toEqual(today.body);
    return [today.body, later.body] as const;
  }

  it("extra-member: what is known stays, and each object has more", async () => {
    const [today, later] = await answersOf("extra-member");
    expect(later).toMatchObject(today);
    expect(later).toMatchObject({ apiRevision: "2031-01", order: { extension: { risk: "LOW" } } });
  });

  it("member-order: the same answer in another order", async () => {
    const [today, later] = await answersOf("member-order");
    expect(later).toEqual(today);
    expect(Object.keys(later)).toEqual(Object.keys(today).reverse());
    expect(Object.keys(later.order)).toEqual(Object.keys(today.order).reverse());
  });

  it("unknown-status: nothing but the order's status differs", async () => {
    const [today, later] = await answersOf("unknown-status");
    expect(later).toEqual({ ...today, order: { ...today.order, status: "UNDER_REVIEW" } });
  });

  it("changes the answer alone: the order stays as it is", async () => {
    const lane = await sandbox.lane();
    await control(lane.url, "POST", "next", { evolve: "unknown-status" });
    const { id, status } = await sold(lane.client);
    const { body } = await control(lane.url, "GET", `orders/${id}`);
    expect([status, body.order.status]).toEqual(["UNDER_REVIEW", "SUCCESS"]);
  });
});

describe("delay", () => {
  it("holds no lock: another call is answered while one waits", async () => {
    const lane = await sandbox.lane();
    await lane.lane.clock.resume();
    await control(lane.url, "POST", "rules", { when: { merchantReference: "SLOW" }, then: { delay: "400ms" } });
    const ended: string[] = [];
    const slow = sold(lane.client, { merchantReference: "SLOW" }).then(() => ended.push("slow"));
    await control(lane.url, "POST", "wait", { for: "order", match: { merchantReference: "SLOW", status: "SUCCESS" } });
    await sold(lane.client).then(() => ended.push("quick"));
    await slow;
    expect(ended).toEqual(["quick", "slow"]);
  });
});
