import * as z from "zod";
import { named } from "../../scenario/values/public-schemas.js";
import { text } from "../views/schema-parts.js";

export const assumptionSchema = named(
  "Assumption",
  z.strictObject({
    id: text("its id, as used in the config file", "duplicate-reference"),
    claim: text("the behaviour that the sandbox assumes", "A merchant can use a merchantReference only once."),
    because: text("the reason for this assumption", "The spec says it is unique per order."),
    choices: z
      .array(text("a value", "refuse"))
      .describe("values that `assumptions` in the config accepts, the default first"),
    alternatives: z.array(text("a claim", "the same order is returned")).describe("other plausible behaviours"),
    findOut: text("how to find out the real behaviour", "Try it once in the provider's test environment."),
    chosen: text("the current choice", "refuse"),
    status: z.enum(["assumed", "observed"]).meta({
      description: "observed: a calibration has confirmed it",
      examples: ["assumed"],
    }),
  }),
  "An assumption about the service, with its current choice.",
);
