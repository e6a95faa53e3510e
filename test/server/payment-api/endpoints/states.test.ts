import { describe, expect, it } from "vitest";
import { allCodes } from "../../../../src/core/facts/codes.js";
import { payOrder } from "../../../../src/lane/shopper/checkout.js";
import { moveClock } from "../../../../src/lane/time/clock-moves.js";
import { settle } from "../../../../src/lane/time/settlement.js";
import { type Client, created, sold } from "../../../support/client.js";
import { ofFile } from "../../../support/of-file.js";
import { startTestSandbox, type TestLane } from "../../../support/sandbox.js";

const sandbox = ofFile(await startTestSandbox());

type Status = "OPEN" | "SUCCESS" | "REFUNDED" | "VOIDED" | "CLOSED" | "SETTLED";
const refundOf = (id: number, amount = 20) => ({ merchantId: 3, orderId: id, amount });

/** An order in each state, with enough unsettled balance beside it. */
const inState: Readonly<Record<Status, (world: TestLane) => Promise<number>>> = {
  OPEN: async ({ client }) => (await created(client)).id,
  SUCCESS: async ({ client }) => (await sold(client)).id,
  REFUNDED: async ({ client }) => {
    const { id } = await sold(client);
    await client("hosted-checkout/refund", refundOf(id));
    return id;
  },
  VOIDED: async ({ client }) => {
    const { id } = await sold(client);
    await client("hosted-checkout/void", { merchantId: 3, orderId: id });
    return id;
  },
  CLOSED: async ({ client, lane }) => {
    const { id } = await created(client);
    await moveClock(lane, { action: "advance", byMs: 1_000_000 });
    return id;
  },
  SETTLED: async ({ client, lane }) => {
    const { id } = await sold(client);
    await settle(lane);
    return id;
  },
};

const query = async (client: Client, id: number) =>
  (await client("hosted-checkout/query", { merchantId: 3, orderId: id })).body.order;

/** What is answered over HTTP: a code, or the status after. test/core/domain/decisions.test.ts has each state. */
const table: Readonly<
  Record<string, readonly [(world: TestLane, id: number) => Promise<string>, Readonly<Partial<Record<Status, string>>>]>
> = {
  "hosted-checkout/refund": [
    async ({ client }, id) => (await client("hosted-checkout/refund", refundOf(id))).body.responseCode,
    { SUCCESS: "REFUNDED", REFUNDED: "2004", VOIDED: "2007", SETTLED: "REFUNDED" },
  ],
  "hosted-checkout/void": [
    async ({ client }, id) => (await client("hosted-checkout/void", { merchantId: 3, orderId: id })).body.responseCode,
    { SUCCESS: "VOIDED", SETTLED: "2008" },
  ],
  "direct/void": [
    async ({ client }, id) => (await client("direct/void", { merchantId: 3, orderId: id })).body.responseCode,
    { SUCCESS: "VOIDED", REFUNDED: "2008" },
  ],
  "the shopper's payment": [
    async ({ lane }, id) => {
      const { result } = await payOrder(lane, { merchantId: 3, orderId: id }, { method: "CARD" });
      return result.kind === "refused" ? allCodes[result.reason].code : "0000";
    },
    { OPEN: "SUCCESS", CLOSED: "2003" },
  ],
  settlement: [
    async ({ lane }) => {
      await settle(lane);
      return "0000";
    },
    { OPEN: "OPEN", SUCCESS: "SETTLED" },
  ],
};

describe.each(Object.entries(table))("%s", (_, [act, expected]) => {
  it.each(Object.entries(expected) as [Status, string][])(
    "of an order that is %s: %s",
    {
      tags: [
        "facts:3/open-success-by-payment-succeeds",
        "facts:3/order-newer-docs-open-created",
        "facts:3/settled-refunded-by-refund-if-the-merchant-s-unsettled-balance-covers-it",
        "facts:3/settled-refused-before-settlement-by-void",
        "facts:3/success-refunded-by-refund-full-or-partial-once",
        "facts:3/success-settled-by-settlement",
        "facts:3/success-voided-by-void",
        "spec:2.2/status",
        "spec:3/an-order-can-be-refunded",
        "spec:3/order-status-values-that-appear",
        "spec:3/success-refunded-by-hosted-checkout-refund",
        "spec:3/success-refunded-by-hosted-checkout-refund-if-order-not-refunded-before-one-refund-per-order",
        "spec:3/success-voided-by-hosted-checkout-void-or-direct-void",
        "spec:4.5/voids-the-order-if-the",
        "spec:7/refund-is-rejected-when-the",
        "spec:8/refunds-per-order",
      ],
    },
    async (status, then) => {
      const world = await sandbox.lane();
      const { client } = world;
      const id = await inState[status](world);
      await sold(client);
      const before = await query(client, id);
      expect(before.status).toBe(status);
      const code = await act(world, id);
      const after = await query(client, id);
      if (/^\d/.test(then)) expect([code, after]).toEqual([then, before]);
      else expect([code, after.status]).toEqual(["0000", then]);
    },
  );
});

describe("the unsettled balance", () => {
  it("rises by sales and falls by refunds, voids and settlement", async () => {
    const world = await sandbox.lane();
    const { client, lane } = world;
    const balance = () => lane.store.views.balances(3);
    expect(await balance()).toEqual({ HKD: 0, USD: 0 });
    const [a, b] = [await sold(client, { amount: 100 }), await sold(client, { amount: "30.50" })];
    await sold(client, { amount: 7, currency: "USD" });
    expect(await balance()).toEqual({ HKD: 13_050, USD: 700 });
    await client("hosted-checkout/refund", refundOf(a.id, 0.5));
    await client("direct/void", { merchantId: 3, orderId: b.id });
    expect(await balance()).toEqual({ HKD: 9950, USD: 700 });
    expect(await settle(lane)).toBe(2);
    expect(await balance()).toEqual({ HKD: 0, USD: 0 });
    expect((await client("hosted-checkout/refund", refundOf((await created(client)).id, 1))).body.responseCode).toBe(
      "2007",
    );
  });

  it("bounds the refund of a settled order, to the cent", {
    tags: [
      "facts:3/settled-refunded-by-refund-if-the-merchant-s-unsettled-balance-covers-it",
      "spec:3/a-refund-is-approved-only",
      "spec:3/success-refunded-by-hosted-checkout-refund-if-enough-unsettled-balance-in-the-merchant-account",
      "spec:7/refund-is-rejected-when-the",
      "spec:8/refund-amount",
    ],
  }, async () => {
    const { client, lane } = await sandbox.lane();
    const { id } = await sold(client, { amount: 50 });
    await settle(lane);
    expect((await client("hosted-checkout/refund", refundOf(id, 50))).body).toEqual({
      responseCode: "2006",
      message: "insufficient unsettled balance",
    });
    await sold(client, { amount: 49.99 });
    expect((await client("hosted-checkout/refund", refundOf(id, 50))).body.responseCode).toBe("2006");
    await sold(client, { amount: 0.01 });
    expect((await client("hosted-checkout/refund", refundOf(id, 50))).body.responseCode).toBe("0000");
    expect((await lane.store.views.balances(3)).HKD).toBe(0);
  });
});

describe("callbackUrl.notify", () => {
  const notify = { callbackUrl: { notify: "http://shop.example/notify" } };
  const told = async ({ lane }: TestLane) =>
    (await lane.store.views.notifications({})).map(({ url, reference, kind }) => [kind, url, reference]);

  it("of create is told when the shopper has paid, not before", {
    tags: [
      "facts:2/post-json-body-to-callbackurl.notify",
      "spec:4.1/callbackUrl.notify",
      "spec:6/a-merchant-may-give-callbackurl.notify",
      "spec:6/the-service-then-sends-a",
    ],
  }, async () => {
    const world = await sandbox.lane();
    const order = await created(world.client, notify);
    expect(await told(world)).toEqual([]);
    (await payOrder(world.lane, { merchantId: 3, orderId: order.id }, { method: "CARD" })).release?.();
    expect(await told(world)).toEqual([["payment", notify.callbackUrl.notify, order.merchantReference]]);
  });
});
