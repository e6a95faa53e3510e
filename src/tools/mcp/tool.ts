import * as z from "zod";
import { isKind, type Objection, objections, sentence } from "../../core/scenario/values/issues.js";
import { loadRegexesFor } from "../../core/scenario/values/pattern.js";
import { type SchemaNode, valueAt } from "../../core/scenario/values/schema-node.js";
import { isName, nameRuleFor } from "../../lane/ports/name.js";
import { InvalidInput } from "../../package/errors.js";
import type { Settings } from "../../server/options/settings.js";
import { type ControlTarget, inLane } from "../library/control-client.js";

export interface ToolContext {
  /** The address of the sandbox or of one of its lanes, without a trailing slash. */
  readonly target: ControlTarget;
  /** The settings of a judged command's sandboxes. */
  readonly settings: Settings;
  /** True if tools may run commands on this machine. */
  readonly mayRun: boolean;
}

/** One call of a tool. */
export interface ToolCall {
  /** Aborted if the client cancels the call. */
  readonly signal: AbortSignal;
  /** Reports progress, if the client asked for it. */
  readonly progress: (done: number, total: number, said: string) => void;
}

/** A tool as data. The list of tools, the check of inputs and the call itself are derived from it. */
export interface Tool<S extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly title: string;
  /** For the agent: its purpose and when to use it. */
  readonly about: string;
  /** Must be the schema of an object. Its first example shows each member whose type says too little. */
  readonly input: S;
  /** True if the tool changes nothing. */
  readonly isReading: boolean;
  /** True if the tool can take away or overwrite what a lane has. */
  readonly isDestructive?: true;
  /** True if the tool runs a command of the agent's choice on this machine. */
  readonly runsCommands?: true;
  /** What is expected in the place of an input's fault, if the tool knows it better than the schema. */
  readonly expects?: (fault: Objection, given: unknown) => Promise<string | undefined>;
  /** Gets the input unchanged, after it was checked against `input`. Resolves with the text for the agent. */
  run(args: z.input<S>, context: ToolContext, call: ToolCall): Promise<string | readonly string[]>;
}

/** Checks that the types of a tool fit together. */
export const tool = <S extends z.ZodType>(row: Tool<S>): Tool => row as unknown as Tool;

/** A word of a command, or a path. No operating system takes a NUL in it. */
export const word = z.string().refine((given) => !given.includes("\0"), { error: "a text without NUL characters" });

/** The input member that names a lane, for every tool. The server's instructions describe it, because each text costs tokens. */
export const lane = z
  .string()
  .refine(isName, { error: ({ input }) => `a lane's name: ${nameRuleFor(String(input))}` })
  .optional();

/** The sandbox, or a lane of it. */
export const targetOf = ({ target }: ToolContext, name: string | undefined): ControlTarget =>
  name === undefined ? target : inLane(target, name);

/** The JSON Schema of a tool's input. */
export const inputSchemaOf = ({ input }: Tool): { type: "object" } & Record<string, unknown> => {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: "input", unrepresentable: "any" });
  return { ...schema, type: "object" };
};

type Schema = Readonly<Record<string, unknown>> & {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
};

/**
 * The schema as the list of tools has it, where each byte costs the agent tokens: without patterns, examples and bounds,
 * and with deep objects in one line. The check of inputs uses the whole schema, and says what it expects.
 */
export function shortSchemaOf(tool: Tool): { type: "object" } & Record<string, unknown> {
  return { ...shortened(inputSchemaOf(tool)), type: "object", additionalProperties: false };
}

/** An object inside a member of the input's members is told in one line, and each member that may be one of several. */
const DEEP = 2;
const BOUNDS = [
  "additionalProperties",
  "examples",
  "format",
  "maximum",
  "minimum",
  "minItems",
  "minLength",
  "pattern",
  "propertyNames",
];

function shortened(node: Schema, depth = 0): Schema {
  const { description, oneOf, anyOf = oneOf, items, properties } = node;
  if (isDuration(node)) return { description: description ?? "a duration such as 250ms, 20m or 1h" };
  if (anyOf?.every(isSimple)) return { ...(description && { description }), type: anyOf.map(({ type }) => type) };
  if (anyOf?.some(isDuration) || (hasMembers(node) && depth >= (anyOf ? 1 : DEEP)))
    return { description: [description, typeText(node)].filter(Boolean).join(": ") };
  const kept = Object.fromEntries(
    Object.entries(node).filter(([key]) => !BOUNDS.includes(key) && !(key === "type" && node.enum !== undefined)),
  );
  return {
    ...kept,
    ...(anyOf && { anyOf: anyOf.map((one) => shortened(one, depth)) }),
    ...(items && { items: shortened(items, depth) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, member]) => [name, shortened(member, depth + 1)]),
      ),
    }),
  };
}

const hasMembers = ({ properties, oneOf = [], anyOf = oneOf, items }: Schema): boolean =>
  properties !== undefined || anyOf.some(hasMembers) || (items !== undefined && hasMembers(items));

const isSimple = (node: Schema): boolean =>
  typeof node.type === "string" && Object.keys(node).every((key) => key === "type" || BOUNDS.includes(key));

const isDuration = ({ anyOf }: Schema): boolean =>
  anyOf?.some(({ pattern }) => String(pattern).startsWith("^(?:0|")) === true;

/** The type of a value as TypeScript would write it, such as {name: string, idleMs?: integer}. */
function typeText(node: Schema): string {
  const { oneOf, anyOf = oneOf, items, properties, required = [], type } = node;
  if (isDuration(node)) return "duration";
  if (anyOf) return [...new Set(anyOf.map(typeText))].join("|");
  if (node.enum) return node.enum.join("|");
  if (items) return `[${typeText(items)}]`;
  if (!properties) return String(node.const ?? type);
  const members = Object.entries(properties).map(
    ([name, member]) => `${name}${required.includes(name) ? "" : "?"}: ${typeText(member)}`,
  );
  return `{${members.join(", ")}}`;
}

/** Checks the input against the tool's schema. Throws InvalidInput with a line for each fault. */
export async function checked(tool: Tool, given: unknown): Promise<unknown> {
  await loadRegexesFor(given);
  const read = tool.input.safeParse(given);
  if (read.success) return given;
  // JSON Schema has no examples of a schema that transforms its input.
  const [example] = (tool.input.meta()?.examples ?? []) as readonly unknown[];
  const found = objections(read.error.issues, given, inputSchemaOf(tool) as SchemaNode);
  const faults = await Promise.all(
    found.map(async (fault) => {
      const expected = await tool.expects?.(fault, given);
      return expected === undefined ? withExample(fault, example) : { ...fault, expected };
    }),
  );
  throw new InvalidInput(faults.map(sentence));
}

/** The example of the tool's schema shows a value, if the fault says only of which type it must be. */
function withExample(fault: Objection, example: unknown): Objection {
  const shown = isKind(fault.expected) ? valueAt(example, fault.path) : undefined;
  return shown === undefined ? fault : { ...fault, expected: `${fault.expected} such as ${JSON.stringify(shown)}` };
}

/**
 * Indented JSON, but an object without lists and objects is one line: each byte costs the agent tokens. Amounts have two
 * decimals, as on the wire. A notification's fields are those of its signed body, so attempts are told without it.
 */
export const toolText = (value: unknown): string =>
  JSON.stringify(value, (key, one) => (key === "attempts" && Array.isArray(one) ? one.map(withoutRequest) : one), 2)
    .replace(AMOUNT, (_, name: string, amount: string) => name + Number(amount).toFixed(2))
    .replace(FLAT, (_, members: string) => `{ ${members.trim().replace(/\n */g, " ")} }`);

const AMOUNT = /^(\s*"(?:amount|netAmount)": )(-?\d+(?:\.\d)?)(?=,?$)/gm;
const FLAT = /\{\n((?: *".*[^[{]\n)+) *\}/g;

const withoutRequest = ({ request: _, ...attempt }: Record<string, unknown>) => attempt;
