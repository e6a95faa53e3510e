import * as z from "zod";
import { assumptions, type Policy } from "../../facts/assumptions.js";
import { named } from "../values/public-schemas.js";

/** Choices by assumption id, as the user wrote them. */
export type Assume = { -readonly [Id in keyof Policy]?: Policy[Id] | undefined };

let made: z.ZodType<Assume, Assume> | undefined;

/** Accepts one choice for each assumption that has several. Built on first use, because most starts don't need it. */
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
