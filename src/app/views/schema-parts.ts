import * as z from "zod";

// The parts that the schemas of answers are made of. Each carries an example: those of whole answers are made of them.

// They are registered and not copied by `meta`: the schemas of all answers are made when the control API is first called.

export const text = (description: string, example: string) =>
  z.string().register(z.globalRegistry, { description, examples: [example] });

export const whole = (description: string, example: number) =>
  z.int().register(z.globalRegistry, { description, examples: [example] });

/** In the currency's main unit. */
export const money = (description: string, example = 50) =>
  z.number().register(z.globalRegistry, {
    description: `${description}, in the currency's main unit`,
    examples: [example],
  });

export const instant = (description: string, example = "2026-01-05T02:00:00.000+00:00") =>
  text(`${description} (ISO 8601)`, example);

/** Whatever was sent or said: the sandbox does not know its shape. */
export const anything = (description: string, example: unknown) =>
  z.unknown().register(z.globalRegistry, { description, examples: [example] });
