import { describe, expect, it } from "vitest";
import { envelope, reference, requests } from "../../../support/client.js";
import { ofFile } from "../../../support/of-file.js";
import { portable } from "../../../support/portable.js";
import { startTestSandbox } from "../../../support/sandbox.js";
import { allExchanges } from "../../../support/stores.js";

const sandbox = ofFile(await startTestSandbox());
const world = await sandbox.lane();
const client = world.client;

const inRequest = (text: string): string => envelope({}, { request: text });
const nested = (open: string, close: string, levels: number): string =>
  `${open.repeat(levels)}1${close.repeat(levels)}`;

/** Bodies that are no envelope. */
const malformed: readonly (readonly [string, string | Uint8Array<ArrayBuffer>])[] = [
  ["nothing", ""],
  ["no JSON", "hello"],
  ["null", "null"],
  ["a text", '"text"'],
  ["request as an object", '{"request":{"merchantId":3},"signature":"x"}'],
  ["a request that is a text", inRequest('"text"')],
  ["bytes that are no UTF-8", new Uint8Array([0x7b, 0xff, 0xfe, 0x7d])],
  ["null bytes", "\0\0\0"],
  ["100,000 open arrays", "[".repeat(100_000)],
  ["100,000 nested arrays", nested("[", "]", 100_000)],
  ["request deep below __proto__", '{"__proto__":{"request":"{}"}}'],
];

describe("what is no envelope", portable, () => {
  it.each(malformed)(
    "is answered 400 in the API's form: %s",
    { tags: ["spec:2.1/request", "spec:2.1/the-parameter-tables-in-section", "spec:4/all-method-post-body-is"] },
    async (_, body) => {
      const answered = await client("tokenization/sale", {}, { body });
      expect([answered.http, answered.body.responseCode, Object.keys(answered.body)]).toEqual([
        400,
        "1400",
        ["responseCode", "message"],
      ]);
      expect(answered.body.message).toMatch(/^malformed envelope: .*expected/);
      expect(answered.text).not.toMatch(/node_modules|\bat .*:\d+:\d+/);
    },
  );
});

describe("what cannot be a parameter", portable, () => {
  const refused: readonly (readonly [string, string, string])[] = [
    ["1e400 as amount", '{"merchantId":3,"amount":1e400}', "amount: expected at most 9999999.99"],
    ["-1e400 as amount", '{"merchantId":3,"amount":-1e400}', "amount: expected an amount above 0"],
    [
      "1e-400 as amount",
      '{"merchantId":3,"amount":1e-400}',
      "amount: expected an amount above 0, and a double reads this one as 0",
    ],
    ["1e-7 as amount", '{"merchantId":3,"amount":1e-7}', "amount: expected at most two decimals"],
    ["1e21 as amount", '{"merchantId":3,"amount":1e21}', "amount: expected at most 9999999.99"],
    [
      '"NaN" as amount',
      '{"merchantId":3,"amount":"NaN"}',
      "amount: expected a number with at most two decimals, such as 50.00",
    ],
    [
      '"Infinity" as merchantId',
      '{"merchantId":"Infinity"}',
      "merchantId: expected a whole number from 1 to 2147483647",
    ],
    ["1e400 as merchantId", '{"merchantId":1e400}', "merchantId: expected a whole number from 1 to 2147483647"],
    [
      "a lone surrogate",
      String.raw`{"merchantId":3,"amount":1,"merchantReference":"\ud800"}`,
      "merchantReference: expected well-formed Unicode text without null characters",
    ],
    [
      "a null byte",
      String.raw`{"merchantId":3,"amount":1,"merchantReference":"a\u0000"}`,
      "merchantReference: expected well-formed Unicode text without null characters",
    ],
    ["an object with __proto__", '{"__proto__":{"merchantId":3},"amount":1}', "merchantId: required"],
    [
      "constructor as merchantId",
      '{"merchantId":{"constructor":1}}',
      "merchantId: expected a whole number from 1 to 2147483647",
    ],
    [
      "a wrong last duplicate",
      '{"merchantId":3,"merchantId":"x"}',
      "merchantId: expected a whole number from 1 to 2147483647",
    ],
  ];
  it.each(refused)("%s", async (_, request, message) => {
    const { http, body } = await client("hosted-checkout/create", {}, { request });
    expect([http, body]).toEqual([200, { responseCode: "1001", message: `invalid parameter: ${message}` }]);
  });

  it("is named where it stands among 10,000 line items", async () => {
    const lineItems = Array.from({ length: 10_000 }, (_, i) => ({
      quantity: i === 9_998 ? 0 : 1,
      priceData: { unitAmount: 1, name: "A" },
    }));
    expect((await client("hosted-checkout/create", requests.create({ lineItems }))).body.message).toBe(
      "invalid parameter: lineItems[9998].quantity: expected a whole number from 1 to 99999999",
    );
  });
});

describe("what is odd and harmless", portable, () => {
  it("is answered: 10,000 line items", async () => {
    const lineItems = Array.from({ length: 10_000 }, () => ({
      quantity: 1,
      priceData: { unitAmount: 0.01, name: "A" },
    }));
    expect((await client("hosted-checkout/create", requests.create({ lineItems }))).body.responseCode).toBe("0000");
  });

  it.each([
    ["arrays", nested("[", "]", 100_000)],
    ["objects", nested('{"a":', "}", 100_000)],
  ])("is answered: 100,000 nested %s in an unknown member", async (_, deep) => {
    const request = `{"merchantId":3,"userId":"user1","extra":${deep}}`;
    const { http, body } = await client("tokenization/query-token", {}, { request });
    expect([http, body.responseCode]).toEqual([200, "0000"]);
  });

  it.each(["lineItems", "callbackUrl", "merchantId", "amount"])(
    "is refused by name: 100,000 nested arrays as %s",
    async (name) => {
      const text = JSON.stringify({ ...requests.create(), [name]: "HERE" });
      const { body } = await client(
        "hosted-checkout/create",
        {},
        { request: text.replace('"HERE"', nested("[", "]", 100_000)) },
      );
      expect(body).toMatchObject({
        responseCode: "1001",
        message: expect.stringContaining(`invalid parameter: ${name}`),
      });
    },
  );

  it("is answered: duplicate keys, the last counts", async () => {
    const { body } = await client(
      "tokenization/query-token",
      {},
      { request: '{"merchantId":4,"userId":"nobody","userId":"user1","merchantId":3}' },
    );
    expect(body.list).toHaveLength(2);
  });

  it("is answered: members called __proto__ and constructor, which change nothing", async () => {
    const request =
      '{"merchantId":3,"userId":"user1","__proto__":{"userId":"x","polluted":1},"constructor":{"prototype":{"polluted":1}}}';
    expect((await client("tokenization/query-token", {}, { request })).body.list).toHaveLength(2);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it("is answered: a userId called __proto__", async () => {
    expect((await client("tokenization/query-token", { merchantId: 3, userId: "__proto__" })).body.list).toEqual([]);
  });

  it("is kept as it is: quotes, tags and line breaks in a reference", async () => {
    const merchantReference = `${reference()}';DROP TABLE orders;--<script>"\n\u2028茶😀`;
    const { body } = await client("hosted-checkout/create", requests.create({ merchantReference }));
    expect(body.order.merchantReference).toBe(merchantReference);
    expect((await client("direct/query", { merchantId: 3, merchantReference })).body.order.id).toBe(body.order.id);
  });
});

it("nothing of all that was half done: each order is answered, the books balance", async () => {
  const { body } = await sandbox.control("GET", "health");
  expect(body.status).toBe("ok");
  const before = (await world.lane.store.views.orders({ limit: 1000 })).length;
  const after = await client("tokenization/sale", requests.sale());
  expect(after.body.responseCode).toBe("0000");
  expect(await world.lane.store.views.orders({ limit: 1000 })).toHaveLength(before + 1);
  const answered = (await allExchanges(world.lane.store.views)).filter(
    ({ operation, responseCode }) => /create|sale/.test(operation) && responseCode === "0000",
  );
  expect(answered).toHaveLength(before + 1);
});
