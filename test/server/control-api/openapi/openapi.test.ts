import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defaultPolicy } from "../../../../src/core/facts/assumptions.js";
import { parameterSources } from "../../../../src/core/facts/parameters/parameters.js";
import { packageText } from "../../../../src/package/files.js";
import { type AnyCall, isRaw } from "../../../../src/server/control-api/call.js";
import { calls } from "../../../../src/server/control-api/calls.js";
import type { ControlContext } from "../../../../src/server/control-api/context.js";
import { controlApi } from "../../../../src/server/control-api/http/routes.js";
import { exampleOf } from "../../../../src/server/control-api/openapi/example.js";
import { paymentRefusalSchema, successSchema } from "../../../../src/server/payment-api/endpoints/answer-schemas.js";
import { endpoints } from "../../../../src/server/payment-api/endpoints/index.js";
import {
  paymentNotificationSchema,
  tokenNotificationSchema,
} from "../../../../src/server/payment-api/endpoints/notification-schemas.js";
import { paramsSchema } from "../../../../src/server/payment-api/read-parameters/schema.js";
import { type Params, requests } from "../../../support/client.js";
import { writeOpenApi } from "../../../support/openapi.js";
import { startTestSandbox, type TestSandbox } from "../../../support/sandbox.js";

let sandbox: TestSandbox;
// biome-ignore lint/suspicious/noExplicitAny: the document's shape is what is tested.
let document: any;
beforeAll(async () => {
  writeOpenApi();
  sandbox = await startTestSandbox();
  document = (await sandbox.control("GET", "openapi.json")).body;
});
afterAll(() => sandbox[Symbol.asyncDispose]());

/** `GET /orders/{id}` for each call that the document tells, below `/_sandbox`. */
const told = (): string[] =>
  Object.entries(document.paths as Record<string, object>).flatMap(([path, methods]) =>
    path.startsWith("/_sandbox/")
      ? Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.slice("/_sandbox".length)}`)
      : [],
  );

/** The same for each route that is there; the console and the documentation are not the control API's own. */
function routed(): string[] {
  const context = { lanes: {}, catalogue: {}, snapshots: {} } as ControlContext;
  const routes = controlApi(context).routes.filter(({ method }) => method !== "ALL");
  const calls = routes.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`);
  return [...new Set(calls), "GET /ui", "GET /docs"];
}

describe("GET openapi.json", () => {
  it.each([
    ["the document", () => document],
    ["scenario.schema.json", () => JSON.parse(packageText("scenario.schema.json"))],
    ["judge.schema.json", () => JSON.parse(packageText("judge.schema.json"))],
  ])("%s divides no decimals: validators would refuse 19.99", (_, read) => {
    const divisors = [...JSON.stringify(read()).matchAll(/"multipleOf":([^,}]+)/g)].map(([, by]) => Number(by));
    expect(divisors.filter((by) => !Number.isInteger(by))).toEqual([]);
  });

  it("has nothing that generated clients do not compile: one value twice, a status such as 4XX, or a pattern that needs the flag u", () => {
    const text = JSON.stringify(document.paths) + JSON.stringify(document.components);
    const statuses = Object.values<Record<string, { responses: object }>>(document.paths).flatMap((methods) =>
      Object.values(methods).flatMap(({ responses }) => Object.keys(responses)),
    );
    expect(statuses.filter((status) => !/^(\d{3}|default)$/.test(status))).toEqual([]);
    const enums = [...text.matchAll(/"enum":(\[[^[\]]*\])/g)].map(([, values]) => JSON.parse(values!).map(String));
    expect(enums.filter((values) => new Set(values).size < values.length)).toEqual([]);
    expect(text.match(/"pattern":"[^"]*\\\\[pP]\{/g)).toBeNull();
  });

  it("tells every call of the control API, and no other", () => {
    expect(told().sort()).toEqual(routed().sort());
  });

  it("tells the payment API, whose request is a text that holds the parameters", () => {
    const schema =
      document.paths["/hosted-checkout/refund"].post.requestBody.content["application/json"].schema.properties.request;
    expect(schema).toMatchObject({ type: "string", contentMediaType: "application/json" });
    expect(Object.keys(schema.contentSchema.properties)).toContain("amount");
    const payment = Object.keys(document.paths).filter((path) => !path.startsWith("/_sandbox/"));
    expect(payment.sort()).toEqual(endpoints.map(({ path }) => `/${path}`).sort());
  });

  it("carries the schemas that check the bodies: an unknown member is one too many there too", () => {
    const { Simulation, Rule } = document.components.schemas;
    expect(Simulation.additionalProperties).toBe(false);
    expect(Simulation.properties.action.enum).toEqual(["pay", "decline", "cancel", "expire", "settle"]);
    expect(Object.keys(Rule.properties)).toEqual(expect.arrayContaining(["when", "then", "times", "chance"]));
  });

  const answered = (calls as readonly AnyCall[]).flatMap((call) =>
    isRaw(call)
      ? []
      : Object.entries(call.answers).flatMap(([http, schema]) => (schema ? [{ call, http, schema }] : [])),
  );
  it.each(answered)("tells what $call.method $call.path answers ($http), with an example that is one", (answer) => {
    const { call, http, schema } = answer;
    const { content } = document.paths[`/_sandbox${call.path}`][call.method.toLowerCase()].responses[http];
    const { schema: told, example } = content["application/json"];
    expect(told.$ref !== undefined || Object.keys(told.properties).length > 0).toBe(true);
    expect(schema.safeParse(example)).toMatchObject({ success: true });
    expect(example).toEqual(JSON.parse(JSON.stringify(exampleOf(schema))));
  });
});

interface Param {
  readonly description?: string;
  readonly type?: string;
  readonly maxLength?: number;
  readonly maximum?: number;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Param[];
  readonly properties?: Readonly<Record<string, Param>>;
  readonly items?: Param;
}

describe("the notifications' part", () => {
  const bodyOf = (operation: { requestBody: { content: Record<string, { schema: unknown; example: unknown }> } }) =>
    operation.requestBody.content["application/json"];

  it("has a webhook for a paid order and for a stored card, and an example of each", () => {
    expect(Object.keys(document.webhooks)).toEqual(["payment", "token"]);
    expect(paymentNotificationSchema.safeParse(bodyOf(document.webhooks.payment.post)?.example).success).toBe(true);
    expect(tokenNotificationSchema.safeParse(bodyOf(document.webhooks.token.post)?.example).success).toBe(true);
  });

  it("is a callback of each call that may name an address", () => {
    const operations = Object.entries(
      document.paths as Record<string, { readonly post?: { readonly callbacks?: object } }>,
    );
    const calling = operations.filter(([, { post }]) => post?.callbacks).map(([path]) => path);
    const naming = endpoints.filter(({ path }) => "callbackUrl.notify" in (parameterSources[path] ?? {}));
    expect(calling.sort()).toEqual(naming.map(({ path }) => `/${path}`).sort());
  });
});

describe("the payment API's part", () => {
  const paramsOf = (path: string): Param =>
    document.paths[`/${path}`].post.requestBody.content["application/json"].schema.properties.request.contentSchema;

  /** The parameters below a schema, by their paths. */
  const parameters = (
    { properties = {}, items, anyOf = [] }: Param,
    path = "",
  ): readonly (readonly [string, Param])[] => [
    ...Object.entries(properties).flatMap(([name, param]) => [
      [`${path}${name}`, param] as const,
      ...parameters(param, `${path}${name}.`),
    ]),
    ...[items, ...anyOf].flatMap((inner) => (inner ? parameters(inner, path) : [])),
  ];

  it.each(endpoints)("tells of each parameter of $path what it is and takes", ({ path }) => {
    const all = parameters(paramsOf(path));
    expect(all.length).toBeGreaterThan(1);
    const bare = all.filter(([name, param]) => {
      const isTold = param.description !== undefined || name.endsWith("priceData");
      return !isTold || (param.type === undefined && param.anyOf === undefined);
    });
    expect(bare.map(([name]) => name)).toEqual([]);
  });

  it.each(endpoints)("gives an example of $path that is taken", ({ path, params }) => {
    const [text] = document.paths[`/${path}`].post.requestBody.content["application/json"].schema.properties.request
      .examples as [string];
    expect(params(defaultPolicy)(JSON.parse(text)).problems).toBeUndefined();
  });

  /** Values at the limit that the document tells, with whether they are taken. */
  function edges({
    type,
    maxLength,
    maximum,
    enum: names,
    anyOf = [],
  }: Param): readonly (readonly [unknown, boolean])[] {
    return [
      ...(maxLength === undefined
        ? []
        : ([
            ["x".repeat(maxLength), true],
            ["x".repeat(maxLength + 1), false],
          ] as const)),
      ...(maximum === undefined
        ? []
        : ([
            [maximum, true],
            [maximum + 1, false],
          ] as const)),
      ...(names === undefined ? [] : [...names.map((name) => [name, true] as const), ["nix", false] as const]),
      ...(type === "boolean"
        ? ([
            [true, true],
            ["perhaps", false],
          ] as const)
        : []),
      ...anyOf.flatMap(edges),
    ];
  }

  it.each(endpoints)("tells the limits of $path as they are", ({ path, params }) => {
    const example = exampleOf(paramsSchema(path)) as object;
    const told = Object.entries(paramsOf(path).properties ?? {}).flatMap(([name, param]) =>
      edges(param).map(([value, isTaken]) => ({ name, value, isTaken })),
    );
    expect(told.length).toBeGreaterThan(1);
    const found = told.map(({ name, value }) => ({
      name,
      value,
      isTaken: !params(defaultPolicy)({ ...example, [name]: value }).problems,
    }));
    expect(found).toEqual(told);
  });

  const paid = { merchantId: 3, amount: 20 };
  const ways: readonly (readonly [path: string, params: (paidOrderId: number) => Params])[] = [
    ["hosted-checkout/create", () => requests.create()],
    ["hosted-checkout/query", (orderId) => ({ merchantId: 3, orderId })],
    ["direct/query", (orderId) => ({ merchantId: 3, orderId })],
    ["hosted-checkout/refund", (orderId) => ({ ...paid, orderId })],
    ["direct/refund", (orderId) => ({ ...paid, orderId })],
    ["hosted-checkout/void", (orderId) => ({ merchantId: 3, orderId })],
    ["direct/void", (orderId) => ({ merchantId: 3, orderId })],
    ["tokenization/void", (orderId) => ({ merchantId: 3, orderId })],
    [
      "hosted-checkout/recurring",
      (parentOrderId) => ({ ...paid, parentOrderId, merchantReference: `again-${parentOrderId}` }),
    ],
    ["tokenization/sale", () => requests.sale()],
    ["tokenization/recurring", () => requests.recurring()],
    ["tokenization/query-token", () => ({ merchantId: 3, userId: "user1" })],
    ["tokenization/add-token", () => ({ merchantId: 3, userId: "user1" })],
    ["tokenization/delete-token", () => ({ merchantId: 3, userId: "user1", tokenId: 351 })],
    ["direct/sale", () => ({ ...requests.create(), paymentType: "WECHAT", paymentTerminal: "SDK" })],
    ["direct/sale", () => ({ ...requests.create(), paymentType: "ALIPAYHK", paymentTerminal: "SDK" })],
    ["direct/sale", () => ({ ...requests.create(), paymentType: "ALIPAYHK", paymentTerminal: "PCWEB" })],
  ];
  it.each(ways)("tells each member of the answer of %s", async (path, params) => {
    const { client } = await sandbox.lane();
    const { body } = await client("tokenization/sale", requests.sale({ isRecurring: true }));
    const answer = await client(path, params(body.order.id));
    const { answer: shape } = endpoints.find((endpoint) => endpoint.path === path)!;
    expect(successSchema(shape).safeParse(answer.body)).toMatchObject({ success: true });
  });

  it("covers every endpoint, and tells refusals", async () => {
    expect([...new Set(ways.map(([path]) => path))].sort()).toEqual(endpoints.map(({ path }) => path).sort());
    const { body } = await sandbox.client("hosted-checkout/query", { merchantId: 3, orderId: 1 });
    expect(paymentRefusalSchema.safeParse(body)).toMatchObject({ success: true });
  });

  it("takes no success for a refusal", async () => {
    const { body } = await sandbox.client("hosted-checkout/create", requests.create());
    const { responseCode, message } = body;
    expect(responseCode).toBe("0000");
    expect(paymentRefusalSchema.safeParse({ responseCode, message })).toMatchObject({ success: false });
    const { pattern } = document.components.schemas.PaymentRefusal.properties.responseCode;
    expect(responseCode).not.toMatch(new RegExp(pattern));
  });
});
