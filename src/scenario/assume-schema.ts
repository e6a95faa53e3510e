import * as z from "zod";
import { assumptions, type Policy } from "../facts/assumptions.js";
import { named } from "./schema-parts.js";

/** Choices by id, as they are given. */
export type Assume = { -readonly [Id in keyof Policy]?: Policy[Id] | undefined };

/** A choice for each assumption that is named; only where more than one is built. */
export const assumeSchema = named(
  "Assume",
  z.strictObject(
    Object.fromEntries(
      assumptions
        .filter(({ choices }) => choices.length > 1)
        .map(({ id, claim, choices }) => [id, z.enum(choices).optional().describe(`${claim} (${choices[0]})`)]),
    ),
  ),
  "Choices of assumptions, by their ids; the rest stays as it is.",
) as unknown as z.ZodType<Assume, Assume>;
