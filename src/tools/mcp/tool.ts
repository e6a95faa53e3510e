import * as z from "zod";
import { objections, type SchemaNode, sentence } from "../../core/scenario/values/issues.js";
import { loadRegexesFor } from "../../core/scenario/values/pattern.js";
import { isName, NAME_RULE } from "../../lane/ports/name.js";
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
  /** Must be the schema of an object. */
  readonly input: S;
  /** True if the tool changes nothing. */
  readonly isReading: boolean;
  /** True if the tool runs a command of the agent's choice on this machine. */
  readonly runsCommands?: true;
  /** Gets the input unchanged, after it was checked against `input`. Resolves with the text for the agent. */
  run(args: z.input<S>, context: ToolContext, call: ToolCall): Promise<string>;
}

/** Checks that the types of a tool fit together. */
export const tool = <S extends z.ZodType>(row: Tool<S>): Tool => row as unknown as Tool;

/** The input member that names a lane, for every tool. */
export const lane = z
  .string()
  .refine(isName, { error: `a lane's name: ${NAME_RULE}` })
  .optional()
  .describe("the lane, an isolated world; when left out, that of the sandbox's address, else `default`");

/** The sandbox, or a lane of it. */
export const targetOf = ({ target }: ToolContext, name: string | undefined): ControlTarget =>
  name === undefined ? target : inLane(target, name);

/** The JSON Schema of a tool's input. */
export const inputSchemaOf = ({ input }: Tool): { type: "object" } & Record<string, unknown> => {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: "input", unrepresentable: "any" });
  return { ...schema, type: "object" };
};

/**
 * The schema as the list of tools has it, where each byte costs the agent tokens: without patterns, examples and bounds that
 * the descriptions say in words. The check of inputs uses the whole schema.
 */
export function shortSchemaOf(tool: Tool): { type: "object" } & Record<string, unknown> {
  return shortened(inputSchemaOf(tool)) as { type: "object" } & Record<string, unknown>;
}

function shortened(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(shortened);
  if (typeof node !== "object" || node === null) return node;
  const { anyOf, ...rest } = node as { readonly anyOf?: readonly unknown[] } & Record<string, unknown>;
  // A duration is a text or the number 0.
  const isDuration = anyOf?.some((one) => String((one as { pattern?: string }).pattern).startsWith("^(?:0|"));
  if (isDuration) return { description: "a duration such as 250ms, 20m or 1d", ...rest, type: ["string", "number"] };
  const types = anyOf?.map((one) => simpleTypeOf(one as Record<string, unknown>));
  if (types?.every((type) => type !== undefined)) return { ...rest, type: types };
  return Object.fromEntries(
    Object.entries(node)
      .filter(
        ([key, value]) =>
          !(Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER || isSpelling(key, value) || key === "examples"),
      )
      .map(([key, value]) => [key, shortened(value)]),
  );
}

const isSpelling = (key: string, value: unknown): boolean => key === "pattern" && typeof value === "string";

/** The type of a schema that says nothing else. */
function simpleTypeOf({ type, ...rest }: Record<string, unknown>): string | undefined {
  const says = Object.keys(rest).filter((key) => !["minLength", "minimum", "maximum"].includes(key));
  return typeof type === "string" && says.length === 0 ? type : undefined;
}

/** Checks the input against the tool's schema. Throws InvalidInput with a line for each fault. */
export async function checked(tool: Tool, given: unknown): Promise<unknown> {
  await loadRegexesFor(given);
  const read = tool.input.safeParse(given);
  if (read.success) return given;
  const faults = objections(read.error.issues, given, inputSchemaOf(tool) as SchemaNode);
  throw new InvalidInput(faults.map((fault) => `${tool.name}: ${sentence(fault)}`));
}

/** Indented JSON. Amounts have two decimals, as on the wire. */
export const toolText = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(AMOUNT, (_, name: string, amount: string) => name + Number(amount).toFixed(2));

const AMOUNT = /^(\s*"(?:amount|netAmount)": )(-?\d+(?:\.\d)?)(?=,?$)/gm;
