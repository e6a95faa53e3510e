import { expect, it } from "vitest";
import { created, requests, sold } from "../../../support/client.js";
import { control, startTestSandbox, testFolder } from "../../../support/sandbox.js";

const LARGE = { "order-id-size": "up-to-31-bits" } as const;
const SMALL = { "order-id-size": "six-digits" } as const;
const BASE = 2_000_000_000;

it("large order ids fit 31 bits, work in every call, and go on over a restart and another choice", async () => {
  using folder = testFolder();
  const settings = { dataDir: folder.path, seed: 7 };
  const first = await (async () => {
    await using sandbox = await startTestSandbox(settings);
    const small = (await created(sandbox.client)).id;
    await control(sandbox.url, "PUT", "assumptions", LARGE);
    const { id } = await sold(sandbox.client);
    expect([small, id]).toEqual([expect.any(Number), small + 1 + BASE]);
    expect(id).toBeLessThan(2 ** 31);
    const refund = await sandbox.client("hosted-checkout/refund", { merchantId: 3, orderId: id, amount: 20 });
    expect(refund.body).toMatchObject({ responseCode: "0000", order: { id } });
    const asText = await sandbox.client("hosted-checkout/query", { merchantId: 3, orderId: String(id) });
    expect(asText.body.order).toMatchObject({ id, status: "REFUNDED" });
    const { checkoutUrl, order } = (await sandbox.client("hosted-checkout/create", requests.create())).body;
    expect((await fetch(checkoutUrl)).status).toBe(200);
    const paid = await control(sandbox.url, "POST", `orders/${order.id}/simulate`, { action: "pay" });
    expect(paid.body.order.status).toBe("SUCCESS");
    return small;
  })();
  await using sandbox = await startTestSandbox(settings);
  expect((await created(sandbox.client)).id).toBe(first + 3 + BASE);
  await control(sandbox.url, "PUT", "assumptions", SMALL);
  expect((await created(sandbox.client)).id).toBe(first + 4);
  expect((await control(sandbox.url, "GET", "invariants")).body.holds).toBe(true);
});
