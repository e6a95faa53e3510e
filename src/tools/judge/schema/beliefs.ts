import * as z from "zod";
import { formatProblem, readDocument } from "../../../core/scenario/document/positions.js";
import { type Beliefs, beliefsSchema } from "./beliefs-schema.js";
import { jsonFault } from "./json-place.js";

let jsonSchema: object | undefined;

/** Reads beliefs from JSON. Each fault is a line with its position. */
export function readBeliefs(
  text: string,
  file: string,
): { readonly beliefs: Beliefs } | { readonly problems: readonly string[] } {
  const place = jsonFault(text);
  if (place !== undefined)
    return { problems: [`${file}:${place}: no JSON, expected {"<merchantReference>": {"paid": 20}}`] };
  const read = readDocument({ text, file }, beliefsSchema, () => {
    jsonSchema ??= z.toJSONSchema(beliefsSchema, { io: "input" });
    return jsonSchema;
  });
  return "problems" in read ? { problems: read.problems.map(formatProblem) } : { beliefs: read.value };
}
