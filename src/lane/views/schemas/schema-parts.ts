import * as z from "zod";

// The parts of which answer schemas consist. Each has an example, and the examples of whole answers are built from
// them.

// Registered, because `meta` would copy them: the schemas of all answers are built when the control API is first
// called.

export const text = (description: string, example: string) =>
  z.string().register(z.globalRegistry, { description, examples: [example] });

export const wholeSchema = (description: string, example: number) =>
  z.int().register(z.globalRegistry, { description, examples: [example] });

/** In the currency's main unit. */
export const moneySchema = (description: string, example = 50) =>
  z.number().register(z.globalRegistry, {
    description: `${description}, in the currency's main unit`,
    examples: [example],
  });

export const instantText = (description: string, example = "2026-01-05T02:00:00.000+00:00") =>
  text(`${description} (ISO 8601)`, example);

/** For data from outside, whose shape the sandbox doesn't know. */
export const anything = (description: string, example: unknown) =>
  z.unknown().register(z.globalRegistry, { description, examples: [example] });

/** An optional member that the examples of whole answers have. */
export const mostly = <S extends z.ZodType>(schema: S) => schema.optional().meta(z.globalRegistry.get(schema)!);
