import { describe, expect, it } from "vitest";
import { formatInstant, instant, later } from "../../../src/core/domain/money.js";
import type { Order } from "../../../src/core/domain/order.js";
import { defaultPolicy } from "../../../src/core/facts/assumptions.js";
import {
  isHttp,
  notifyOptionsOf,
  paymentNotifications,
  tokenNotifications,
  unpaidForgery,
} from "../../../src/lane/notifications/notification.js";
import {
  paymentNotificationSchema,
  tokenNotificationSchema,
} from "../../../src/server/payment-api/endpoints/notification-schemas.js";
import { NOW, order as orderOf, orders, storedToken } from "../../support/orders.js";

const URL_OF_SHOP = "http://127.0.0.1:9/notify";

describe("a payment's notification", () => {
  const paid = { ...orders.paid, notifyUrl: URL_OF_SHOP };
  const frozen = (notify = {}, over = {}, one: Order = paid) => {
    let id = 0;
    return paymentNotifications(one, { notificationId: () => ++id }, { now: NOW, causedBy: 9, notify, ...over });
  };

  it("has the eight published fields, each a text, in the order of the sample", {
    tags: ["facts:2/payment-payload-exactly-eight-fields", "facts:4/card-masks-tokens-first-4"],
  }, () => {
    const [entry] = frozen();
    expect(Object.entries(entry?.fields ?? {})).toEqual([
      ["amount", "50.00"],
      ["maskedPan", "411111XXXXXX1111"],
      ["orderId", "1"],
      ["signature", ""],
      ["cardType", "VISA"],
      ["updateTime", formatInstant(paid.updatedAt)],
      ["merchantReference", "A-1"],
      ["status", "SUCCESS"],
    ]);
    expect(Object.keys(paymentNotificationSchema.strict().parse(entry?.fields))).toHaveLength(8);
  });

  it.each([
    ["no address was given", orders.paid],
    ["the order is not paid", { ...orders.open, notifyUrl: URL_OF_SHOP }],
  ])("is not made where %s", (_, one) => {
    expect(frozen({}, {}, one)).toEqual([]);
  });

  it.each(["app://paid", "bbmsl://callback", "not an address", "ftp://shop/notify"])(
    "is recorded and never due for %s",
    { tags: ["facts:2/the-target-may-be-a"] },
    (notifyUrl) => {
      const note = "not an HTTP address such as http://localhost:8080/notify";
      expect(frozen({}, {}, { ...paid, notifyUrl })[0]).toMatchObject({ state: "refused", dueAt: null, note });
    },
  );

  it("is the whole entry", () => {
    expect(frozen()).toEqual([
      {
        ...{ id: 1, kind: "payment", merchantId: 3, orderId: 1, reference: "A-1", url: URL_OF_SHOP, createdAt: NOW },
        ...{ state: "due", dueAt: NOW, attemptCount: 0, effects: {}, causedBy: 9 },
        fields: expect.objectContaining({ amount: "50.00", status: "SUCCESS" }),
      },
    ]);
  });

  it.each([
    ["delay moves its first attempt", { delayMs: 1000 }, 1000, {}],
    ["what is asked is kept", { forge: "amount", before: "answer" }, 0, { forge: "amount", before: "answer" }],
    ["swap waits an hour for another order's", { swap: true }, 3_600_000, { swap: true }],
    ["swap waits from its delay on", { swap: true, delayMs: 1000 }, 3_601_000, { swap: true }],
    ["replay waits for nothing", { replay: true }, 0, { replay: true }],
    ["what is undefined is no effect", { forge: undefined, delayMs: undefined, copies: undefined }, 0, {}],
  ])("%s", (_, notify, waitMs, effects) => {
    expect(frozen(notify)).toMatchObject([{ dueAt: NOW + waitMs }]);
    expect(frozen(notify)[0]!.effects).toEqual(effects);
  });

  it("comes in copies, alike but for their ids", () => {
    const all = frozen({ copies: 3 });
    expect(all).toEqual([1, 2, 3].map((id) => ({ ...all[0], id })));
  });

  it.each(["before", "after"] as const)("has a forged one beside it, sent at once: %s", (sent) => {
    const all = frozen({ beside: { forge: "amount", sent }, delayMs: 1000, hold: true });
    const forged = {
      state: "due",
      dueAt: NOW,
      effects: { forge: "amount", isBeside: true },
      attemptCount: 0,
      causedBy: 9,
    };
    const genuine = { state: "held", dueAt: null, effects: { hold: true } };
    expect(all.map(({ id }) => id)).toEqual([1, 2]);
    expect(all).toMatchObject(sent === "before" ? [forged, genuine] : [genuine, forged]);
    expect(all[0]!.fields).toEqual(all[1]!.fields);
  });

  it("spells its time as that was chosen", () => {
    const [entry] = frozen({}, { policy: { ...defaultPolicy, "date-spelling": "no-colon" } });
    expect(entry?.fields.updateTime).not.toBe(frozen()[0]?.fields.updateTime);
  });

  it("tells the status at its time", () => {
    expect(frozen({}, {}, { ...paid, settledAt: NOW })[0]?.fields.status).toBe("SETTLED");
  });

  it("says why it is kept back", () => {
    expect(frozen({ drop: true, hold: true })[0]).toMatchObject({
      state: "dropped",
      dueAt: null,
      note: "dropped by a rule",
    });
    expect(frozen({ hold: true })[0]).toMatchObject({ state: "held", note: "held by a rule, until it is released" });
    expect(frozen()[0]).not.toHaveProperty("note");
  });
});

it("tells of a stored card by its fields as text", { tags: ["facts:2/token-payload-at-least-userid"] }, () => {
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
  expect(Object.keys(tokenNotificationSchema.strict().parse(entry?.fields))).toHaveLength(9);
});

describe("a notice of an order that nobody paid", () => {
  const open = orderOf({ notifyUrl: URL_OF_SHOP });
  const forged = (notify?: object, one = open) =>
    unpaidForgery(one, { notificationId: () => 4 }, { now: NOW, causedBy: 9, notify });
  const unpaid = { beside: { forge: "unpaid", sent: "after" } };

  it("says that it was paid by a card", () => {
    expect(forged(unpaid)).toEqual([
      {
        ...{ id: 4, kind: "payment", merchantId: 3, orderId: 1, reference: "A-1", url: URL_OF_SHOP, createdAt: NOW },
        ...{ state: "due", dueAt: NOW, attemptCount: 0, effects: { forge: "unpaid", isBeside: true }, causedBy: 9 },
        fields: {
          ...{ amount: "50.00", maskedPan: "411111XXXXXX1111", orderId: "1", signature: "", cardType: "VISA" },
          ...{ updateTime: "2026-01-05T01:59:59.000+00:00", merchantReference: "A-1", status: "SUCCESS" },
        },
      },
    ]);
  });

  it("is made where a rule wants this lie, and the order has an address", () => {
    expect(forged({ beside: { forge: "amount", sent: "after" } })).toEqual([]);
    expect(forged({})).toEqual([]);
    expect(forged()).toEqual([]);
    expect(forged(unpaid, orderOf())).toEqual([]);
  });
});

describe("what a fired rule wants of notifications", () => {
  const firedOf = (notify?: object, notifyDelayMs?: number) =>
    ({ then: { ...(notify && { notify }) }, ...(notifyDelayMs !== undefined && { notifyDelayMs }) }) as never;

  it("is its notify, with the delay that was drawn", () => {
    expect(notifyOptionsOf(firedOf({ delay: "1s", copies: 2 }, 1000))).toEqual({ copies: 2, delayMs: 1000 });
    expect(notifyOptionsOf(firedOf({ drop: true }))).toEqual({ drop: true, delayMs: undefined });
    expect(notifyOptionsOf(firedOf())).toBeUndefined();
    expect(notifyOptionsOf(undefined)).toBeUndefined();
  });
});

describe("a stored card's notification", () => {
  const made = (over = {}, cause = {}) =>
    tokenNotifications(
      storedToken(over),
      URL_OF_SHOP,
      { notificationId: () => 1 },
      { now: NOW, causedBy: 1, ...cause },
    );

  it("is of no order, and of the card's merchant", () => {
    const [entry] = made({ merchantId: 4 });
    expect(entry).toMatchObject({ kind: "token", merchantId: 4, url: URL_OF_SHOP, fields: { merchantId: "4" } });
    expect([entry?.orderId, entry?.reference]).toEqual([undefined, undefined]);
  });

  it("leaves the brand out where that was chosen", () => {
    const [entry] = made({}, { policy: { ...defaultPolicy, "token-notification": "without-brand" } });
    expect(Object.keys(entry!.fields).filter((name) => /brand/i.test(name))).toEqual([]);
  });

  it("waits as a rule wants it", () => {
    expect(made({}, { notify: { delayMs: 5 } })[0]?.dueAt).toBe(later(NOW, 5));
  });
});

it("an address is one of HTTP, or never tried", () => {
  expect(["http://a", "https://a/b", "HTTP://a"].map(isHttp)).toEqual([true, true, true]);
  expect(["ftp://a", "app://a", "a", "", "xhttp://a", "httpx://a"].map(isHttp)).toEqual(Array(6).fill(false));
});
