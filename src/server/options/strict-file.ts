import { statSync } from "node:fs";
import * as z from "zod";
import { formatProblem, type Locate, type Problem, readDocument } from "../../core/scenario/document/positions.js";
import { sizeProblem } from "../../core/scenario/values/limits.js";
import { InvalidInput } from "../../package/errors.js";
import { NoRegularFile, readRegular, whyNoFile } from "../../package/regular-file.js";
import { NotUtf8 } from "../../package/utf8.js";

interface StrictFile<S extends z.ZodType> {
  readonly path: string;
  /** Its name in messages. */
  readonly shown: string;
  readonly schema: S;
  /** The members that an empty file lacks. Absent: an empty file counts as {}. */
  readonly atLeast?: string;
  /** The message if there is no such file. */
  readonly missing: string;
  /** True if the file contains secrets: no message quotes it. */
  readonly hidesValues?: boolean;
}

/** Reads a YAML or JSON file, strictly. Throws InvalidInput with a line for each fault. */
export function readStrictFile<S extends z.ZodType>(
  file: StrictFile<S>,
): { readonly value: z.output<S>; readonly place: Locate } {
  const { shown, schema, atLeast, missing, hidesValues = false } = file;
  const text = textIn(file);
  if (text === undefined) throw new InvalidInput(missing);
  const read = readDocument({ text, file: shown, hidesValues, ...(atLeast !== undefined && { atLeast }) }, schema, () =>
    z.toJSONSchema(schema, { io: "input" }),
  );
  if ("problems" in read) throw new InvalidInput(read.problems.map(formatProblem));
  return read;
}

function textIn({ path, shown }: StrictFile<z.ZodType>): string | undefined {
  const wrong = (problem: Pick<Problem, "what" | "expected"> & Partial<Problem>) =>
    new InvalidInput(formatProblem({ file: shown, line: 1, column: 1, ...problem }));
  try {
    const tooLarge = whyNoFile(path) === undefined ? sizeProblem(statSync(path).size) : undefined;
    if (tooLarge) throw wrong(tooLarge);
    return readRegular(path)?.text;
  } catch (error) {
    if (error instanceof NotUtf8) throw wrong(error.problem);
    throw error instanceof NoRegularFile ? wrong({ what: error.message, expected: "a regular file" }) : error;
  }
}
