import * as z from "zod";
import { defaultPolicy } from "../../../core/facts/assumptions.js";
import type { ParameterRow, ParameterRows } from "../../../core/facts/parameters/parameter-rows.js";
import { parameters } from "../../../core/facts/parameters/parameters.js";
import { readerOf } from "./params.js";

// Schemas of the parameters, for the OpenAPI document, the pages and the tests. The server doesn't read calls by them.

/** What an endpoint's parameters are. */
export const paramsSchema = (path: string): z.ZodType => objectOf(parameters[path as keyof typeof parameters].rows);

const objectOf = (rows: ParameterRows) =>
  z.object(Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, schemaOf(row)])));

function schemaOf(row: ParameterRow): z.ZodType {
  const { need, otherwise, about, example } = row;
  if ("members" in row) {
    const given = wholes[row.kind](row.members);
    return (need === "required" ? given : given.nullish()).register(z.globalRegistry, { description: about });
  }
  const shown = example === undefined ? {} : { examples: [example] };
  const { takes } = readerOf(row, defaultPolicy);
  return withNeed(row).register(z.globalRegistry, {
    description: about,
    override: { ...takes, ...(otherwise !== undefined && { default: otherwise }), ...shown },
    ...shown,
  });
}

function withNeed({ need, otherwise }: ParameterRow): z.ZodType {
  // A member of any value would count as optional.
  const given = z.unknown().transform((value) => value);
  if (need === "optional") return given.optional();
  return need === "default" ? given.default(otherwise) : given;
}

const wholes = {
  addresses: objectOf,
  "price-data": objectOf,
  "line-items": (members: ParameterRows) => z.array(objectOf(members)).min(1),
  "bin-ranges": (members: ParameterRows) => z.array(objectOf(members)),
};
