import { describe, expect, it } from "vitest";
import { meanwhiles } from "../../../src/core/scenario/effects/effects.js";
import { created, DEMO_MERCHANT, requests, sold } from "../../support/client.js";
import { listening } from "../../support/listening.js";
import { ofFile } from "../../support/of-file.js";
import { control, startTestSandbox, type TestLane } from "../../support/sandbox.js";

/** Against a busy machine only: what is polled for comes at once. */
const PATIENT = { timeout: 30_000 };

const sandbox = ofFile(await startTestSandbox());

/** A lane with one rule. */
async function laneWith(rule: object): Promise<TestLane> {
  const lane = await sandbox.lane();
  await control(lane.url, "POST", "rules", { times: 1, ...rule });
  return lane;
}

const statusOf = async ({ client }: TestLane, orderId: number): Promise<string> =>
  (await client("hosted-checkout/query", { merchantId: DEMO_MERCHANT, orderId })).body.order.status;

type Case = readonly [what: string, operation: string, code: string, status: string | undefined];

describe("then.meanwhile", () => {
  const refundOf = async ({ client }: TestLane, orderId: number) =>
    client("hosted-checkout/refund", { merchantId: DEMO_MERCHANT, orderId, amount: 20 });
  const voidOf = async ({ client }: TestLane, orderId: number) =>
    client("hosted-checkout/void", { merchantId: DEMO_MERCHANT, orderId });

  const ofPaid: readonly Case[] = [
    ["settle", "*/void", "2008", "SETTLED"],
    ["refund", "*/refund", "2004", "REFUNDED"],
    ["refund-a-cent", "*/refund", "2004", "REFUNDED"],
    ["refund-all-but-a-cent", "*/refund", "2004", "REFUNDED"],
    ["drain-balance", "*/refund", "2006", "SUCCESS"],
  ];
  it.each(ofPaid)("%s changes a paid order just before %s, once", async (meanwhile, operation, code, status) => {
    const lane = await laneWith({ when: { operation }, then: { meanwhile } });
    const { id } = await sold(lane.client);
    const { body } = await (operation === "*/void" ? voidOf : refundOf)(lane, id);
    expect(body.responseCode).toBe(code);
    expect(await statusOf(lane, id)).toBe(status);
  });

  const ofTokens: readonly Case[] = [
    ["delete-token", "tokenization/sale", "2009", undefined],
    ["expire-token", "tokenization/sale", "2010", undefined],
  ];
  it.each(ofTokens)("%s changes the stored card just before %s, for good", async (meanwhile, operation, code) => {
    const lane = await laneWith({ when: { operation }, then: { meanwhile } });
    const codes: string[] = [];
    for (let n = 0; n < 2; n++) codes.push((await lane.client(operation, requests.sale())).body.responseCode);
    expect(codes).toEqual([code, code]);
  });

  it("expire ends an order while its shopper pays: the payment loses", async () => {
    const lane = await laneWith({ when: { operation: "checkout/pay" }, then: { meanwhile: "expire" } });
    const { id } = await created(lane.client);
    expect((await control(lane.url, "POST", `orders/${id}/simulate`, { action: "pay" })).http).toBe(409);
    expect(await statusOf(lane, id)).toBe("CLOSED");
  });

  it("does nothing where the state does not allow it", async () => {
    const lane = await laneWith({ when: { operation: "*/query" }, then: { meanwhile: "refund" } });
    const { id } = await created(lane.client);
    expect(await statusOf(lane, id)).toBe("OPEN");
  });

  it("knows these acts and no other", () => {
    const tried = [...ofPaid, ...ofTokens].map(([what]) => what);
    expect([...meanwhiles].toSorted()).toEqual([...tried, "expire"].toSorted());
  });
});

/** A shop that writes down what is opened there, in order. */
async function startVisited() {
  const opened: string[] = [];
  const server = await listening((request, response) => {
    opened.push(`${request.method} ${request.url}`);
    response.end("OK");
  });
  const at = (path: string) => `${server.url}/${path}`;
  return {
    ...server,
    opened,
    callbackUrl: { notify: at("notify"), success: at("success"), fail: at("fail"), cancel: at("cancel") },
  };
}

describe("then.visits", () => {
  it.each([
    ["before-paying", "cancel", ["GET /cancel", "POST /notify"]],
    ["before-notice", "success", ["GET /success", "POST /notify"]],
    ["after-notice", "success", ["POST /notify", "GET /success"]],
  ] as const)("%s opens the order's %s address", async (at, to, expected) => {
    await using shop = await startVisited();
    const lane = await laneWith({ when: { operation: "checkout/pay" }, then: { visits: [{ to, at }] } });
    const { id } = await created(lane.client, { callbackUrl: shop.callbackUrl });
    await control(lane.url, "POST", `orders/${id}/simulate`, { action: "pay" });
    await expect.poll(() => shop.opened.length, PATIENT).toBe(2);
    expect(shop.opened).toEqual(expected);
  });

  it("is waited for by who moves the clock", async () => {
    await using shop = await startVisited();
    const visits = [{ to: "success", at: "after-notice" }];
    const lane = await laneWith({ when: { operation: "checkout/pay" }, then: { visits } });
    const { id } = await created(lane.client, { callbackUrl: shop.callbackUrl });
    await control(lane.url, "POST", `orders/${id}/simulate`, { action: "pay" });
    await control(lane.url, "PUT", "clock", { action: "run-until-idle" });
    expect(shop.opened).toEqual(["POST /notify", "GET /success"]);
  });

  it("opens it also after a decline, where no notice is sent, and the journal keeps what came of it", async () => {
    await using shop = await startVisited();
    const then = { outcome: "do-not-honour", visits: [{ to: "fail", at: "after-notice" }] };
    const lane = await laneWith({ when: { operation: "checkout/pay" }, then });
    const { id } = await created(lane.client, { callbackUrl: shop.callbackUrl });
    await control(lane.url, "POST", `orders/${id}/simulate`, { action: "pay" });
    await expect.poll(() => shop.opened, PATIENT).toEqual(["GET /fail"]);
    const list = async () => (await control(lane.url, "GET", "requests?operation=checkout/return")).body.requests;
    await expect.poll(async () => (await list()).length, PATIENT).toBe(1);
    const { body: kept } = await control(lane.url, "GET", `requests/${(await list())[0].id}`);
    expect(kept).toMatchObject({ request: { params: { to: "fail" } }, response: { body: { status: 200 } } });
  });

  it("does nothing where the order has no such address", async () => {
    const lane = await laneWith({
      when: { operation: "checkout/pay" },
      then: { visits: [{ to: "success", at: "after-notice" }] },
    });
    const { id } = await created(lane.client);
    expect((await control(lane.url, "POST", `orders/${id}/simulate`, { action: "pay" })).http).toBe(200);
    expect((await control(lane.url, "GET", "requests?operation=checkout/return")).body.requests).toEqual([]);
  });
});
