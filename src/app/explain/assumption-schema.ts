import * as z from "zod";
import { named } from "../../scenario/public-schemas.js";
import { text } from "../views/schema-parts.js";

export const assumptionSchema = named(
  "Assumption",
  z.strictObject({
    id: text("what the config calls it", "duplicate-reference"),
    claim: text("what the sandbox does", "A merchantReference is refused when the merchant used it before."),
    because: text("why this and nothing else", "The spec says it is unique per order."),
    choices: z.array(text("a value", "refuse")).describe("what `assumptions` in the config accepts; the default leads"),
    alternatives: z.array(text("a claim", "the same order is returned")).describe("what else is plausible"),
    findOut: text("how to settle it", "Try it once in the provider's test environment."),
    chosen: text("the choice in force", "refuse"),
    status: z.enum(["assumed", "observed"]).meta({
      description: "observed: a calibration saw the service do so",
      examples: ["assumed"],
    }),
  }),
  "A guess about the service, with what was chosen for it.",
);
