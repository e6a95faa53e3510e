import { describe, expect, it } from "vitest";
import type { PaymentMethod } from "../../../../src/core/facts/methods.js";
import type { Log } from "../../../../src/lane/ports/log.js";
import { payOrder } from "../../../../src/lane/shopper/checkout.js";
import { settle } from "../../../../src/lane/time/settlement.js";
import {
  type Client,
  created,
  lineItems,
  type Params,
  reference,
  requests,
  signed,
  sold,
} from "../../../support/client.js";
import { plainExchange } from "../../../support/exchange.js";
import { ofFile } from "../../../support/of-file.js";
import { control, startTestSandbox } from "../../../support/sandbox.js";
import { allExchanges } from "../../../support/stores.js";

const sandbox = ofFile(await startTestSandbox());
const world = await sandbox.lane();
const client = world.client;

const charge = (over: Params = {}): Params => ({ merchantId: 3, amount: 50, merchantReference: reference(), ...over });
const direct = (): Params => charge({ paymentType: "WECHAT", paymentTerminal: "SDK", lineItems });
const unpaid = async (): Promise<Params> => ({ merchantId: 3, orderId: (await created(client)).id });
const paid = async (): Promise<Params> => ({ merchantId: 3, orderId: (await sold(client)).id });
const paidOnPage = async (method: PaymentMethod = "CARD", over: Params = {}): Promise<Params> => {
  const { id } = await created(client, over);
  await payOrder(world.lane, { merchantId: 3, orderId: id }, { method });
  return { merchantId: 3, orderId: id };
};
const parent = async (over: Params = {}): Promise<number> => (await sold(client, { isRecurring: true, ...over })).id;
const ofPage = async (method: PaymentMethod) => (await paidOnPage(method, { isRecurring: true })).orderId;
const renewal = async () => (await client("tokenization/recurring", requests.recurring())).body.order.id;
const callbackUrl = { notify: "http://localhost:1/hook" };

it.each<[string, string, () => Params | Promise<Params>]>([
  ["hosted-checkout/create", "documented", () => requests.create()],
  ["hosted-checkout/query", "assumed: unpaid-card-type, query-order", unpaid],
  ["hosted-checkout/query", "assumed: query-order", paid],
  ["hosted-checkout/query", "assumed: wallet-orders, query-order", () => paidOnPage("ALIPAYHK")],
  [
    "hosted-checkout/query",
    "documented",
    async () => ({ merchantId: 3, orderId: (await sold(client, { email: "a@example.com" })).id }),
  ],
  ["direct/query", "assumed: unpaid-card-type", unpaid],
  ["direct/query", "documented", paid],
  ["hosted-checkout/refund", "assumed: query-order", async () => ({ ...(await paid()), amount: 1 })],
  ["direct/refund", "documented", async () => ({ ...(await paid()), amount: 1 })],
  ["hosted-checkout/void", "assumed: void-paths, query-order", paid],
  ["hosted-checkout/void", "assumed: query-order", () => paidOnPage()],
  ["tokenization/void", "documented", paid],
  ["direct/void", "assumed: void-paths, direct-void-message, direct-void-transaction", paid],
  [
    "hosted-checkout/recurring",
    "assumed: recurring-parent, query-order",
    async () => charge({ parentOrderId: await ofPage("CARD") }),
  ],
  [
    "hosted-checkout/recurring",
    "assumed: recurring-parent, wallet-parent, wallet-orders, query-order",
    async () => charge({ parentOrderId: await ofPage("ALIPAYHK") }),
  ],
  [
    "hosted-checkout/recurring",
    "assumed: recurring-parent, parent-is-recurring, query-order",
    async () => charge({ parentOrderId: await renewal() }),
  ],
  [
    "hosted-checkout/recurring",
    "assumed: recurring-parent, hosted-recurring-notify, query-order",
    async () => charge({ parentOrderId: await parent(), callbackUrl }),
  ],
  ["tokenization/sale", "assumed: issuer-country", () => requests.sale()],
  ["tokenization/sale", "assumed: user-id-case, issuer-country", () => requests.sale({ userId: "USER1" })],
  ["tokenization/recurring", "assumed: recurring-parent, query-order", () => requests.recurring()],
  [
    "tokenization/recurring",
    "assumed: recurring-parent, query-order",
    async () => requests.recurring({ parentOrderId: await parent() }),
  ],
  [
    "tokenization/recurring",
    "assumed: recurring-parent, recurring-email, query-order",
    async () => requests.recurring({ parentOrderId: await parent({ email: "a@example.com" }) }),
  ],
  ["tokenization/query-token", "documented", () => ({ merchantId: 3, userId: "user1" })],
  ["tokenization/query-token", "assumed: token-brand", () => ({ merchantId: 3, userId: "user2" })],
  ["tokenization/add-token", "assumed: card-entry-page", () => ({ merchantId: 3, userId: "user1" })],
  ["tokenization/delete-token", "assumed: new-merchant", () => ({ merchantId: 4, userId: "user1", tokenId: 351 })],
  ["direct/sale", "assumed: sdk-payloads, direct-sale-answer", direct],
  ["direct/sale", "assumed: direct-sale-answer", () => ({ ...direct(), paymentTerminal: "PCWEB" })],
])("an answer of %s says that it is %s", async (path, provenance, params) => {
  const { body, headers } = await client(path, await params());
  expect([body.responseCode, headers.get("X-Sandbox-Provenance")]).toEqual(["0000", provenance]);
});

it("the first call of a merchant rests once on the guess that made it", async () => {
  const { lane, client: call } = await sandbox.lane();
  await call("tokenization/query-token", { merchantId: 4, userId: "user1" });
  const [first] = await allExchanges(lane.store.views);
  expect(JSON.parse(first!.explain).assumed).toEqual(["new-merchant"]);
});

const after = async (path: string, params: Params): Promise<Params> => {
  await client(path, { ...params, amount: 1 });
  return params;
};
const settled = async (params: Params): Promise<Params> => {
  await settle(world.lane);
  return params;
};
const refunding = async (params: Params | Promise<Params>): Promise<Params> => ({ ...(await params), amount: 1 });
const renewing = async (parentOrderId: number, over: Params = {}) => requests.recurring({ parentOrderId, ...over });

/** The guesses besides the one about the code. The spec and the facts cover the other refusals. */
it.each<[string, string, string, () => Params | Promise<Params>]>([
  ["tokenization/void", "SETTLED", "", async () => settled(await paid())],
  ["tokenization/void", "VOIDED", "", async () => after("direct/void", await paid())],
  ["hosted-checkout/void", "VOIDED", "", async () => after("direct/void", await paid())],
  ["tokenization/void", "REFUNDED", "", async () => after("direct/refund", await paid())],
  ["hosted-checkout/void", "OPEN", "void-open-order", unpaid],
  ["hosted-checkout/void", "paid by a wallet", "method-capabilities", () => paidOnPage("ALIPAYHK")],
  ["hosted-checkout/void", "unknown", "", () => ({ merchantId: 3, orderId: 7 })],
  ["hosted-checkout/refund", "VOIDED", "", async () => refunding(after("direct/void", await paid()))],
  ["hosted-checkout/refund", "REFUNDED", "", async () => refunding(after("direct/refund", await paid()))],
  ["hosted-checkout/refund", "OPEN", "", async () => refunding(unpaid())],
  ["hosted-checkout/refund", "SUCCESS, asked for too much", "", async () => ({ ...(await paid()), amount: 51 })],
  [
    "hosted-checkout/refund",
    "SETTLED, without balance",
    "opening-balance",
    async () => refunding(settled(await paid())),
  ],
  [
    "hosted-checkout/query",
    "another than the reference names",
    "id-reference-mismatch",
    async () => ({ ...(await paid()), merchantReference: "another" }),
  ],
  [
    "hosted-checkout/refund",
    "another than the reference names",
    "id-reference-mismatch",
    async () => refunding({ ...(await paid()), merchantReference: "another" }),
  ],
  ["tokenization/sale", "there", "duplicate-reference", async () => after("tokenization/sale", requests.sale())],
  ["tokenization/sale", "of an unknown token", "", () => requests.sale({ tokenId: 7 })],
  ["tokenization/delete-token", "of an unknown token", "delete-token", () => ({ ...requests.sale(), tokenId: 7 })],
  ["tokenization/recurring", "of an unknown parent", "recurring-parent", () => renewing(7)],
  [
    "tokenization/recurring",
    "of a parent that isn't recurring",
    "recurring-parent",
    async () => renewing((await sold(client)).id),
  ],
])("a refusal of %s, the order being %s, rests on the guesses %j", async (path, _, guesses, params) => {
  const { body, headers } = await client(path, await params());
  expect(body.responseCode).toMatch(/^2/);
  expect(headers.get("X-Sandbox-Provenance")).toBe(
    `assumed: ${["response-codes", ...guesses.split(" ").filter(Boolean)].join(", ")}`,
  );
});

it("a refusal by the merchant's own setting, or by a rule, rests on no guess but that of its code", async () => {
  const { client: call, url } = await sandbox.lane();
  const { id } = await sold(call);
  await control(url, "PUT", "merchants/3", { capabilities: { CARD: { void: false } } });
  const own = await call("tokenization/void", { merchantId: 3, orderId: id });
  expect([own.body.message, own.headers.get("X-Sandbox-Provenance")]).toEqual([
    "void not allowed: CARD allows no void",
    "assumed: response-codes",
  ]);
  const forced = await call("tokenization/sale", requests.sale(), {
    headers: { "X-Sandbox-Outcome": "token-expired" },
  });
  expect([forced.body.responseCode, forced.headers.get("X-Sandbox-Provenance")]).toEqual([
    "2010",
    "assumed: response-codes",
  ]);
});

it.each([
  ["no signature", { signature: null }, "assumed: response-codes, missing-signature"],
  ["a wrong signature", { signature: signed("another text") }, "assumed: response-codes"],
])("a refusal under enforce for %s says what it rests on", async (_, options, expected) => {
  await using own = await startTestSandbox({ signature: "enforce" });
  const { headers } = await own.client("tokenization/query-token", { merchantId: 3, userId: "user1" }, options);
  expect(headers.get("X-Sandbox-Provenance")).toBe(expected);
});

it("a refusal under enforce of a merchant without a key rests on a guess only if the merchant is unknown", async () => {
  await using own = await startTestSandbox({ signature: "enforce" });
  const provenance = async (merchantId: number) =>
    (await own.client("tokenization/query-token", { merchantId, userId: "user1" })).headers.get("X-Sandbox-Provenance");
  await own.control("PUT", "merchants/8", { publicKeys: [] });
  expect([await provenance(8), await provenance(9)]).toEqual([
    "assumed: response-codes",
    "assumed: response-codes, unknown-merchant",
  ]);
});

describe("a header that names an outcome", () => {
  const forced = async (path: string, params: Params, name: string) =>
    (await client(path, params, { headers: { "X-Sandbox-Outcome": name } })).body;

  it.each([
    [
      "tokenization/sale",
      "no-money",
      'invalid parameter: X-Sandbox-Outcome: unknown outcome "no-money" (`payment-sandbox scenarios --outcomes` lists them)',
    ],
    [
      "tokenization/sale",
      "insuficient-funds",
      'invalid parameter: X-Sandbox-Outcome: unknown outcome "insuficient-funds". Did you mean insufficient-funds?',
    ],
    [
      "tokenization/sale",
      "http-503",
      'invalid parameter: X-Sandbox-Outcome: unknown outcome "http-503": http-503 is a fault: write {fault: http-503, placed: after-commit} as the then of a rule',
    ],
    [
      "direct/query",
      "lost-card",
      "invalid parameter: X-Sandbox-Outcome: lost-card does not fit direct/query: nothing can be declined there",
    ],
  ])("of %s is refused where it is %s", async (path, name, message) => {
    const params = path.startsWith("direct") ? await unpaid() : requests.sale();
    expect(await forced(path, params, name)).toEqual({ responseCode: "1001", message });
  });
});

describe("a call that is refused before anything was decided", () => {
  /** What the journal knows of the one call that a lane got. */
  const journalled = async (params: Params, options = {}, path = "direct/query") => {
    const { lane, client: call } = await sandbox.lane();
    await call(path, params, options);
    const { explain, ...exchange } = plainExchange((await allExchanges(lane.store.views))[0])!;
    return { ...exchange, explain: JSON.parse(explain) } as unknown as { readonly [member: string]: unknown };
  };

  it("is journalled with what a lenient reader finds", async () => {
    const params = {
      merchantId: "3",
      merchantReference: 12,
      userId: "u",
      reason: "r",
      currency: "EUR",
      orderId: "x7",
      tokenId: "351",
      amount: "1.50",
    };
    const { explain, ...exchange } = await journalled(params);
    expect(exchange).toMatchObject({
      operation: "direct/query",
      merchantId: 3,
      reference: "12",
      request: JSON.stringify(params),
      signature: "valid",
      responseCode: "1001",
      http: 200,
      response:
        '{"responseCode":"1001","message":"invalid parameter: orderId: expected a whole number from 1 to 2147483647"}',
    });
    expect(explain).toMatchObject({
      subject: {
        operation: "direct/query",
        merchantId: "3",
        merchantReference: "12",
        userId: "u",
        reason: "r",
        currency: "EUR",
        tokenId: 351,
        amountMinor: 150,
      },
      matched: [],
      assumed: ["response-codes", "text-numbers"],
      detail: "orderId: expected a whole number from 1 to 2147483647",
      ended: "invalid-parameter",
    });
    expect(explain).not.toHaveProperty("subject.orderId");
  });

  it.each<[Params, object]>([
    [{ merchantId: "abc", orderId: 12345678901 }, {}],
    [{ merchantId: 3.5, tokenId: -1, amount: "abc" }, {}],
    // No part of a cent is rounded: it would match an amount that was never sent.
    [{ amount: 20.333 }, {}],
    [{ amount: "" }, {}],
    [{ amount: " 0x10 " }, {}],
    [
      { merchantId: "0003", orderId: 7 },
      { merchantId: "3", orderId: 7 },
    ],
    [{ merchantId: {}, userId: [], reason: true, currency: null, orderId: "" }, {}],
    [
      { merchantId: 3, orderId: "?", amount: 0.29 },
      { merchantId: "3", amountMinor: 29 },
    ],
  ])("%j is known by %j", async (params, subject) => {
    const { explain } = await journalled(params);
    expect((explain as { subject: object }).subject).toEqual({ operation: "direct/query", ...subject });
  });

  it("is journalled without a text where it has none", async () => {
    expect(await journalled({}, { body: "no json" })).toMatchObject({
      request: "",
      signature: "unchecked",
      responseCode: "1400",
      http: 400,
      explain: { ended: "malformed-envelope", subject: { operation: "direct/query" } },
    });
  });

  it("by a fault before the parse is journalled with the rule, and without an answer", async () => {
    const { lane, url, client: call } = await sandbox.lane();
    await control(url, "POST", "rules", {
      name: "cut",
      when: { merchantReference: "A-*", amount: { gt: 1 } },
      times: 1,
      then: { fault: "http-503", placed: "before-parse", delay: "1s" },
    });
    const params = { merchantId: 3, merchantReference: "A-1", amount: 2 };
    expect((await call("direct/query", params)).http).toBe(503);
    const [exchange] = await allExchanges(lane.store.views);
    expect(exchange).toMatchObject({
      rule: "cut",
      http: 0,
      responseCode: "",
      response: "",
      signature: "unchecked",
      request: JSON.stringify(params),
      reference: "A-1",
    });
    expect(JSON.parse(exchange!.explain!)).toMatchObject({
      subject: { operation: "direct/query", merchantReference: "A-1", amountMinor: 200 },
      matched: [{ outcome: "fired", name: "cut", seen: 1, fired: 1 }],
      effects: { fault: "http-503", placed: "before-parse" },
    });
  });
});

describe("what the log says of signatures", () => {
  const query = { merchantId: 3, userId: "user1" };
  const wrong = signed("another text");

  async function logged(
    signature: "off" | "warn" | "enforce" | "enforce-registered",
    ask: (client: Client) => Promise<unknown>,
  ): Promise<readonly string[]> {
    const lines: string[] = [];
    const kept = (line: string) => {
      if (/signature/.test(line) && /^(invalid|merchant)/.test(line)) lines.push(line);
    };
    const log = { debug: () => {}, info: kept, warn: kept } as unknown as Log;
    await using own = await startTestSandbox({ signature }, log);
    const { client: call, url } = await own.lane("signatures");
    await ask(call);
    return lines.map((line) => line.replace(url, "<lane>"));
  }
  const wrongly = async (call: Client) => {
    await call("tokenization/query-token", query, { signature: wrong });
  };
  const keyless = async (call: Client) => {
    for (const merchantId of [8, 8, 9]) await call("tokenization/query-token", { merchantId, userId: "u" });
  };
  const fault = "the key is right, but it signs another text than `request`";
  const register = (merchant: number) => `PUT <lane>/_sandbox/merchants/${merchant} {"publicKeys": ["<PEM>"]}`;

  it.each([
    ["off", []],
    [
      "warn",
      [
        `invalid signature by merchant 3 (${fault}): answered anyway (--signature warn); payment-sandbox why req-1 --url <lane>`,
      ],
    ],
    ["enforce", [`invalid signature by merchant 3 (${fault}): refused; payment-sandbox why req-1 --url <lane>`]],
    [
      "enforce-registered",
      [`invalid signature by merchant 3 (${fault}): refused; payment-sandbox why req-1 --url <lane>`],
    ],
  ] as const)("under %s of a wrong one", async (mode, lines) => expect(await logged(mode, wrongly)).toEqual(lines));

  it.each([
    ["off", []],
    [
      "warn",
      [8, 9].map(
        (id) => `merchant ${id} has no public key, so its signatures are not checked. Register one: ${register(id)}`,
      ),
    ],
    [
      "enforce",
      [8, 9].map(
        (id) => `merchant ${id} has no public key, so its requests are refused. Register one: ${register(id)}`,
      ),
    ],
    [
      "enforce-registered",
      [8, 9].map(
        (id) => `merchant ${id} has no public key, so its signatures are not checked. Register one: ${register(id)}`,
      ),
    ],
  ] as const)("under %s of merchants without a key", async (mode, lines) => {
    expect([...new Set(await logged(mode, keyless))].sort()).toEqual(lines);
  });

  it("is said once of each merchant without a key, by each node", async () => {
    const nodes = process.env.STORE === "two-nodes" ? 2 : 1;
    const lines = await logged("warn", async (call) => {
      for (let n = 0; n < 6; n++) await call("tokenization/query-token", { merchantId: 8, userId: "u" });
    });
    expect(lines.length).toBeGreaterThanOrEqual(1);
    expect(lines.length).toBeLessThanOrEqual(nodes);
  });

  it("is nothing of a merchant that is no number", async () => {
    const nobody = async (call: Client) => {
      await call("tokenization/query-token", { merchantId: "x", userId: "u" });
    };
    expect(await logged("warn", nobody)).toEqual([]);
  });
});
