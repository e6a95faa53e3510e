import * as z from "zod";
import {
  type CreateDocumentOptions,
  createDocument,
  createSchema,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponsesObject,
} from "zod-openapi";
import { publicSchemas } from "../../../core/scenario/values/public-schemas.js";
import { type Answers, type AnyCall, isRaw, type RawCall } from "../call.js";
import { calls } from "../calls.js";
import { errorSchema } from "../http/errors.js";
import { exampleOf } from "./example.js";

// The build generates the document from this file and puts it into dist, so no server loads this file.

/** An endpoint of the payment API, as in the OpenAPI document. */
export interface PaymentEndpoint {
  readonly path: string;
  /** What it does, as the rest of a sentence. */
  readonly about: string;
  readonly params: z.ZodType;
  readonly success: z.ZodType;
  /** What is sent to its `callbackUrl.notify`. Undefined if it has none. */
  readonly notification?: "payment" | "token" | undefined;
}

interface About {
  readonly version: string;
  readonly payment: readonly PaymentEndpoint[];
  /** The payment API's answers other than success. */
  readonly refusal: z.ZodType;
  /** What the service sends to `callbackUrl.notify`, for an order that was paid and for a card that was stored. */
  readonly notifications: Readonly<Record<"payment" | "token", z.ZodType>>;
}

/** The control API and the payment API, from the schemas that check input and output. */
export function openApi({ version, payment, refusal, notifications }: About): object {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const call of calls as readonly AnyCall[]) {
    const path = `/_sandbox${call.path}`;
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(call) };
  }
  for (const endpoint of payment)
    paths[`/${endpoint.path}`] = { post: { ...paymentOf(endpoint, refusal), ...callbacksOf(endpoint, notifications) } };
  const document = createDocument(
    {
      openapi: "3.1.1",
      info: {
        title: "payment-sandbox",
        version,
        summary: "A payment service on your own machine. Unofficial.",
        license: { name: "MIT", identifier: "MIT" },
        description: "Each path also exists below /lane/{name}, which is an isolated world of its own.",
      },
      servers: [{ url: "http://localhost:4655" }],
      tags: [
        { name: "control", description: "The sandbox's own calls: state, clock, rules, what happened and why." },
        { name: "payment", description: "The payment service. A call is authenticated by the signature in its body." },
        { name: "notifications", description: "What the service sends to the shop." },
      ],
      paths: paths as ZodOpenApiPathsObject,
      webhooks: {
        payment: { post: notificationOf("payment", notifications.payment) },
        token: { post: notificationOf("token", notifications.token) },
      },
      components: {
        schemas: { ...Object.fromEntries(publicSchemas), PaymentRefusal: refusal },
        securitySchemes: {
          adminToken: { type: "http", scheme: "bearer", description: "required only beyond loopback" },
        },
      },
    },
    { override: plainly },
  );
  return withToldDefaults(pruned(document));
}

/** Removes the range that zod adds to each whole number, because readers don't need it. */
const plainly: NonNullable<CreateDocumentOptions["override"]> = ({ jsonSchema }) => {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
};

/** Moves each default to its description. Generators of clients make a member with a `default` required. */
function withToldDefaults(document: object): object {
  return JSON.parse(JSON.stringify(document), (_, part) => {
    if (part?.default === undefined || typeof part.default === "object") return part;
    const { default: value, description, ...rest } = part;
    const told = `default: ${value}`;
    return { ...rest, description: description ? `${description} (${told})` : told };
  });
}

/** Removes `Output` from names, unless there is also an input schema with this name. */
function withPlainNames(document: object, used: ReadonlySet<string>): object {
  const text = JSON.stringify(document).replace(/(?<=[/"])(\w+)Output"/g, (name, plain: string) =>
    used.has(`${plain}Output`) && !used.has(plain) ? `${plain}"` : name,
  );
  return JSON.parse(text);
}

/** Removes components to which nothing refers. */
function pruned({ components, ...document }: ReturnType<typeof createDocument>): object {
  const schemas = components?.schemas ?? {};
  const used = new Set<string>();
  const visit = (part: unknown): void => {
    for (const [, name] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (used.has(name!)) continue;
      used.add(name!);
      visit(schemas[name!]);
    }
  };
  visit([document.paths, document.webhooks]);
  const usedSchemas = Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
  return withPlainNames({ ...document, components: { ...components, schemas: usedSchemas } }, used);
}

function operationOf(call: AnyCall): ZodOpenApiOperationObject {
  const { method, path, summary } = call;
  const refused = { default: { description: "refused", content: json(errorSchema) } };
  const base = {
    operationId: operationId(method.toLowerCase(), path),
    tags: ["control"],
    summary,
    description: `${summary}.`,
    security: [{}, { adminToken: [] }],
  };
  if (isRaw(call)) return { ...base, responses: { "200": rawAnswer(call), ...refused } };
  const { query, body, document, answers } = call;
  return {
    ...base,
    requestParams: { path: pathParams(call.params ?? {}), ...(query && { query: query as z.ZodObject }) },
    ...(body && { requestBody: { content: json(body) } }),
    ...(document && {
      requestBody: { content: Object.fromEntries(document.types.map((type) => [type, { schema: document.schema }])) },
    }),
    responses: { ...answersOf(answers), ...refused },
  };
}

const pathParams = (params: Readonly<Record<string, string>>) =>
  z.object(Object.fromEntries(Object.entries(params).map(([name, what]) => [name, z.string().describe(what)])));

const answersOf = (answers: Answers): ZodOpenApiResponsesObject =>
  Object.fromEntries(
    Object.entries(answers).map(([http, schema]) => [
      http,
      schema ? { description: phrases[http]!, content: json(schema, true) } : { description: phrases[http]! },
    ]),
  );

const phrases: Readonly<Record<string, string>> = {
  "200": "OK",
  "201": "Created",
  "204": "No Content",
  "408": "Request Timeout: the event did not happen in time",
};

const json = (schema: z.ZodType, hasExample = false) => ({
  "application/json": { schema, ...(hasExample && { example: exampleOf(schema) }) },
});

const rawAnswer = ({ type, answer }: RawCall) => ({
  description: answer,
  content: { [type]: { schema: type === "application/json" ? z.looseObject({}) : z.string() } },
});

const operationId = (method: string, path: string): string =>
  method + path.replace(/[/{}.-]+(\w?)/g, (_, letter: string) => letter.toUpperCase());

/** The envelope. Its `request` is a text that contains the parameters. */
function paymentOf({ path, about, params, success }: PaymentEndpoint, refusal: z.ZodType): ZodOpenApiOperationObject {
  const envelope = z.object({
    request: z.string().meta({
      description: "the parameters: a JSON object as text, exactly as it is signed",
      examples: [JSON.stringify(exampleOf(params))],
      override: {
        contentMediaType: "application/json",
        contentSchema: createSchema(params, { io: "input", opts: { override: plainly } }).schema,
      },
    }),
    signature: z
      .string()
      .optional()
      .describe(
        "SHA256withRSA over the exact text of `request`, in base64; --signature decides whether it is required",
      ),
  });
  return {
    operationId: operationId("", `/${path}`).replace(/^./, (letter) => letter.toLowerCase()),
    tags: ["payment"],
    summary: path,
    description: `${about[0]!.toUpperCase()}${about.slice(1)}.`,
    // The signature in the body is all there is. OpenAPI has no security scheme for it.
    security: [],
    requestBody: { required: true, content: json(envelope) },
    responses: {
      "200": {
        description: "every business answer: success, refusals and declines",
        content: { "application/json": { schema: z.union([success, refusal]), example: exampleOf(success) } },
      },
      default: { description: "not a valid envelope", content: json(refusal) },
    },
  };
}

/** The notification of a call that may say where it goes. */
function callbacksOf({ path, notification: kind }: PaymentEndpoint, notifications: About["notifications"]) {
  if (kind === undefined) return {};
  // The address is a member of the text `request`, so strictly no JSON pointer leads there. Readers understand it.
  const address = "{$request.body#/request/callbackUrl/notify}";
  return { callbacks: { notify: { [address]: { post: notificationOf(kind, notifications[kind], path) } } } };
}

/** A notification, which the shop answers. Without `path` it stands among the webhooks. */
const notificationOf = (kind: string, schema: z.ZodType, path = ""): ZodOpenApiOperationObject => ({
  operationId: operationId("notify", `/${kind}${path && `/after/${path}`}`),
  tags: ["notifications"],
  summary: `${kind} notification`,
  description:
    "Sent to `callbackUrl.notify`. Every value is a text. Verify the signature before you use it. It may come twice, late or never.",
  security: [],
  requestBody: { required: true, content: json(schema, true) },
  responses: {
    "2XX": {
      description: "received, if the body is `OK`; after any other answer it is sent again",
      content: { "text/plain": { schema: z.literal("OK") } },
    },
  },
});
