import * as z from "zod";
import { assumptions, type Policy } from "../facts/assumptions.js";
import { named } from "./public-schemas.js";

/** Choices by id, as they are given. */
export type Assume = { -readonly [Id in keyof Policy]?: Policy[Id] | undefined };

let made: z.ZodType<Assume, Assume> | undefined;

/** A choice for each assumption that is named; only where more than one is built. Made when it is first asked for: most starts read none. */
export const assumeSchema = (): z.ZodType<Assume, Assume> =>
  (made ??= named(
    "Assume",
    z.strictObject(
      Object.fromEntries(
        assumptions
          .filter(({ choices }) => choices.length > 1)
          .map(({ id, claim, choices }) => [id, z.enum(choices).optional().describe(`${claim} (${choices[0]})`)]),
      ),
    ),
    "Choices of assumptions, by their ids; the rest stays as it is.",
  ) as unknown as z.ZodType<Assume, Assume>);
