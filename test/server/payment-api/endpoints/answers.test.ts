import { beforeEach, describe, expect, it } from "vitest";
import { payOrder } from "../../../../src/lane/shopper/checkout.js";
import { moveClock } from "../../../../src/lane/time/clock-moves.js";
import { type Client, created, requests, sold } from "../../../support/client.js";
import { ofFile } from "../../../support/of-file.js";
import { startTestSandbox, type TestLane } from "../../../support/sandbox.js";

let world: TestLane;
let client: Client;
const sandbox = ofFile(await startTestSandbox());
beforeEach(async () => {
  world = await sandbox.lane();
  client = world.client;
});

const AT = "2026-01-05T02:00:00.000+00:00";
/** Ids differ by seed: they are checked for shape, and then put out of sight. */
const bare = (text: string): string =>
  text
    .replace(/"id":\d{6,10}/g, '"id":#')
    .replace(/"stan":"\d{6}"/g, '"stan":"#"')
    .replace(/"checkoutUrl":"[^"]+"/, '"checkoutUrl":"#"');

const orderOf = (
  reference: string,
  { cardType = "", email = "", more = "", net = "50.00", status = "SUCCESS", recurring = false } = {},
) =>
  `{"id":#,"merchantId":3,"merchantReference":"${reference}","currency":"HKD","amount":50.00,"netAmount":${net},${cardType}${email}"createTime":"${AT}","updateTime":"${AT}","status":"${status}","recurring":${recurring}${more}}`;
const visa = '"cardType":"VISA",';
const noEmail = '"email":"",';
const transactionOf = (type: string, amount = "50.00") =>
  `{"id":#,"merchantId":3,"type":"${type}","amount":${amount},"currency":"HKD","status":"SUCCESS","maskedPan":"470598XXXXXX8101","stan":"#"}`;

describe("the text of a success", () => {
  it("of create", {
    tags: [
      "facts:1/synchronous-responses-are-not-signed",
      "facts:4/success-message-success-on-order",
      "spec:1/create-an-order-and-obtain",
      "spec:2.2/cardType",
      "spec:2.5",
      "spec:3/none-open-by-hosted-checkout-create",
      "spec:3/none-open-by-hosted-checkout-create-response-has-netamount-0-and-a-checkouturl",
      "spec:4.1/answer",
      "spec:4.1/creates-an-order-and-returns",
      "spec:4.1/merchantReference",
      "spec:4/all-method-post-body-is",
      "spec:7/success-is-signalled-by-responsecode",
    ],
  }, async () => {
    const { text, body, http, headers } = await client(
      "hosted-checkout/create",
      requests.create({ merchantReference: "C" }),
    );
    expect(bare(text)).toBe(
      `{"responseCode":"0000","message":"Success","checkoutUrl":"#","order":${orderOf("C", { net: "0.00", status: "OPEN" })}}`,
    );
    expect([http, headers.get("Content-Type")]).toEqual([200, "application/json"]);
    expect(body.checkoutUrl.startsWith(`${world.url}/checkout/`)).toBe(true);
  });

  it("of a sale", {
    tags: [
      "facts:3/types-sale-refund-sale_void-spec",
      "facts:4/card-masks-tokens-first-4",
      "facts:4/date-times-iso-8601-milliseconds",
      "facts:4/key-order-of-order-id",
      "facts:4/no-top-level-result-or",
      "spec:2.2/amount",
      "spec:2.2/createTime",
      "spec:2.2/currency",
      "spec:2.2/id",
      "spec:2.2/issuerCountryCode",
      "spec:2.2/merchantId",
      "spec:2.2/merchantReference",
      "spec:2.2/recurring",
      "spec:2.2/status",
      "spec:2.2/updateTime",
      "spec:2.3",
      "spec:3/none-success-by-tokenization-sale",
      "spec:3/none-success-by-tokenization-sale-a-sale-transaction-with-status-success-is-returned",
      "spec:3/transaction-status-value-that-appears",
      "spec:4.2/answer",
      "spec:4.2/callbackUrl",
      "spec:4.2/currency",
      "spec:4.2/email",
      "spec:4.2/isRecurring",
      "spec:4.2/merchantReference",
      "spec:8/Currencies",
    ],
  }, async () => {
    const { text } = await client("tokenization/sale", requests.sale({ merchantReference: "S" }));
    expect(bare(text)).toBe(
      `{"responseCode":"0000","message":"Success","order":${orderOf("S", { cardType: visa, more: ',"issuerCountryCode":"HK"' })},"transaction":${transactionOf("SALE")}}`,
    );
  });

  it("of a recurring payment", {
    tags: [
      "spec:2.2/email",
      "spec:3/none-success-by-tokenization-recurring",
      "spec:3/none-success-by-tokenization-recurring-a-transaction-of-type-sale-with-status-success-is-returned",
      "spec:4.3/answer",
    ],
  }, async () => {
    const { text } = await client("tokenization/recurring", requests.recurring({ merchantReference: "R" }));
    expect(bare(text)).toBe(
      `{"responseCode":"0000","message":"Success","order":${orderOf("R", { cardType: visa, email: noEmail, recurring: true })},"transaction":${transactionOf("SALE")}}`,
    );
  });

  it("of a refund, which has no message", {
    tags: [
      "facts:4/a-successful-refund-carries-no",
      "spec:3/success-refunded-by-hosted-checkout-refund-a-refund-transaction-is-returned",
      "spec:4.4/answer",
    ],
  }, async () => {
    const { id } = await sold(client, { merchantReference: "F" });
    const { text } = await client("hosted-checkout/refund", { merchantId: 3, orderId: id, amount: 20 });
    expect(bare(text)).toBe(
      `{"responseCode":"0000","order":${orderOf("F", { cardType: visa, email: noEmail, net: "30.00", status: "REFUNDED" })},"transaction":${transactionOf("REFUND", "20.00")}}`,
    );
  });

  it("of a void, which has no message", {
    tags: [
      "spec:3/success-voided-by-hosted-checkout-void-or-direct-void-a-sale_void-transaction-is-returned",
      "spec:4.5/answer",
    ],
  }, async () => {
    const { id } = await sold(client, { merchantReference: "V" });
    const { text } = await client("hosted-checkout/void", { merchantId: 3, orderId: id });
    expect(bare(text)).toBe(
      `{"responseCode":"0000","order":${orderOf("V", { cardType: visa, email: noEmail, net: "0.00", status: "VOIDED" })},"transaction":${transactionOf("SALE_VOID")}}`,
    );
  });

  it("of a direct void, in the short form", {
    tags: [
      "spec:2.2/the-direct-void-response-carries",
      "spec:3/success-voided-by-hosted-checkout-void-or-direct-void-a-sale_void-transaction-is-returned",
      "spec:4.6/answer",
    ],
  }, async () => {
    const { id } = await sold(client, { merchantReference: "D" });
    const { text } = await client("direct/void", { merchantId: 3, orderId: id });
    expect(bare(text)).toBe(
      `{"responseCode":"0000","order":{"id":#,"merchantReference":"D","currency":"HKD","status":"VOIDED","amount":50.00,"createTime":"${AT}","updateTime":"${AT}"},"transaction":{"id":#,"merchantId":3,"type":"SALE_VOID","currency":"HKD","amount":50.00,"status":"SUCCESS","maskedPan":"470598XXXXXX8101","stan":"#"}}`,
    );
  });

  it("of a query", {
    tags: [
      "spec:1/query-an-order-hosted-checkout",
      "spec:4.2/callbackUrl",
      "spec:4.2/currency",
      "spec:4.2/email",
      "spec:4.2/isRecurring",
      "spec:4.7/answer",
    ],
  }, async () => {
    const { id } = await sold(client, { merchantReference: "Q", email: "a@example.com" });
    const { text } = await client("hosted-checkout/query", { merchantId: 3, orderId: id });
    expect(bare(text)).toBe(
      `{"responseCode":"0000","message":"Success","order":${orderOf("Q", { cardType: visa, email: '"email":"a@example.com",' })}}`,
    );
  });

  it("of a direct query", {
    tags: ["spec:1/query-an-order-hosted-checkout", "spec:4.8/answer"],
  }, async () => {
    const { id } = await sold(client, { merchantReference: "DQ" });
    const { text } = await client("direct/query", { merchantId: 3, orderId: id });
    expect(bare(text)).toBe(`{"responseCode":"0000","message":"Success","order":${orderOf("DQ", { cardType: visa })}}`);
  });

  it("of a token list", {
    tags: [
      "facts:4/userid-is-case-insensitive-spec",
      "facts:5/query-token-answer-full-sample",
      "spec:1/list-the-tokens-of-a",
      "spec:2.4/cardBrand",
      "spec:2.4/cardSubBrand",
      "spec:2.4/expiryDate",
      "spec:2.4/maskedPan",
      "spec:2.4/tokenId",
      "spec:2.4/userId",
      "spec:4.9/answer",
      "spec:4.9/userId",
    ],
  }, async () => {
    const { text } = await client("tokenization/query-token", { merchantId: 3, userId: "USER1" });
    expect(text).toBe(
      '{"responseCode":"0000","message":"SUCCESS","list":[' +
        '{"maskedPan":"4705********8101","userId":"user1","tokenId":351,"cardBrand":"VISA","cardSubBrand":"VISA_CREDIT","expiryDate":"203012"},' +
        '{"maskedPan":"4000********0028","userId":"user1","tokenId":375,"cardBrand":"VISA","cardSubBrand":"VISA_DEBIT","expiryDate":"203012"}]}',
    );
  });

  it("of a user without tokens", {
    tags: ["spec:4.9/answer"],
  }, async () => {
    const { text } = await client("tokenization/query-token", { merchantId: 3, userId: "nobody" });
    expect(text).toBe('{"responseCode":"0000","message":"SUCCESS","list":[]}');
  });
});

describe("an order in a query", () => {
  const query = async (params: object) =>
    (await client("hosted-checkout/query", { merchantId: 3, ...params })).body.order;

  it("has no card before it is paid", async () => {
    const { id } = await created(client);
    expect(Object.keys(await query({ orderId: id }))).toEqual([
      "id",
      "merchantId",
      "merchantReference",
      "currency",
      "amount",
      "netAmount",
      "email",
      "createTime",
      "updateTime",
      "status",
      "recurring",
    ]);
  });

  it("shows what paying, refunding and expiring made of it", {
    tags: ["facts:4/before-payment-a-query-shows", "spec:2.2/netAmount", "spec:8/order-expiry-default"],
  }, async () => {
    const paid = await created(client, { currency: "USD" });
    await payOrder(world.lane, { merchantId: 3, orderId: paid.id }, { method: "CARD", email: "b@example.com" });
    expect(await query({ orderId: paid.id })).toMatchObject({
      status: "SUCCESS",
      netAmount: 50,
      currency: "USD",
      cardType: "VISA",
      email: "b@example.com",
    });
    const wallet = await created(client);
    await payOrder(world.lane, { merchantId: 3, orderId: wallet.id }, { method: "ALIPAYHK" });
    expect(await query({ orderId: wallet.id })).toMatchObject({ status: "SUCCESS", cardType: "ALIPAYHK" });
    const late = await created(client);
    await moveClock(world.lane, { action: "advance", byMs: 1_000_000 });
    expect(await query({ orderId: late.id })).toMatchObject({
      status: "CLOSED",
      netAmount: 0,
      updateTime: "2026-01-05T02:16:40.000+00:00",
    });
  });

  it.each([
    ["its id", (o: { id: number }) => ({ orderId: o.id })],
    ["its id as text", (o: { id: number }) => ({ orderId: String(o.id) })],
    ["its reference", (o: { merchantReference: string }) => ({ merchantReference: o.merchantReference })],
    [
      "both",
      (o: { id: number; merchantReference: string }) => ({ orderId: o.id, merchantReference: o.merchantReference }),
    ],
  ])(
    "is found by %s",
    {
      tags: [
        "spec:4.4/merchantReference",
        "spec:4.4/orderId",
        "spec:4.5/merchantReference",
        "spec:4.5/orderId",
        "spec:4.6/merchantReference",
        "spec:4.6/orderId",
        "spec:4.7/merchantReference",
        "spec:4.7/orderId",
        "spec:4.8/merchantReference",
        "spec:4.8/orderId",
      ],
    },
    async (_, key) => {
      const order = await created(client);
      expect((await query(key(order))).id).toBe(order.id);
    },
  );

  it.each([
    ["another merchant's", (o: { id: number }) => ({ merchantId: 4, orderId: o.id })],
    ["an unknown id", () => ({ merchantId: 3, orderId: 1 })],
    ["an unknown reference", () => ({ merchantId: 3, merchantReference: "no such" })],
    [
      "two names that disagree",
      (o: { id: number }) => ({ merchantId: 3, orderId: o.id, merchantReference: "no such" }),
    ],
  ])("is not found by %s", async (_, params) => {
    const order = await created(client);
    for (const path of ["hosted-checkout/query", "direct/query", "hosted-checkout/void", "direct/void"])
      expect((await client(path, params(order))).text).toBe('{"responseCode":"2001","message":"order not found"}');
    expect((await client("hosted-checkout/refund", { ...params(order), amount: 1 })).body.responseCode).toBe("2001");
  });

  it("needs one of its two names", {
    tags: [
      "spec:4.4/merchantReference",
      "spec:4.4/orderId",
      "spec:4.5/merchantReference",
      "spec:4.5/orderId",
      "spec:4.6/merchantReference",
      "spec:4.6/orderId",
      "spec:4.7/merchantReference",
      "spec:4.7/orderId",
      "spec:4.8/merchantReference",
      "spec:4.8/orderId",
      "spec:7/missing-required-parameters-orderid-or",
    ],
  }, async () => {
    for (const path of [
      "hosted-checkout/query",
      "direct/query",
      "hosted-checkout/void",
      "direct/void",
      "hosted-checkout/refund",
    ])
      expect((await client(path, { merchantId: 3, amount: 1 })).body).toEqual({
        responseCode: "1001",
        message: "invalid parameter: orderId: orderId or merchantReference is required",
      });
  });
});

describe("both forms of numbers", () => {
  it("come to the same in a sale", {
    tags: [
      "facts:4/clients-send-merchantid-as-number",
      "facts:4/lineitems-i-pricedata-name-unitamount",
      "spec:2.1/both-forms-have-been-seen",
      "spec:2.1/parameter-types-in-the-tables",
      "spec:4.2/lineItems[i].priceData",
      "spec:4.3/parentOrderId",
    ],
  }, async () => {
    const { body } = await client("tokenization/sale", {
      ...requests.sale(),
      merchantId: "3",
      tokenId: "375",
      amount: "50.00",
      isRecurring: 1,
      lineItems: [
        { quantity: "2", priceData: { unitAmount: "33.333333333333336", name: "A" }, unitAmount: 1, name: "flat" },
      ],
    });
    expect(body).toMatchObject({ responseCode: "0000", order: { merchantId: 3, amount: 50, recurring: true } });
    const { body: recurring } = await client(
      "tokenization/recurring",
      requests.recurring({ parentOrderId: String(body.order.id) }),
    );
    expect(recurring.responseCode).toBe("0000");
  });

  it("are answered as numbers with two decimals", { tags: ["facts:4/amount-unitamount-number-9-2"] }, async () => {
    for (const [amount, printed] of [
      [1, "1.00"],
      ["0.10", "0.10"],
      [1234.5, "1234.50"],
      [8_999_999.99, "8999999.99"],
      [0.29, "0.29"],
      [1.15, "1.15"],
    ] as const) {
      const { text } = await client("tokenization/sale", requests.sale({ amount }));
      expect(text).toContain(`"amount":${printed},"netAmount":${printed}`);
    }
  });
});

describe("rules across parameters", () => {
  it("showResultPage false asks for callbackUrl", {
    tags: ["spec:4.1/showResultPage", "spec:7/when-showresultpage-is-false-callbackurl"],
  }, async () => {
    expect((await client("hosted-checkout/create", requests.create({ showResultPage: false }))).body).toEqual({
      responseCode: "1001",
      message: "invalid parameter: callbackUrl: required when showResultPage is false",
    });
    const given = requests.create({ showResultPage: 0, callbackUrl: { success: "https://shop.example/" } });
    expect((await client("hosted-checkout/create", given)).body.responseCode).toBe("0000");
  });

  it("an order is closed at its expiryTime", {
    tags: ["facts:3/open-closed-by-expiry-time-passes", "spec:4.1/expiryTime"],
  }, async () => {
    const order = await created(client, { expiryTime: "2026-01-05T02:00:01.5+00:00" });
    await moveClock(world.lane, { action: "advance", byMs: 1499 });
    expect((await client("direct/query", { merchantId: 3, orderId: order.id })).body.order.status).toBe("OPEN");
    await moveClock(world.lane, { action: "advance", byMs: 1 });
    expect((await client("direct/query", { merchantId: 3, orderId: order.id })).body.order.status).toBe("CLOSED");
  });

  it("a token charges only its own user, whatever the case of the name", {
    tags: [
      "spec:2.4/userId",
      "spec:4.2/charges-a-stored-token",
      "spec:4.2/tokenId",
      "spec:4.2/userId",
      "spec:4.3/tokenId",
      "spec:4.3/userId",
    ],
  }, async () => {
    expect((await client("tokenization/sale", requests.sale({ userId: "USER1" }))).body.responseCode).toBe("0000");
    expect((await client("tokenization/sale", requests.sale({ userId: "user2" }))).body).toEqual({
      responseCode: "2009",
      message: "token not found: tokenId 351 of user user2",
    });
    expect((await client("tokenization/recurring", requests.recurring({ tokenId: 1 }))).body.responseCode).toBe("2009");
  });
});

describe("a decline", () => {
  it("answers its code alone, and keeps the order open", {
    tags: [
      "facts:3/open-open-the-shopper-may-try-again-by-payment-fails-decline",
      "spec:3/none-success-by-tokenization-sale-if-payment-succeeds",
    ],
  }, async () => {
    const { text } = await client(
      "tokenization/sale",
      requests.sale({ userId: "user3", tokenId: 651, merchantReference: "DECLINED" }),
    );
    expect(text).toBe('{"responseCode":"3051","message":"declined: insufficient funds"}');
    const { body } = await client("hosted-checkout/query", { merchantId: 3, merchantReference: "DECLINED" });
    expect(body.order).toMatchObject({ status: "OPEN", netAmount: 0, cardType: "VISA" });
    expect(
      (await client("tokenization/sale", requests.sale({ merchantReference: "DECLINED" }))).body.responseCode,
    ).toBe("2002");
  });
});
