import { readFileSync, statSync } from "node:fs";
import * as z from "zod";
import type { OwnCodes } from "../facts/codes.js";
import { InvalidInput } from "../package/errors.js";
import { sizeProblem } from "../scenario/limits.js";
import { formatProblem, readDocument } from "../scenario/positions.js";
import { responseCodesSchema } from "./response-codes.js";

/** Reads a file of response codes, strictly. `shown` is what messages call it. Throws InvalidInput, a line `file:line:column: …` for each fault. */
export function readResponseCodes(path: string, shown: string): OwnCodes {
  const { size } = statSync(path, { throwIfNoEntry: false }) ?? {};
  if (size === undefined) throw new InvalidInput(`responseCodes: there is no file ${shown}`);
  const tooLarge = sizeProblem(size);
  if (tooLarge) throw new InvalidInput(formatProblem({ file: shown, line: 1, column: 1, ...tooLarge }));
  const schema = responseCodesSchema();
  const read = readDocument(
    { text: readFileSync(path, "utf8"), file: shown, atLeast: "a table of response codes" },
    schema,
    () => z.toJSONSchema(schema, { io: "input" }),
  );
  if ("problems" in read) throw new InvalidInput(read.problems.map(formatProblem));
  return read.value as OwnCodes;
}
