import * as z from "zod";
import { amountSchema, currencySchema } from "../scenario/schema-parts.js";
import { judgeNamed } from "./schemas.js";

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
