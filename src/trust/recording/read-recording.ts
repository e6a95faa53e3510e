import { readFileSync, statSync } from "node:fs";
import * as z from "zod";
import { InvalidInput } from "../../package/errors.js";
import { objectIn } from "../../package/json.js";
import { objections, type SchemaNode, sentence } from "../../scenario/values/issues.js";
import { type Recorded, recordedSchema } from "./exchange.js";
import { recordedOfHar } from "./har.js";

/** The size limit of a recording. Recordings of whole test runs are much smaller. */
const RECORDING_MAX_BYTES = 256 * 1_048_576;

/**
 * Reads a recording (.jsonl), or an HTTP archive of a browser or proxy (.har). Throws InvalidInput with a line
 * `file:line:column: …`.
 */
export function readRecording(path: string): readonly Recorded[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isFile()) throw new InvalidInput(found ? `${path} is no file` : `there is no file ${path}`);
  const { size } = found;
  if (size > RECORDING_MAX_BYTES)
    throw new InvalidInput(`${path}:1:1: the file has ${size} bytes, expected at most 256 MB`);
  // Windows programs may start a file with a byte order mark.
  const text = readFileSync(path, "utf8").replace(/^\ufeff/, "");
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
