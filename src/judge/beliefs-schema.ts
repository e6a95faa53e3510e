import * as z from "zod";
import { type MinorUnits, minorUnits } from "../domain/money.js";
import { currencySchema } from "../scenario/schema-parts.js";
import { judgeNamed } from "./schemas.js";

/** In cents: what programs that reckon with fractions are off by, as in 156.64 - 126.88, is no third decimal. */
const NOISE = 1e-4;

/** Minor units of what a shop believes; undefined where it is below 0, too large, or has more than two decimals. */
export function believedAmount(amount: number): MinorUnits | undefined {
  const minor = Math.round(amount * 100) + 0;
  const isAmount = minor >= 0 && Number.isSafeInteger(minor) && Math.abs(amount * 100 - minor) < NOISE;
  return isAmount ? minorUnits(minor) : undefined;
}

const amountSchema = z
  .number()
  .refine((amount) => believedAmount(amount) !== undefined)
  .meta({ minimum: 0, description: "in the currency's main unit: 50.00 is 50" });

const amountOrUnknown = z.union([amountSchema, z.null()], {
  error: "an amount in the currency's main unit, not below 0, with at most two decimals; or null for: not known yet",
});

/** What the shop says of one order. */
export const beliefSchema = judgeNamed(
  "Belief",
  z
    .strictObject({
      paid: amountOrUnknown.describe("what the shopper paid, refunds not taken off; null: not known yet"),
      refunded: amountOrUnknown.optional().describe("what went back; 0 when left out; null: not known yet"),
      cart: z.string().min(1).optional().describe("what is bought: orders of one cart pay for the same goods"),
      shipped: z.boolean().optional().describe("whether the goods have left"),
      currency: currencySchema.optional().describe("the order's own when left out"),
    })
    .describe("What the shop believes of one order, in the currency's main unit: 50.00 is 50."),
);

export const beliefsSchema = judgeNamed(
  "Beliefs",
  z.record(z.string().min(1), beliefSchema).describe("What the shop believes, by merchantReference."),
);
