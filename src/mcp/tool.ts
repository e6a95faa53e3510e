import * as z from "zod";
import type { Settings } from "../config/settings.js";
import type { ControlTarget } from "../library/control-client.js";
import { InvalidInput } from "../package/errors.js";
import { objections, type SchemaNode, sentence } from "../scenario/issues.js";
import { loadRegexesFor } from "../scenario/pattern.js";

/** What a tool works with. */
export interface ToolContext {
  /** The sandbox, or the lane that its address names, without a trailing slash. */
  readonly target: ControlTarget;
  /** What a judged command's sandboxes are started with. */
  readonly settings: Settings;
}

/** One call of a tool. */
export interface ToolCall {
  /** Aborted when the client gives up. */
  readonly signal: AbortSignal;
  /** Tells the client how far it is, where it wants to know. */
  readonly progress: (done: number, total: number, said: string) => void;
}

/** A tool as data: the list of tools, the check of what comes in and the call itself come from it. */
export interface Tool<S extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly title: string;
  /** For the agent: what it does, and when it is of use. */
  readonly about: string;
  /** Must be an object's. */
  readonly input: S;
  /** Changes nothing. */
  readonly isReading: boolean;
  /** Gets what came in as it came, once it was held against `input`. Resolves with the text for the agent. */
  run(args: z.input<S>, context: ToolContext, call: ToolCall): Promise<string>;
}

/** Ties the types of a tool together. */
export const tool = <S extends z.ZodType>(row: Tool<S>): Tool => row as unknown as Tool;

/** The member by which each tool may name its lane. */
export const lane = z
  .string()
  .min(1)
  .optional()
  .describe("the lane, an isolated world of its own; left out: the one of the sandbox's address, else default");

/** A lane of the same sandbox. */
export const targetOf = ({ target: { base, ...rest } }: ToolContext, name: string | undefined): ControlTarget => ({
  ...rest,
  base: name === undefined ? base : `${base.replace(/\/lane\/[^/]+$/, "")}/lane/${encodeURIComponent(name)}`,
});

/** The JSON Schema of what a tool takes. */
export const inputSchemaOf = ({ input }: Tool): { type: "object" } & Record<string, unknown> => {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: "input", unrepresentable: "any" });
  return { ...schema, type: "object" };
};

/** Holds what came in against the tool's schema. Throws InvalidInput, a line for each fault. */
export async function checked(tool: Tool, given: unknown): Promise<unknown> {
  await loadRegexesFor(given);
  const read = tool.input.safeParse(given);
  if (read.success) return given;
  const faults = objections(read.error.issues, given, inputSchemaOf(tool) as SchemaNode);
  throw new InvalidInput(faults.map((fault) => `${tool.name}: ${sentence(fault)}`));
}

export const jsonText = (value: unknown): string => JSON.stringify(value, null, 2);
