import * as z from "zod";
import { type AnyCall, type ControlCall, isRaw } from "../src/control/call.js";
import { calls } from "../src/control/calls.js";
import "../src/judge/schema/report.js";
import { judgeSchemas } from "../src/judge/schema/schemas.js";
import { publicSchemas } from "../src/scenario/values/public-schemas.js";
import { doc, type Io, type Json, refsOf, TypePrinter } from "./type-printer.js";

const HEADER = `// Made of the schemas by the build; do not edit. The scenario language, and what the control API takes and answers,
// written out so that users need no zod. test/library/types.test.ts holds it equal to the schemas.`;

/** What goes in and comes out of one call, each under an id of its own where it has no public name. */
interface CallTypes {
  readonly call: ControlCall;
  readonly query?: string;
  readonly body?: string;
  /** Undefined: no body. */
  readonly answer?: string;
}

/** The text of src/library/language.ts. */
export function libraryTypes(): string {
  const registry = z.registry<{ id: string }>();
  // By name, so that the order in which modules load does not show.
  const named = new Map([...publicSchemas, ...judgeSchemas].sort(([a], [b]) => (a < b ? -1 : 1)));
  for (const [id, schema] of named) registry.add(schema, { id });
  const idOf = (schema: z.ZodType, otherwise: string): string => {
    const known = registry.get(schema)?.id;
    if (known === undefined) registry.add(schema, { id: otherwise });
    return known ?? otherwise;
  };
  const asked = (calls as readonly AnyCall[]).flatMap((call) => (isRaw(call) ? [] : [typesOf(call, idOf)]));
  const schemas = { input: jsonOf(registry, "input"), output: jsonOf(registry, "output") };
  const used = {
    input: reach(schemas.input, [...asked.flatMap(({ query, body }) => [query, body]), "Beliefs"]),
    output: reach(schemas.output, [...asked.map(({ answer }) => answer), "JudgeReport"]),
  };
  const printer = new TypePrinter(schemas, used);
  return `${HEADER}\n\n${printer.declarations([...named.keys()])}\n\n${callsText(asked, printer)}\n`;
}

function typesOf(call: ControlCall, idOf: (schema: z.ZodType, otherwise: string) => string): CallTypes {
  const name = `${call.method} ${call.path}`;
  const body = call.body ?? call.document?.schema;
  const answer = call.answers[200] ?? call.answers[201];
  return {
    call,
    ...(call.query && { query: idOf(call.query, `query of ${name}`) }),
    ...(body && { body: idOf(body, `body of ${name}`) }),
    ...(answer && { answer: idOf(answer, `answer of ${name}`) }),
  };
}

const jsonOf = (registry: z.core.$ZodRegistry<{ id: string }>, io: Io): Readonly<Record<string, Json>> =>
  z.toJSONSchema(registry, { io, uri: (id) => id, unrepresentable: "any" }).schemas as Record<string, Json>;

/** All that these refer to, themselves included. */
function reach(schemas: Readonly<Record<string, Json>>, from: readonly (string | undefined)[]): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (id: string | undefined): void => {
    if (id === undefined || found.has(id)) return;
    found.add(id);
    for (const ref of refsOf(schemas[id])) visit(ref);
  };
  for (const id of from) visit(id);
  return found;
}

function callsText(asked: readonly CallTypes[], printer: TypePrinter): string {
  const members = asked.map(({ call, query, body, answer }) => {
    const parts = [
      ...(query ? [`query: ${printer.type(query, "input")}`] : []),
      ...(body ? [`body: ${printer.type(body, "input")}`] : []),
      `answer: ${answer ? printer.type(answer, "output") : "undefined"}`,
    ];
    return `${doc(call.summary, "  ")}  "${call.method} ${call.path}": { ${parts.join("; ")} };`;
  });
  return `/** The calls of the control API, below \`/_sandbox\`. */\nexport interface ControlCalls {\n${members.join("\n")}\n}`;
}
