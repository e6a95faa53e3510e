import * as z from "zod";
import type { JudgeReport } from "../library/language.js";
import { InvalidInput } from "../package/errors.js";
import { formatProblem, readDocument } from "../scenario/positions.js";
import { jsonFault } from "./json-place.js";
import { judgeReportSchema } from "./report.js";

const FORMAT = 1;

/** Reads an earlier report. Throws InvalidInput, a line for each fault with its place. */
export function readBaseline(text: string, file: string): JudgeReport {
  const place = jsonFault(text);
  if (place !== undefined)
    throw new InvalidInput(`${file}:${place}: no JSON, expected a report that --report json=${file} wrote`);
  const value: unknown = JSON.parse(text);
  const format = (value as { format?: unknown } | null)?.format;
  if (format === undefined) throw new InvalidInput(`${file}: no report of the judge, for it has no format`);
  if (format !== FORMAT)
    throw new InvalidInput(
      `${file}: a report of format ${JSON.stringify(format)}, expected ${FORMAT}: write it anew with --report json=${file}`,
    );
  const read = judgeReportSchema.safeParse(value);
  if (read.success) return read.data as JudgeReport;
  // Places are looked for only where they are needed: that takes long.
  const places = readDocument({ text, file }, judgeReportSchema, () =>
    z.toJSONSchema(judgeReportSchema, { io: "input" }),
  );
  throw new InvalidInput("problems" in places ? places.problems.map(formatProblem) : `${file}: no report of the judge`);
}
