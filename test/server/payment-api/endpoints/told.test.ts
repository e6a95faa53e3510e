import { describe, expect, it } from "vitest";
import * as z from "zod";
import { packageText } from "../../../../src/package/files.js";
import { paymentRefusalSchema, successSchema } from "../../../../src/server/payment-api/endpoints/answer-schemas.js";
import { endpoints } from "../../../../src/server/payment-api/endpoints/index.js";
import { paramsSchema } from "../../../../src/server/payment-api/read-parameters/schema.js";
import { type Row, tables, type Wrong } from "../tables.js";

// What the OpenAPI document and the page of the payment API tell of parameters and answers. The document of dist is made
// before any test runs, so the schemas that it is made of are asked.

interface Told {
  readonly type?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Told>>;
  readonly items?: Told;
  readonly anyOf?: readonly Told[];
  readonly [member: string]: unknown;
}

const toldOf = (schema: z.ZodType, io: "input" | "output"): Told =>
  z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      Object.assign(jsonSchema, z.globalRegistry.get(zodSchema)?.override);
    },
  }) as Told;

/** All members below a schema, by their paths: `order.id`, `lineItems[i].quantity`. */
const membersOf = (told: Told, path = ""): readonly (readonly [string, Told])[] => [
  ...Object.entries(told.properties ?? {}).flatMap(([name, member]) => {
    const where = path === "" ? name : `${path}.${name}`;
    return [[where, member] as const, ...membersOf(member, where)];
  }),
  ...(told.items ? membersOf(told.items, `${path}[i]`) : []),
  ...(told.anyOf ?? []).flatMap((one) => membersOf(one, path)),
];

const endpointAt = (path: string) => endpoints.find((one) => one.path === path)!;
const parametersOf = (path: string) => new Map(membersOf(toldOf(paramsSchema(path), "input")));
const answerOf = (path: string) => new Map(membersOf(toldOf(successSchema(endpointAt(path).answer), "output")));
const examplesIn = (members: ReadonlyMap<string, Told>): object =>
  Object.fromEntries([...members].flatMap(([name, { examples }]) => (examples ? [[name, examples[0]]] : [])));

const takes = ({ override: _, ...told }: Told, value: unknown): boolean =>
  z.fromJSONSchema(told as z.core.JSONSchema.JSONSchema).safeParse(value).success;

/** Forms that are taken and not told: absent ones, numbers as texts and the like. */
const isTold = ({ type }: Told, value: unknown): boolean =>
  value !== null &&
  value !== "" &&
  (type !== "boolean" || typeof value === "boolean") &&
  (type !== "string" || typeof value === "string") &&
  value !== "2099-11-22T10:03+0800";

/** What a schema cannot say, or only of numbers. */
const isUntold = ({ value, message }: Wrong): boolean =>
  /Unicode|as many digits|years 0 to 9999/.test(message) ||
  ["0.00", "1.001", "1.999", "1e-7", "1e22", "1e+22", "1e400", "-1e400", "reddish"].includes(String(value));

describe.each(tables)("the schema of $path", ({ path, rows }) => {
  const told = parametersOf(path);
  const wrongly = (values: (row: Row, schema: Told) => readonly unknown[], isTaken: boolean) =>
    rows.flatMap((row) => {
      const schema = told.get(row.name)!;
      return values(row, schema)
        .filter((value) => takes(schema, value) !== isTaken)
        .map((value) => [row.name, value]);
    });

  it("takes what the endpoint takes", () => {
    expect(wrongly(({ right }, schema) => right.filter((value) => isTold(schema, value)), true)).toEqual([]);
  });

  it("refuses what the endpoint refuses", () => {
    const refused = ({ wrong }: Row) => wrong.filter((one) => !isUntold(one)).map(({ value }) => value);
    expect(wrongly(refused, false)).toEqual([]);
  });

  it("takes a text of one character where any text will do, and none of no character", () => {
    const texts = [...told].filter(([, { type, ...more }]) => type === "string" && more.maxLength !== undefined);
    expect(texts.filter(([, schema]) => !takes(schema, "x") || takes(schema, "")).map(([name]) => name)).toEqual([]);
  });
});

const purchase = { merchantId: 3, amount: 50 };
const item = {
  "lineItems[i].quantity": 1,
  "lineItems[i].priceData.unitAmount": 50,
  "lineItems[i].priceData.name": "Tea",
};
const page = {
  "allowedBinRanges[i].binStart": "411111",
  "allowedBinRanges[i].binEnd": "411199",
  themeColor: "#ffffff",
  buttonBackgroundColor: "#ffffff",
  buttonFontColor: "#ffffff",
};
const card = { merchantId: 3, userId: "user1", tokenId: 351 };
const named = { merchantId: 3, orderId: 1_000_001 };

const examples: Readonly<Record<string, object>> = {
  "hosted-checkout/create": { ...purchase, currency: "HKD", merchantReference: "A-1", ...item, ...page },
  "hosted-checkout/query": named,
  "hosted-checkout/refund": { ...named, amount: 50 },
  "hosted-checkout/void": named,
  "hosted-checkout/recurring": { ...purchase, merchantReference: "A-1", parentOrderId: 1_000_001 },
  "tokenization/sale": { ...card, amount: 50, currency: "HKD", merchantReference: "A-1", ...item },
  "tokenization/recurring": {
    ...card,
    amount: 50,
    merchantReference: "A-1",
    reason: "membership",
    parentOrderId: 1_000_001,
  },
  "tokenization/query-token": { merchantId: 3, userId: "user1" },
  "tokenization/add-token": { merchantId: 3, userId: "user1", ...page },
  "tokenization/delete-token": card,
  "tokenization/void": named,
  "direct/query": named,
  "direct/void": named,
  "direct/refund": { ...named, amount: 50 },
  "direct/sale": {
    ...purchase,
    currency: "HKD",
    merchantReference: "A-1",
    paymentType: "ALIPAYHK",
    paymentTerminal: "PCWEB",
    ...item,
  },
};

it.each(endpoints)("the parameters of $path have examples, or are left out of them", ({ path }) => {
  expect(examplesIn(parametersOf(path))).toEqual(examples[path]);
});

const AT = "2026-01-05T02:00:00.000+00:00";
const shortOrder = {
  "order.id": 1_000_001,
  "order.merchantReference": "A-1",
  "order.amount": 50,
  "order.createTime": AT,
  "order.updateTime": AT,
};
const order = { ...shortOrder, "order.merchantId": 3, "order.recurring": false };
const open = { "order.status": "OPEN", "order.netAmount": 0 };
const paid = { "order.status": "SUCCESS", "order.netAmount": 50 };
const refunded = { "order.status": "REFUNDED", "order.netAmount": 0, "transaction.type": "REFUND" };
const voided = { "order.status": "VOIDED", "order.netAmount": 0, "transaction.type": "SALE_VOID" };
const transaction = {
  "transaction.id": 2_000_001,
  "transaction.merchantId": 3,
  "transaction.amount": 50,
  "transaction.maskedPan": "470598XXXXXX8101",
  "transaction.stan": "000001",
};
const checkoutUrl = "http://localhost:4655/checkout/…";

it.each<[string, object]>([
  ["hosted-checkout/create", { checkoutUrl, ...order, ...open }],
  ["hosted-checkout/query", { ...order, ...paid, "order.cardType": "VISA", "order.email": "" }],
  ["hosted-checkout/refund", { ...order, "order.cardType": "VISA", "order.email": "", ...transaction, ...refunded }],
  ["hosted-checkout/void", { ...order, "order.cardType": "VISA", "order.email": "", ...transaction, ...voided }],
  [
    "tokenization/sale",
    {
      ...order,
      ...paid,
      "order.cardType": "VISA",
      "order.issuerCountryCode": "HK",
      ...transaction,
      "transaction.type": "SALE",
    },
  ],
  ["tokenization/void", { ...order, "order.cardType": "VISA", ...transaction, ...voided }],
  ["direct/query", { ...order, ...paid, "order.cardType": "VISA" }],
  ["direct/refund", { ...shortOrder, "order.status": "REFUNDED", ...transaction, "transaction.type": "REFUND" }],
  ["direct/void", { ...shortOrder, "order.status": "VOIDED", ...transaction, "transaction.type": "SALE_VOID" }],
  [
    "direct/sale",
    {
      checkoutUrl,
      alipayData: "app_id=2…",
      wechatOrder: { appId: "wx…", prepayId: "wx…" },
      ...shortOrder,
      "order.status": "OPEN",
    },
  ],
  ["tokenization/add-token", { checkoutUrl, data: "http://localhost:4655/card-entry/…" }],
  [
    "tokenization/query-token",
    {
      "list[i].maskedPan": "4705********8101",
      "list[i].userId": "user1",
      "list[i].tokenId": 351,
      "list[i].cardBrand": "VISA",
      "list[i].cardSubBrand": "VISA_CREDIT",
      "list[i].expiryDate": "203012",
    },
  ],
])("the answer of %s has examples of what is answered", (path, expected) => {
  expect(examplesIn(answerOf(path))).toEqual(expected);
});

it("a refusal is told with an example", () => {
  const told = new Map(membersOf(toldOf(paymentRefusalSchema, "output")));
  expect(examplesIn(told)).toEqual({ responseCode: "2001", message: "order not found" });
});

describe("the page of the payment API", () => {
  const page = packageText("docs/payment-api.md");
  /** By name, what a table of a chapter says of each row; the names of required ones and of those that may be absent are bare. */
  const rowsOf = (chapter: string, column: number): ReadonlyMap<string, string> => {
    const [, text = ""] = page.split(`### ${chapter}\n`);
    const rows = text.split("\n##")[0]!.matchAll(/^\| `([^`]+)`.*\|$/gm);
    return new Map(Array.from(rows, ([row, name]) => [name!, row.split(" | ")[column]!]));
  };

  it.each(endpoints)("says of the parameters of $path what the schemas say", ({ path }) => {
    const told = [...parametersOf(path)].map(([name, { description }]) => [name, description ?? "–"]);
    expect(Object.fromEntries(told)).toEqual(Object.fromEntries(rowsOf(`Parameters of ${path}`, 2)));
    expect(told.length).toBeGreaterThan(1);
  });

  it.each(endpoints)("says of the answer of $path what the schemas say", ({ path }) => {
    const rows = rowsOf(`Answer of ${path}`, 2);
    const linked = (name: string): string =>
      name === "order.status" ? ", one of the [order statuses](#order-statuses)" : "";
    for (const [name, { description }] of answerOf(path))
      expect([name, rows.get(name)]).toEqual([name, description ? description + linked(name) : expect.any(String)]);
  });
});

it("a refusal is described", () => {
  const told = membersOf(toldOf(paymentRefusalSchema, "output"));
  expect(told.map(([name, { description }]) => [name, description])).toEqual([
    ["responseCode", "the kind of refusal or decline"],
    ["message", "the reason, as a sentence"],
  ]);
});
