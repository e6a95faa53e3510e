import * as z from "zod";
import { assumptions, type Policy } from "../../core/facts/assumptions.js";
import { named } from "../../core/scenario/values/public-schemas.js";
import type { CurrentChoices } from "../choices.js";
import { text } from "../views/schemas/schema-parts.js";

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
    chosen: text("the choice in force: now, or at the call that is explained", "refuse"),
    status: z.enum(["assumed", "observed"]).meta({
      description: "observed: a calibration has confirmed it",
      examples: ["assumed"],
    }),
  }),
  "An assumption about the service, with its current choice.",
);

interface Chosen {
  readonly claim: string;
  readonly choices: readonly string[];
  readonly alternatives: readonly string[];
  readonly chosen: string;
}

/** The behaviour that the current choice assumes. */
export function chosenClaim({ claim, choices, alternatives, chosen }: Chosen): string {
  const alternative = alternatives[choices.indexOf(chosen) - 1];
  return alternative === undefined ? claim : `set to ${chosen}: ${alternative} (default: ${claim})`;
}

/** All assumptions with their choices and observations. With `ids`, only these. */
export const assumptionSummaries = ({ policy, observed }: CurrentChoices, ids?: readonly string[]) =>
  assumptions
    .filter(({ id }) => ids === undefined || ids.includes(id))
    .map((row) => ({
      ...row,
      choices: row.choices as readonly string[],
      alternatives: row.alternatives as readonly string[],
      chosen: row.id in policy ? policy[row.id as keyof Policy] : row.choices[0],
      status: observed.has(row.id) ? ("observed" as const) : ("assumed" as const),
    }));
