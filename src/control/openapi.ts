import * as z from "zod";
import type { ControlContext } from "./context.js";
import { type Call, calls } from "./openapi-calls.js";

type Json = Record<string, unknown>;

/** The control API and the payment API, from the same schemas that check their bodies. */
export function openApi({ version, payment, lanes }: Pick<ControlContext, "version" | "payment" | "lanes">): Json {
  const components = new Map<string, Json>([["Error", errorSchema]]);
  const paths: Record<string, Json> = {};
  for (const call of calls) {
    const path = `/_sandbox${call.path}`;
    paths[path] = { ...paths[path], [call.method]: operationOf(call, components) };
  }
  for (const { path, params } of payment) paths[`/${path}`] = { post: paymentOf(path, params) };
  return {
    openapi: "3.1.1",
    info: {
      title: "payment-sandbox",
      version,
      summary: "A payment service on your own machine. Unofficial.",
      license: { name: "MIT", identifier: "MIT" },
      description: "Each path exists below /lane/{name} too: an isolated world of its own.",
    },
    servers: [{ url: lanes.url("default") }],
    tags: [{ name: "control" }, { name: "payment" }],
    paths,
    components: {
      schemas: Object.fromEntries(components),
      securitySchemes: { adminToken: { type: "http", scheme: "bearer", description: "off loopback only" } },
    },
  };
}

const errorSchema: Json = {
  type: "object",
  required: ["code", "message", "fix"],
  properties: {
    code: { type: "string" },
    message: { type: "string", description: "what is wrong" },
    fix: { type: "string", description: "what to do about it" },
  },
};

/** What a client may send, not what is made of it. */
function schemaOf(schema: z.ZodType): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Json;
  return rest;
}

function operationOf(call: Call, components: Map<string, Json>): Json {
  const { method, path, summary, query, body, answers } = call;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  return {
    operationId: operationId(method, path),
    tags: ["control"],
    summary,
    security: [{}, { adminToken: [] }],
    parameters: [...names.map(pathParameter), ...(query ? queryParameters(query) : [])],
    ...(body && { requestBody: { content: json(named(call, components)) } }),
    responses: {
      ...Object.fromEntries(Object.entries(answers).map(([http, what]) => [http, answerOf(http, what, call.type)])),
      "4XX": { description: "refused", content: json({ $ref: "#/components/schemas/Error" }) },
    },
  };
}

/** The schema of a body stands among the components, under its name. */
function named({ body, bodyName }: Call, components: Map<string, Json>): Json {
  if (!body || bodyName === undefined) throw new Error("expected a body with a name");
  if (!components.has(bodyName)) components.set(bodyName, schemaOf(body));
  return { $ref: `#/components/schemas/${bodyName}` };
}

const operationId = (method: string, path: string): string =>
  method + path.replace(/[/{}.-]+(\w?)/g, (_, letter: string) => letter.toUpperCase());

const json = (schema: Json): Json => ({ "application/json": { schema } });
const pathParameter = (name: string | undefined): Json => ({
  name,
  in: "path",
  required: true,
  schema: { type: "string" },
});

function queryParameters(query: z.ZodObject): Json[] {
  const { properties } = schemaOf(query) as { properties: Record<string, Json> };
  return Object.entries(properties).map(([name, schema]) => ({ name, in: "query", schema }));
}

function answerOf(http: string, description: string, type = "application/json"): Json {
  if (http === "204") return { description };
  return {
    description,
    content: { [type]: { schema: type === "application/json" ? { type: "object" } : { type: "string" } } },
  };
}

/** The envelope of the payment API, whose `request` is a text that holds the parameters. */
function paymentOf(path: string, params: z.ZodType): Json {
  const envelope: Json = {
    type: "object",
    required: ["request"],
    properties: {
      request: { type: "string", contentMediaType: "application/json", contentSchema: schemaOf(params) },
      signature: { type: "string", description: "SHA256withRSA over the exact text of `request`, in base64" },
    },
  };
  const answer: Json = {
    type: "object",
    required: ["responseCode"],
    properties: { responseCode: { type: "string" }, message: { type: "string" } },
  };
  return {
    operationId: operationId("", `/${path}`).replace(/^./, (letter) => letter.toLowerCase()),
    tags: ["payment"],
    summary: path,
    requestBody: { required: true, content: json(envelope) },
    responses: {
      "200": { description: "every business answer, refusals too", content: json(answer) },
      "4XX": { description: "no envelope", content: json(answer) },
    },
  };
}
