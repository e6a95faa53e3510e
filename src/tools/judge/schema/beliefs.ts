import * as z from "zod";
import { formatProblem, readDocument } from "../../../core/scenario/document/positions.js";
import { type Beliefs, beliefsSchema } from "./beliefs-schema.js";
import { jsonFault } from "./json-place.js";

/** What a shop believes. Undefined if nobody can know it, or if it is unreadable: then with the reasons, one line each. */
export interface SaidBeliefs {
  readonly beliefs: Beliefs | undefined;
  readonly unreadable: readonly string[];
}

export const unreadable = (...why: readonly string[]): SaidBeliefs => ({ beliefs: undefined, unreadable: why });
export const readable = (beliefs: Beliefs): SaidBeliefs => ({ beliefs, unreadable: [] });

let jsonSchema: object | undefined;

/** Reads beliefs from JSON. Each fault is a line with its position. */
export function readBeliefs(text: string, file: string): SaidBeliefs {
  const place = jsonFault(text);
  if (place !== undefined)
    return unreadable(`${file}:${place}: no JSON, expected {"<merchantReference>": {"paid": 20}}`);
  const read = readDocument({ text, file }, beliefsSchema, () => {
    jsonSchema ??= z.toJSONSchema(beliefsSchema, { io: "input" });
    return jsonSchema;
  });
  return "problems" in read ? unreadable(...read.problems.map(formatProblem)) : readable(read.value);
}
