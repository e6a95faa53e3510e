import { describe, expect, it } from "vitest";
import { tokenNotifications } from "../../../src/app/notifications/notification.js";
import { instant } from "../../../src/domain/money.js";
import { laneParts, order, ScriptedNotifier } from "../../support/lane-parts.js";
import { storedToken } from "../../support/orders.js";

const URL_OF_SHOP = "http://127.0.0.1:9/notify";
const lane = () => laneParts(new ScriptedNotifier());

describe("a payment's notification", () => {
  it("has the eight published fields, each a text, in the order of the sample", async () => {
    const { order: paid, outbox } = await order(lane(), { notifyUrl: URL_OF_SHOP });
    expect(Object.entries(outbox[0]?.fields ?? {})).toEqual([
      ["amount", "699.00"],
      ["maskedPan", "400000XXXXXX1000"],
      ["orderId", String(paid.id)],
      ["signature", ""],
      ["cardType", "VISA"],
      ["updateTime", "2026-01-05T02:00:00.000+00:00"],
      ["merchantReference", paid.reference],
      ["status", "SUCCESS"],
    ]);
  });

  it("is due at once and knows its cause", async () => {
    const parts = lane();
    const { outbox } = await order(parts, { notifyUrl: URL_OF_SHOP });
    expect(outbox[0]).toMatchObject({ state: "due", dueAt: await parts.clock.now(), causedBy: 1, attemptCount: 0 });
  });

  it("is in the outbox with the payment's own commit", async () => {
    const parts = lane();
    const { order: paid } = await order(parts, { notifyUrl: URL_OF_SHOP });
    expect(await parts.store.views.notifications({ orderId: paid.id })).toHaveLength(1);
  });

  it.each([
    ["no address was given", {}],
    ["the order is not paid", { notifyUrl: URL_OF_SHOP, paid: false }],
  ])("is not made where %s", async (_, wanted) => {
    expect((await order(lane(), wanted)).outbox).toEqual([]);
  });

  it.each(["app://paid", "bbmsl://callback", "not an address", "ftp://shop/notify"])(
    "is recorded and never due for %s",
    async (notifyUrl) => {
      const { outbox } = await order(lane(), { notifyUrl });
      expect(outbox[0]).toMatchObject({ state: "refused", dueAt: null, note: "not an HTTP address" });
    },
  );
});

describe("what a rule asks", () => {
  it.each([
    ["drop", { drop: true }, { state: "dropped", dueAt: null }],
    ["hold", { hold: true }, { state: "held", dueAt: null }],
  ] as const)("%s keeps it from leaving", async (_, notify, expected) => {
    expect((await order(lane(), { notifyUrl: URL_OF_SHOP, notify })).outbox[0]).toMatchObject(expected);
  });

  it("delay moves its first attempt on the lane's clock", async () => {
    const parts = lane();
    const { outbox } = await order(parts, { notifyUrl: URL_OF_SHOP, notify: { delayMs: 3_600_000 } });
    expect(outbox[0]?.dueAt).toBe((await parts.clock.now()) + 3_600_000);
  });

  it("copies makes as many, alike but for their ids", async () => {
    const { outbox } = await order(lane(), { notifyUrl: URL_OF_SHOP, notify: { copies: 3 } });
    expect(outbox.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(new Set(outbox.map(({ fields }) => JSON.stringify(fields))).size).toBe(1);
  });

  it("forge and before are kept as plain data", async () => {
    const notify = { forge: "amount", before: "answer" } as const;
    const { outbox } = await order(lane(), { notifyUrl: URL_OF_SHOP, notify });
    expect(outbox[0]?.effects).toEqual(notify);
  });
});

it("tells of a stored card by its fields as text", () => {
  const token = storedToken();
  const [entry] = tokenNotifications(token, URL_OF_SHOP, { notificationId: () => 1 }, { now: instant(0), causedBy: 1 });
  expect(entry?.fields).toEqual({
    userId: "user1",
    tokenId: "351",
    maskedPan: "4705********8101",
    cardBrand: "VISA",
    cardSubBrand: "VISA_CREDIT",
    expiryDate: "203012",
    merchantId: "3",
    updateTime: "1970-01-01T00:00:00.000+00:00",
    signature: "",
  });
});
