import * as z from "zod";
import { type AnyCall, type ControlCall, isRaw } from "../src/server/control-api/call.js";
import { calls } from "../src/server/control-api/calls.js";
import { size } from "../src/server/options/kinds.js";
import { memberRows } from "../src/server/options/members.js";
import { isNegated, type OptionRow, optionRows } from "../src/server/options/options.js";
import "../src/tools/judge/schema/report.js";
import { publicSchemas } from "../src/core/scenario/values/public-schemas.js";
import { judgeSchemas } from "../src/tools/judge/schema/schemas.js";
import { doc, type Io, type Json, refsOf, TypePrinter } from "./type-printer.js";

const HEADER = `// Made of the schemas by the build; do not edit. The scenario language, and what the control API takes and answers,
// written out so that users need no zod. test/tools/library/types.test.ts holds it equal to the schemas.`;

/** What goes in and comes out of one call, each under an id of its own where it has no public name. */
interface CallTypes {
  readonly call: ControlCall;
  readonly query?: string;
  readonly body?: string;
  /** Undefined: no body. */
  readonly answer?: string;
}

/** The text of src/tools/library/language.ts. */
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
  const options = optionRows.filter(({ isSetting }) => isSetting);
  for (const { name, kind } of options) registry.add(kind.schema(), { id: optionId(name) });
  for (const { name, schema } of members) registry.add(schema(), { id: optionId(name) });
  const asked = (calls as readonly AnyCall[]).flatMap((call) => (isRaw(call) ? [] : [typesOf(call, idOf)]));
  const schemas = { input: jsonOf(registry, "input"), output: jsonOf(registry, "output") };
  const used = {
    input: reach(schemas.input, [...asked.flatMap(({ query, body }) => [query, body]), "Beliefs"]),
    output: reach(schemas.output, [...asked.map(({ answer }) => answer), "JudgeReport"]),
  };
  const printer = new TypePrinter(schemas, used);
  const parts = [
    HEADER,
    printer.declarations([...named.keys()]),
    optionsText(options, printer),
    callsText(asked, printer),
  ];
  return `${parts.join("\n\n")}\n`;
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

const optionId = (name: string): string => `option ${name}`;

/** Of the config file's members without a flag, those whose types are short. src/tools/library/types.ts has the others. */
const members = memberRows.filter(({ name }) => name !== "assumptions" && name !== "responseCodes");

function optionsText(rows: readonly OptionRow[], printer: TypePrinter): string {
  const textOf = (name: string, about: string, io: Io) =>
    `${doc(about, "  ")}  ${name}?:${spaced(printer.type(optionId(name), io))} | undefined;`;
  const lines = [
    ...rows.map((row) => textOf(row.name, aboutOption(row), "output")),
    ...members.map(({ name, about }) => textOf(name, about, "input")),
  ];
  return `/** The options of a server that the command line or the config file has too. */\nexport interface ServerOptions {\n${lines.join("\n")}\n}`;
}

/** A union over several lines begins with a line end. */
const spaced = (type: string): string => (type.startsWith("\n") ? type : ` ${type}`);

/** What the help says of the flag, in the library's words. */
function aboutOption(row: OptionRow): string {
  // A size is a number here.
  const said = row.kind === size ? row.about.replace(/, such as \w+/, ", in bytes") : row.about;
  const about = isNegated(row) ? `\`false\`: ${said}` : said;
  const byDefault = libraryDefault(row);
  const text = byDefault === undefined ? about : `${about} (default: ${byDefault})`;
  return text.replace(/--[\w-]+/g, (flag) => {
    const found = optionRows.find(({ flags }) => flags.split(/[ ,]+/).includes(flag));
    return found ? `\`${found.name}\`` : flag;
  });
}

/** Without the default of `start`, which differs. */
function libraryDefault({ default: value, defaultNote = "" }: OptionRow): string | undefined {
  const notes = defaultNote.split("; ").filter((note) => note !== "" && !note.startsWith("start: "));
  if (notes.length === 0) return typeof value === "number" ? String(value) : undefined;
  return notes.map((note) => note.replace("exec and library: ", "")).join("; ");
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
