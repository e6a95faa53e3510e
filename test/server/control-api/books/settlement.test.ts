import { describe, expect, it } from "vitest";
import { created, sold } from "../../../support/client.js";
import { ofFile } from "../../../support/of-file.js";
import { control, startTestSandbox } from "../../../support/sandbox.js";

const sandbox = ofFile(await startTestSandbox());

describe("POST settle", () => {
  it("settles every paid order and tells how many and how much; their net leaves the balance", async () => {
    const { url, client } = await sandbox.lane();
    const [paid, open] = [await sold(client), await created(client)];
    const refunded = await sold(client);
    await client("hosted-checkout/refund", { merchantId: 3, orderId: refunded.id, amount: 20 });
    expect(await control(url, "POST", "settle")).toEqual({
      http: 200,
      body: { settled: 2, paidOut: { HKD: 80, USD: 0 } },
    });
    const status = async (id: number) => (await control(url, "GET", `orders/${id}`)).body.order.status;
    expect([await status(paid.id), await status(open.id), await status(refunded.id)]).toEqual([
      "SETTLED",
      "OPEN",
      "REFUNDED",
    ]);
    expect((await control(url, "GET", "merchants/3")).body.unsettledBalance).toEqual({ HKD: 0, USD: 0 });
    expect((await control(url, "POST", "settle", {})).body).toEqual({ settled: 0, paidOut: { HKD: 0, USD: 0 } });
  });

  it("settles one merchant alone where it is named", async () => {
    const { url, client } = await sandbox.lane();
    await sold(client);
    await sold(client, { merchantId: 9 });
    expect((await control(url, "POST", "settle", { merchantId: 9 })).body).toMatchObject({ settled: 1 });
    expect(await control(url, "POST", "settle", { merchantId: 4 })).toEqual({
      http: 404,
      body: {
        code: "not-found",
        message: "there is no merchant 4",
        fix: "leave merchantId out for all, or use one of the lane's: 3, 9",
      },
    });
    expect((await control(url, "POST", "settle")).body).toMatchObject({ settled: 1 });
  });

  it.each([{ merchantId: "3" }, { merchantId: 0 }, { merchant: 3 }])("refuses %j", async (body) => {
    expect((await sandbox.control("POST", "settle", body)).http).toBe(400);
  });
});

describe("GET invariants", () => {
  it("holds, and says how much was looked at", async () => {
    const { url, client } = await sandbox.lane();
    expect((await control(url, "GET", "invariants")).body).toEqual({ holds: true, checked: 0, broken: [] });
    await sold(client);
    expect((await control(url, "GET", "invariants")).body).toEqual({ holds: true, checked: 3, broken: [] });
  });
});
