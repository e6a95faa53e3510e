import { readFileSync, statSync } from "node:fs";
import * as z from "zod";
import { InvalidInput } from "../package/errors.js";
import { objections, type SchemaNode, sentence } from "../scenario/issues.js";
import { objectIn, type Recorded, recordedSchema } from "./exchange.js";
import { recordedOfHar } from "./har.js";

/** What a recording may have at most; whole test runs are far below. */
const RECORDING_MAX_BYTES = 256 * 1_048_576;

/** Reads a recording (.jsonl) or what a browser or proxy saved (.har). Throws InvalidInput with a line `file:line:column: …`. */
export function readRecording(path: string): readonly Recorded[] {
  const { size } = statSync(path, { throwIfNoEntry: false }) ?? {};
  if (size === undefined) throw new InvalidInput(`there is no file ${path}`);
  if (size > RECORDING_MAX_BYTES)
    throw new InvalidInput(`${path}:1:1: the file has ${size} bytes, expected at most 256 MB`);
  const text = readFileSync(path, "utf8");
  return /\.har$/i.test(path) ? recordedOfHar(text, path) : recordedOfLines(text, path);
}

function recordedOfLines(text: string, file: string): readonly Recorded[] {
  const lines = text.split("\n");
  const faults: string[] = [];
  const recorded = lines.flatMap((line, i) => {
    if (line.trim() === "") return [];
    const read = recordedSchema.safeParse(objectIn(line));
    if (read.success) return [read.data];
    faults.push(`${file}:${i + 1}:1: ${faultOf(line, read.error)}`);
    return [];
  });
  if (faults.length > 0) throw new InvalidInput(faults.slice(0, 20));
  return recorded;
}

function faultOf(line: string, error: z.ZodError): string {
  const value = objectIn(line);
  if (value === undefined) return "the line is no JSON object, expected a call that `record` wrote";
  const known = z.toJSONSchema(recordedSchema, { io: "input" }) as SchemaNode;
  return sentence(objections(error.issues, value, known)[0]!);
}
