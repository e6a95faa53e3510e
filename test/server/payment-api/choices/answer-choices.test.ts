import { describe, expect, it } from "vitest";
import { defaultPolicy, type Policy } from "../../../../src/core/facts/assumptions.js";
import { cardEntryOf, saveCard } from "../../../../src/lane/shopper/card-entry.js";
import { payOrder } from "../../../../src/lane/shopper/checkout.js";
import { created, sold } from "../../../support/client.js";
import { startTestSandbox } from "../../../support/sandbox.js";

const under = (policy: Partial<Policy>) => startTestSandbox({ policy: { ...defaultPolicy, ...policy } });
const provenanceOf = ({ headers }: { readonly headers: Headers }): string => headers.get("X-Sandbox-Provenance")!;

describe("unpaid-card-type", () => {
  it.each([
    ["absent", undefined],
    ["empty", ""],
  ] as const)("%s: a query of an OPEN order shows %j", async (choice, cardType) => {
    await using sandbox = await under({ "unpaid-card-type": choice });
    const { client } = await sandbox.lane();
    const { id: orderId } = await created(client);
    for (const path of ["hosted-checkout/query", "direct/query"]) {
      const answered = await client(path, { merchantId: 3, orderId });
      expect(answered.body.order.cardType).toBe(cardType);
      expect(provenanceOf(answered)).toContain("unpaid-card-type");
    }
  });

  it("empty: stands where a paid order has its card type", async () => {
    await using sandbox = await under({ "unpaid-card-type": "empty" });
    const { client } = await sandbox.lane();
    const keys = async (orderId: number) =>
      Object.keys((await client("hosted-checkout/query", { merchantId: 3, orderId })).body.order);
    expect(await keys((await created(client)).id)).toEqual(await keys((await sold(client)).id));
  });

  it("is no guess for an order that is paid", async () => {
    await using sandbox = await under({});
    const { client } = await sandbox.lane();
    const { id: orderId } = await sold(client);
    expect(provenanceOf(await client("hosted-checkout/query", { merchantId: 3, orderId }))).not.toContain("card-type");
  });
});

describe("direct-void-message", () => {
  it.each([
    ["absent", ["responseCode", "order", "transaction"]],
    ["present", ["responseCode", "message", "order", "transaction"]],
  ] as const)("%s: a direct void answers %j", async (choice, members) => {
    await using sandbox = await under({ "direct-void-message": choice });
    const { client } = await sandbox.lane();
    const { id: orderId } = await sold(client);
    const answered = await client("direct/void", { merchantId: 3, orderId });
    expect(Object.keys(answered.body)).toEqual(members);
    expect(provenanceOf(answered)).toContain("direct-void-message");
  });

  it("present: the other voids and the refunds stay without", async () => {
    await using sandbox = await under({ "direct-void-message": "present" });
    const { client } = await sandbox.lane();
    for (const path of ["hosted-checkout/void", "tokenization/void", "hosted-checkout/refund", "direct/refund"]) {
      const { id: orderId } = await sold(client);
      const { body } = await client(path, { merchantId: 3, orderId, amount: 1 });
      expect([path, body.responseCode, "message" in body]).toEqual([path, "0000", false]);
    }
  });
});

describe("token-brand", () => {
  it.each([
    ["master", "MASTER", "MASTER_CREDIT"],
    ["mastercard", "MASTERCARD", "MASTERCARD_CREDIT"],
    ["ecmc", "ECMC", "ECMC_CREDIT"],
  ] as const)("%s: a Mastercard's token is a %s, %s", async (choice, cardBrand, cardSubBrand) => {
    await using sandbox = await under({ "token-brand": choice });
    const { client } = await sandbox.lane();
    const answered = await client("tokenization/query-token", { merchantId: 3, userId: "user2" });
    expect(answered.body.list[0]).toMatchObject({ tokenId: 501, cardBrand, cardSubBrand });
    expect(provenanceOf(answered)).toBe("assumed: token-brand");
  });

  it("ecmc: the notification of a saved Mastercard says so too", async () => {
    await using sandbox = await under({ "token-brand": "ecmc" });
    const { client, lane } = await sandbox.lane();
    const callbackUrl = { notify: "app://saved" };
    const { body } = await client("tokenization/add-token", { merchantId: 3, userId: "Anna", callbackUrl });
    const entry = await cardEntryOf(lane, body.data.split("/").at(-1));
    const done = await saveCard(lane, entry!, { number: "5555555555554444", expiryDate: "203012" });
    done.release?.();
    const [notification] = await lane.store.views.notifications({});
    expect(notification?.fields).toMatchObject({ cardBrand: "ECMC", cardSubBrand: "ECMC_CREDIT" });
  });

  it("ecmc: a Visa's token is a VISA, VISA_CREDIT, which was seen", async () => {
    await using sandbox = await under({ "token-brand": "ecmc" });
    const { client } = await sandbox.lane();
    const answered = await client("tokenization/query-token", { merchantId: 3, userId: "user1" });
    expect(answered.body.list[0]).toMatchObject({ cardBrand: "VISA", cardSubBrand: "VISA_CREDIT" });
    expect(provenanceOf(answered)).toBe("documented");
  });

  it("ecmc: an order's card type stays MASTER, which the spec lists", async () => {
    await using sandbox = await under({ "token-brand": "ecmc" });
    const { client, lane } = await sandbox.lane();
    expect((await sold(client, { userId: "user2", tokenId: 501 })).cardType).toBe("MASTER");
    const { id: orderId } = await created(client);
    await payOrder(lane, { merchantId: 3, orderId }, { method: "CARD", cardNumber: "5555555555554444" });
    const { body } = await client("direct/query", { merchantId: 3, orderId });
    expect(body.order.cardType).toBe("MASTER");
  });
});
