import * as z from "zod";
import { objections, type SchemaNode, sentence } from "../../core/scenario/values/issues.js";
import { loadRegexesFor } from "../../core/scenario/values/pattern.js";
import { InvalidInput } from "../../package/errors.js";
import type { Settings } from "../../server/config/settings.js";
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
  .min(1)
  .optional()
  .describe(
    "the lane, which is an isolated world of its own; when left out, the lane in the sandbox's address, else `default`",
  );

/** The sandbox, or a lane of it. */
export const targetOf = ({ target }: ToolContext, name: string | undefined): ControlTarget =>
  name === undefined ? target : inLane(target, name);

/** The JSON Schema of a tool's input. */
export const inputSchemaOf = ({ input }: Tool): { type: "object" } & Record<string, unknown> => {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: "input", unrepresentable: "any" });
  return { ...schema, type: "object" };
};

/** Checks the input against the tool's schema. Throws InvalidInput with a line for each fault. */
export async function checked(tool: Tool, given: unknown): Promise<unknown> {
  await loadRegexesFor(given);
  const read = tool.input.safeParse(given);
  if (read.success) return given;
  const faults = objections(read.error.issues, given, inputSchemaOf(tool) as SchemaNode);
  throw new InvalidInput(faults.map((fault) => `${tool.name}: ${sentence(fault)}`));
}

export const toolText = (value: unknown): string => JSON.stringify(value, null, 2);
