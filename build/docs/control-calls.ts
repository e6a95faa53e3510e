import * as z from "zod";
import { publicSchemas } from "../../src/core/scenario/values/public-schemas.js";
import { type AnyCall, isRaw } from "../../src/server/control-api/call.js";
import { calls } from "../../src/server/control-api/calls.js";
import { exampleOf } from "../../src/server/control-api/openapi/example.js";
import { type JsonSchema, membersOf as membersOfJson, valuesOf } from "./json-schema.js";
import { table } from "./tables.js";

/** What has more members than this is told by its name: the OpenAPI document and the library's types have the rest. */
const MEMBERS_MAX = 6;

const nameOf = ({ method, path }: AnyCall): string => `${method} ${path.replace(/^\//, "")}`;

/** Each call in a chapter: what its path, its query and its body take, and an answer. */
export const controlDetails = (): string => (calls as readonly AnyCall[]).map(detailsOf).join("\n\n");

/** What takes a whole language of its own is told on that language's page. */
const elsewhere: Readonly<Record<string, string>> = {
  Scenario: 'a document as in [scenario files](scenarios.md), or `{ "name": … }` of the catalogue',
  Rule: "a rule as in [scenario files](scenarios.md#a-rule)",
  Then: 'a `then` as in [scenario files](scenarios.md#a-rules-then), without `when`. A decline waits for a call that can be declined, and a `notify` alone for a call, or a payment on a page, that sends a notification. To change the next call of one operation, use [POST rules](#post-rules) with `"times": 1`',
  Assume: "choices by the ids of [assumptions](assumptions.md)",
};

function detailsOf(call: AnyCall): string {
  const head = `### ${nameOf(call)}\n\n${call.summary}.`;
  if (isRaw(call)) return `${head} Answers ${call.type}: ${call.answer}.`;
  const taken = call.query ?? call.body ?? call.document?.schema;
  const name = taken && [...publicSchemas].find(([, schema]) => schema === taken)?.[0];
  const inPath = Object.entries<string>(call.params ?? {}).map(([part, what]) => [`\`{${part}}\` *`, "text", what]);
  const rows = [...inPath, ...(taken && !(name && elsewhere[name]) ? rowsOf(taken) : [])];
  const where = call.query ? "query" : "body";
  return [
    head,
    ...(rows.length > 0 ? [table([`path or ${where}`, "values", "what it is"], rows)] : []),
    ...(name && elsewhere[name] ? [`The body is ${elsewhere[name]}.`] : []),
    ...Object.entries(call.answers).map(answerOf),
  ].join("\n\n");
}

const jsonOf = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema;

/** A row for each member. If variants have different values for it, the row has all of them. */
function rowsOf(schema: z.ZodType): readonly (readonly string[])[] {
  const json = jsonOf(schema);
  const needed = membersOf(json);
  return [...Map.groupBy(membersOfJson(json), ({ name }) => name)].map(([name, variants]) => [
    `\`${name.replaceAll("[i]", "[]")}\`${(needed.get(name) ?? variants[0]!.isRequired) ? " *" : ""}`,
    joined([...new Set(variants.map((variant) => valuesOf(variant.schema)))]),
    explained(variants.map(({ schema: variant }) => variant)),
  ]);
}

/** What a member is. If each variant has a value of its own, each value is explained. */
function explained(variants: readonly JsonSchema[]): string {
  const described = variants.filter(({ description }) => description !== undefined);
  const isByValue = described.length > 1 && described.every(({ const: value }) => value !== undefined);
  const texts = described.map((one) => `${isByValue ? `${valuesOf(one)}: ` : ""}${one.description}`);
  return [...new Set(texts)].join(isByValue ? "; " : "; or ") || "–";
}

const joined = (values: readonly string[]): string =>
  values.join(values.every((value) => value.startsWith("`")) ? ", " : "; or ");

const answerOf = ([http, schema]: [string, z.ZodType | null]): string =>
  schema
    ? `Answers ${http}:\n\n\`\`\`json\n${JSON.stringify(exampleOf(schema), null, 2)}\n\`\`\``
    : `Answers ${http}, without a body.`;

/** The calls of the control API: what each does, takes and answers. */
export const controlRows = (): readonly (readonly string[])[] =>
  (calls as readonly AnyCall[]).map((call) => [
    `\`${nameOf(call)}\``,
    call.summary,
    isRaw(call) ? "–" : told(call.query ?? call.body ?? call.document?.schema) || "–",
    isRaw(call) ? call.answer : Object.entries(call.answers).map(answers).join("; "),
  ]);

function answers([http, schema]: [string, z.ZodType | null]): string {
  const members = told(schema ?? undefined);
  return http === "200" ? members : `${http}${members && `: ${members}`}`;
}

/** The members of an object; those that may be left out with `?`. */
function told(schema: z.ZodType | undefined): string {
  const members = schema ? [...membersOf(jsonOf(schema))] : [];
  const name = [...publicSchemas].find(([, one]) => one === schema)?.[0];
  return members.length > MEMBERS_MAX && name !== undefined
    ? `\`${name}\``
    : members.map(([member, isNeeded]) => `\`${member}${isNeeded ? "" : "?"}\``).join(", ");
}

/** By name, with whether they are needed; of variants: in each of them. */
function membersOf({ anyOf, oneOf = anyOf, properties = {}, required = [] }: JsonSchema): ReadonlyMap<string, boolean> {
  if (!oneOf) return new Map(Object.keys(properties).map((name) => [name, required.includes(name)]));
  const variants = oneOf.map(membersOf);
  const names = new Set(variants.flatMap((variant) => [...variant.keys()]));
  return new Map([...names].map((name) => [name, variants.every((variant) => variant.get(name) === true)]));
}
