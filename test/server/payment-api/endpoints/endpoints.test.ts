import { describe, expect, it } from "vitest";
import { instant } from "../../../../src/core/domain/money.js";
import type { Order, Transaction } from "../../../../src/core/domain/order.js";
import { defaultPolicy } from "../../../../src/core/facts/assumptions.js";
import type { Subject } from "../../../../src/core/scenario/values/subject.js";
import type { Command } from "../../../../src/lane/commands/command.js";
import { orderAndTransaction } from "../../../../src/server/payment-api/endpoints/endpoint.js";
import { endpoints } from "../../../../src/server/payment-api/endpoints/index.js";

// What each endpoint makes of its parameters: the command that is carried out, and what rules can match.

const lineItems = [{ quantity: 2, priceData: { unitAmount: 25, name: "Tea" }, unitAmount: 1 }];
const items = [{ name: "Tea", quantity: 2, unitAmountMinor: 2500 }];
const callbackUrl = { success: "app://s", fail: "app://f", cancel: "app://c", notify: "https://n.example/" };
const redirects = { success: "app://s", fail: "app://f", cancel: "app://c" };
const ofOrder = { merchantId: "3", orderId: "12", merchantReference: "A-1" };
const key = { merchantId: 3, orderId: 12, merchantReference: "A-1" };
const keySubject = { merchantId: "3", orderId: 12, merchantReference: "A-1" };
const purchase = { merchantId: "3", amount: "50.5", merchantReference: "A-1" };
const bought = { merchantId: 3, reference: "A-1", amount: 5050 };
const boughtSubject = { merchantId: "3", merchantReference: "A-1", amountMinor: 5050 };
const page = {
  lang: "en",
  showLang: false,
  showPoweredBy: "false",
  allowedBinRanges: [{ binStart: 4111, binEnd: "4222" }],
  allowedCardType: "VISA",
  themeColor: "#111111",
  buttonBackgroundColor: "#222222",
  buttonFontColor: "#333333",
};
const pageOptions = {
  ...page,
  showPoweredBy: false,
  allowedBinRanges: [{ binStart: "4111", binEnd: "4222" }],
  callbackUrl: redirects,
};
const notify = { notifyUrl: "https://n.example/" };

interface Case {
  readonly path: string;
  readonly params: object;
  readonly command: object;
  readonly subject: object;
}

const cases: readonly Case[] = [
  {
    path: "hosted-checkout/create",
    params: {
      ...purchase,
      ...page,
      currency: "USD",
      callbackUrl,
      isRecurring: 1,
      expiryTime: "2026-01-05T10:00:00+08:00",
      lineItems,
      paymentMethods: " CARD,ALIPAYHK , CARD",
      defaultPaymentMethod: "CARD",
      showOrderDetail: "0",
      showEmail: 0,
      showMerchantReference: false,
      showOrderId: false,
      showResultPage: false,
    },
    command: {
      kind: "create-order",
      origin: "hosted",
      ...bought,
      currency: "USD",
      email: "",
      ...notify,
      recurring: true,
      expiresAt: Date.parse("2026-01-05T02:00:00Z"),
      options: {
        ...pageOptions,
        lineItems: items,
        paymentMethods: ["CARD", "ALIPAYHK"],
        defaultPaymentMethod: "CARD",
        showOrderDetail: false,
        showEmail: false,
        showMerchantReference: false,
        showOrderId: false,
        showResultPage: false,
      },
    },
    subject: { ...boughtSubject, currency: "USD", isRecurring: true },
  },
  {
    path: "hosted-checkout/create",
    params: { ...purchase, lineItems },
    command: {
      kind: "create-order",
      origin: "hosted",
      ...bought,
      currency: "HKD",
      email: "",
      notifyUrl: undefined,
      recurring: false,
      expiresAt: undefined,
      options: {
        lineItems: items,
        showLang: true,
        showPoweredBy: true,
        showOrderDetail: true,
        showEmail: true,
        showMerchantReference: true,
        showOrderId: true,
        showResultPage: true,
      },
    },
    subject: { ...boughtSubject, currency: "HKD", isRecurring: false },
  },
  ...["hosted-checkout/query", "direct/query"].map((path) => ({
    path,
    params: ofOrder,
    command: { kind: "query-order", key },
    subject: keySubject,
  })),
  {
    path: "direct/query",
    params: { merchantId: 3, orderId: "", merchantReference: "A-1" },
    command: { kind: "query-order", key: { merchantId: 3, merchantReference: "A-1" } },
    subject: { merchantId: "3", merchantReference: "A-1" },
  },
  ...["hosted-checkout/refund", "direct/refund"].map((path) => ({
    path,
    params: { ...ofOrder, amount: "0.01" },
    command: { kind: "refund-order", key, amount: 1 },
    subject: { ...keySubject, amountMinor: 1 },
  })),
  ...(
    [
      ["hosted-checkout/void", ["hosted", "hosted-recurring"]],
      ["tokenization/void", ["token-sale", "token-recurring"]],
      ["direct/void", ["direct"]],
    ] as const
  ).map(([path, origins]) => ({
    path,
    params: ofOrder,
    command: { kind: "void-order", key, origins },
    subject: keySubject,
  })),
  {
    path: "hosted-checkout/recurring",
    params: { ...purchase, parentOrderId: "7", callbackUrl },
    command: { kind: "charge-parent", ...bought, email: "", ...notify, parentOrderId: 7, options: {} },
    subject: { ...boughtSubject, isRecurring: true },
  },
  {
    path: "tokenization/sale",
    params: {
      ...purchase,
      userId: "Anna",
      tokenId: "351",
      currency: "USD",
      email: "a@example.com",
      callbackUrl,
      isRecurring: "true",
      lineItems,
    },
    command: {
      kind: "charge-token",
      origin: "token-sale",
      ...bought,
      userId: "Anna",
      tokenId: 351,
      currency: "USD",
      email: "a@example.com",
      ...notify,
      recurring: true,
      options: { lineItems: items },
    },
    subject: { ...boughtSubject, userId: "Anna", tokenId: 351, currency: "USD", isRecurring: true },
  },
  {
    path: "tokenization/sale",
    params: { ...purchase, userId: "Anna", tokenId: 351, email: "", lineItems },
    command: {
      kind: "charge-token",
      origin: "token-sale",
      ...bought,
      userId: "Anna",
      tokenId: 351,
      currency: "HKD",
      email: "",
      notifyUrl: undefined,
      recurring: false,
      options: { lineItems: items },
    },
    subject: { ...boughtSubject, userId: "Anna", tokenId: 351, currency: "HKD", isRecurring: false },
  },
  {
    path: "tokenization/recurring",
    params: { ...purchase, userId: "Anna", tokenId: 351, reason: 12, parentOrderId: "7", callbackUrl },
    command: {
      kind: "charge-token",
      origin: "token-recurring",
      ...bought,
      userId: "Anna",
      tokenId: 351,
      email: "",
      ...notify,
      recurring: true,
      parentOrderId: 7,
      options: { reason: "12" },
    },
    subject: { ...boughtSubject, userId: "Anna", tokenId: 351, reason: "12", isRecurring: true },
  },
  {
    path: "tokenization/query-token",
    params: { merchantId: "3", userId: "Anna" },
    command: { kind: "query-tokens", merchantId: 3, userId: "Anna" },
    subject: { merchantId: "3", userId: "Anna" },
  },
  {
    path: "tokenization/add-token",
    params: { merchantId: "3", userId: "Anna", reason: "plan", callbackUrl, ...page, issuingCountryCode: "HK" },
    command: {
      kind: "open-card-entry",
      merchantId: 3,
      userId: "Anna",
      ...notify,
      options: { ...pageOptions, issuingCountryCode: "HK" },
    },
    subject: { merchantId: "3", userId: "Anna", reason: "plan" },
  },
  {
    path: "tokenization/add-token",
    params: { merchantId: 3, userId: "Anna" },
    command: {
      kind: "open-card-entry",
      merchantId: 3,
      userId: "Anna",
      notifyUrl: undefined,
      options: { showLang: true, showPoweredBy: true },
    },
    subject: { merchantId: "3", userId: "Anna" },
  },
  {
    path: "tokenization/delete-token",
    params: { merchantId: "3", userId: "Anna", tokenId: "351" },
    command: { kind: "delete-token", merchantId: 3, userId: "Anna", tokenId: 351 },
    subject: { merchantId: "3", userId: "Anna", tokenId: 351 },
  },
  ...(
    [
      ["ALIPAY", { postLink: "app://post", merchantSite: "app://site" }, "app://post", "ALIPAYCN"],
      ["ALIPAYHK", { merchantSite: "app://site" }, "app://site", "ALIPAYHK"],
      ["WECHAT", {}, undefined, "WECHATPAY"],
    ] as const
  ).map(([paymentType, more, back, method]) => ({
    path: "direct/sale",
    params: {
      ...purchase,
      ...more,
      currency: "USD",
      paymentType,
      paymentTerminal: "WAP",
      notifyUrl: "https://n.example/",
      referer: "https://r.example/",
      userAgent: "browser",
      lineItems,
    },
    command: {
      kind: "create-order",
      origin: "direct",
      ...bought,
      currency: "USD",
      email: "",
      ...notify,
      recurring: false,
      options: {
        lineItems: items,
        paymentMethods: [method],
        callbackUrl: { success: back, fail: back, cancel: back },
        direct: { paymentType, paymentTerminal: "WAP" },
      },
    },
    subject: { ...boughtSubject, currency: "USD", paymentMethod: paymentType },
  })),
];

const made = (path: string, params: object): { readonly command: Command; readonly subject: Subject } => {
  const endpoint = endpoints.find((one) => one.path === path)!;
  const read = endpoint.params(defaultPolicy)(params);
  if (read.problems) throw new Error(read.problems.join());
  return { command: endpoint.command(read.data), subject: endpoint.subject(read.data) };
};

describe("an endpoint", () => {
  it.each(cases)(
    "$path makes of $params.merchantReference $params.paymentType what it asks for",
    {
      tags: ["spec:4.1/callbackUrl", "spec:4.1/currency", "spec:4.2/callbackUrl.notify", "spec:4.3/callbackUrl.notify"],
    },
    (one) => {
      const { command, subject } = made(one.path, one.params);
      expect(command).toEqual(one.command);
      // What a rule asks for and a call does not have is told: a member that is undefined would be one too many.
      expect(JSON.parse(JSON.stringify(subject))).toEqual({ operation: one.path, ...one.subject });
    },
  );

  it("makes its table once for the same choices, and anew for others", () => {
    const other = { ...defaultPolicy };
    for (const { params } of endpoints) {
      expect(params(defaultPolicy)).toBe(params(defaultPolicy));
      expect(params(other)).not.toBe(params(defaultPolicy));
    }
  });

  it.each(endpoints.filter(({ path }) => path !== "tokenization/delete-token"))(
    "$path tells no result of another kind",
    ({ project }) => {
      const view = { now: instant(0), lane: { baseUrl: "" }, policy: defaultPolicy };
      expect(() => project({ kind: "other" } as never, view)).toThrow(
        /^expected (an order|tokens|a card entry), found other$/,
      );
    },
  );

  it("that charges tells the order's first transaction where the call made none, and no order without any", () => {
    const sale = { id: 1 } as Transaction;
    const order = { transactions: [sale, { id: 2 }] } as unknown as Order;
    expect(orderAndTransaction({ kind: "order", order } as never)).toEqual({ order, transaction: sale });
    const unpaid = { kind: "order", order: { transactions: [] } } as never;
    expect(() => orderAndTransaction(unpaid)).toThrow("expected an order and its transaction");
  });

  it("of each path is among them", () => {
    expect([...new Set(cases.map(({ path }) => path))].sort()).toEqual(endpoints.map(({ path }) => path).sort());
  });
});
