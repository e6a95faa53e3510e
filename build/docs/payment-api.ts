// The page of the payment API: each endpoint with its parameters, limits, answers, refusals, guesses, and where they come from.
import { readdirSync, readFileSync } from "node:fs";
import * as z from "zod";
import { defaultPolicy } from "../../src/core/facts/assumptions.js";
import { allCodes, declines, type RefusalName } from "../../src/core/facts/codes.js";
import { memberSources } from "../../src/core/facts/members.js";
import { parameterSources } from "../../src/core/facts/parameters/parameters.js";
import type { Source } from "../../src/core/facts/source.js";
import { sourceText } from "../../src/lane/explain/sources.js";
import { successSchema } from "../../src/server/payment-api/endpoints/answer-schemas.js";
import type { Endpoint } from "../../src/server/payment-api/endpoints/endpoint.js";
import { endpoints } from "../../src/server/payment-api/endpoints/index.js";
import { paramsSchema } from "../../src/server/payment-api/read-parameters/schema.js";
import { type Asked, operationRows } from "../../src/tools/coverage/asked.js";
import { cellsUnder, refusalsUnder } from "../../src/tools/coverage/cells.js";
import { aboutOf } from "../about-endpoints.js";
import { type JsonSchema, membersOf, valuesOf } from "./json-schema.js";
import { table } from "./tables.js";

/** Each endpoint in a line. */
export const endpointRows = (): readonly (readonly string[])[] =>
  endpoints.map((endpoint) => [`[\`/${endpoint.path}\`](#${anchor(endpoint)})`, aboutOf(endpoint)]);

const anchor = ({ path }: Endpoint): string => path.replace("/", "");

/** Each endpoint in a chapter. */
export const endpointSections = (): string => endpoints.map(sectionOf).join("\n\n");

const sectionOf = (endpoint: Endpoint): string =>
  [
    `## ${endpoint.path}`,
    `${capital(aboutOf(endpoint))}. Its [parameters](#parameters-of-${anchor(endpoint)}), [answer](#answer-of-${anchor(endpoint)}), [refusals](#refusals-and-declines-of-${anchor(endpoint)}), and an [example](#example-of-${anchor(endpoint)}).`,
    "### Parameters",
    table(["parameter", "values", "what it is", "known from"], parameterRows(endpoint)),
    "### Answer",
    table(["member", "values", "what it is", "known from"], answerRows(endpoint)),
    "### Refusals and declines",
    refusalsOf(endpoint),
    ...guessesOf(endpoint),
    ...exampleOf(endpoint),
  ]
    .map((part) => part.replace(/^### (.*)$/, `### $1 of ${endpoint.path}`))
    .join("\n\n");

const capital = (text: string): string => text[0]!.toUpperCase() + text.slice(1);

const jsonSchemaOf = (schema: z.ZodType, io: "input" | "output"): JsonSchema =>
  z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      Object.assign(jsonSchema, z.globalRegistry.get(zodSchema)?.override);
    },
  }) as JsonSchema;

const known = (sources: Readonly<Record<string, Source>> | undefined, name: string): string =>
  sources?.[name] ? sourceText(sources[name]).replace(/^assumed: (.*)$/, "guess [`$1`](assumptions.md)") : "–";

const parameterRows = ({ path }: Endpoint): readonly (readonly string[])[] =>
  membersOf(jsonSchemaOf(paramsSchema(path), "input")).map(({ name, schema, isRequired }) => [
    `\`${name}\`${isRequired ? " *" : ""}`,
    valuesOf(schema),
    schema.description ?? "–",
    known(parameterSources[path], name),
  ]);

const answerRows = ({ path, answer }: Endpoint): readonly (readonly string[])[] =>
  membersOf(jsonSchemaOf(successSchema(answer), "output")).map(({ name, schema, isRequired }) => [
    `\`${name}\`${isRequired ? "" : " ?"}`,
    valuesOf(schema),
    name === "order.status"
      ? `${schema.description}, one of the [order statuses](#order-statuses)`
      : (schema.description ?? "–"),
    known(memberSources[path], name),
  ]);

const everywhere: readonly RefusalName[] = ["invalid-parameter", "invalid-signature", "no-public-key"];
const refusals = refusalsUnder(defaultPolicy);

/** The commands whose answer may be a decline. */
const declinable = new Set(
  cellsUnder(defaultPolicy)
    .filter(({ outcome }) => outcome === "decline")
    .map(({ asked }) => asked),
);
const declineCodes = Object.values(declines).map(({ code }) => code);

function declinesOf(asked: Asked): string {
  if (!declinable.has(asked)) return "";
  const next = asked.startsWith("charge-")
    ? "the reference is used up, so [charge again under a new one](#declined-sale-by-token-use-a-new-merchantreference)"
    : "nothing was given back";
  return `Any [decline](outcomes.md#outcomes), \`${declineCodes[0]}\` to \`${declineCodes.at(-1)}\`: ${next}. `;
}

/** What the domain was found to refuse, besides what every endpoint refuses. */
function refusalsOf({ path }: Endpoint): string {
  const asked = Object.fromEntries(operationRows)[path] as Asked;
  // A query is no decision of the domain, so exploring finds none of its refusals.
  const found = path.endsWith("/query") ? ["order-not-found" as const] : refusals(path);
  const own = found.map((name) => {
    const { code, message } = allCodes[name];
    return `\`${name}\` (${code}, ${message})`;
  });
  const common = everywhere.map((name) => `\`${name}\``).join(", ");
  return `${own.length > 0 ? `${own.join("; ")}. ` : ""}${declinesOf(asked)}Like every endpoint: ${common}.`;
}

/** The guesses that each answer rests on. The header names those that depend on what became of the call. */
function guessesOf({ assumed }: Endpoint): readonly string[] {
  if (assumed === undefined) return [];
  return [`Each answer rests on the guess ${assumed.map((id) => `[\`${id}\`](assumptions.md)`).join(", ")}.`];
}

interface Golden {
  readonly about: string;
  readonly source: string;
  readonly request: object;
  readonly response: string;
}

/** The first exchange that went well, of those that the tests hold the sandbox against. */
function exampleOf({ path }: Endpoint): readonly string[] {
  const folder = `fixtures/wire/${path.replace("/", "-")}`;
  const exchanges = readdirSync(folder).map((file): Golden => JSON.parse(readFileSync(`${folder}/${file}`, "utf8")));
  const found = exchanges.find(({ response }) => response.includes('"0000"'));
  if (!found) throw new Error(`expected an exchange that went well in ${folder}`);
  return [
    "### Example",
    `An example from the tests (${found.source}): ${found.about.replace(/\.$/, "")}. The request inside the envelope comes first, then the answer.`,
    fenced(JSON.stringify(found.request, null, 2).replace('"{order}"', JSON.parse(found.response).order?.id)),
    fenced(pretty(found.response)),
  ];
}

const fenced = (json: string): string => `\`\`\`json\n${json}\n\`\`\``;

/** Amounts keep their two decimals, which JSON.parse would lose. */
const pretty = (json: string): string =>
  JSON.stringify(JSON.parse(json.replace(/:(-?\d+\.\d\d)(?=[,}])/g, ':"@$1@"')), null, 2).replace(/"@([^@]*)@"/g, "$1");
