import * as z from "zod";
import { type MinorUnits, minorUnits } from "../../../core/domain/money.js";
import { numberOrDigits } from "../../../core/scenario/values/number-or-digits.js";
import { currencySchema, objectSuchAs } from "../../../core/scenario/values/schema-parts.js";
import { judgeNamed } from "./schemas.js";

/** In cents. A rounding error of floats, as in 156.64 - 126.88, must not count as a third decimal. */
const NOISE = 1e-4;

/** The minor units of a believed amount. Undefined if it is negative, too large, or has more than two decimals. */
export function believedAmount(amount: number): MinorUnits | undefined {
  const minor = Math.round(amount * 100) + 0;
  const isAmount = minor >= 0 && Number.isSafeInteger(minor) && Math.abs(amount * 100 - minor) < NOISE;
  return isAmount ? minorUnits(minor) : undefined;
}

const AMOUNT = "an amount in the currency's main unit, not below 0, with at most two decimals";

const amountSchema = numberOrDigits(
  z
    .number()
    .refine((amount) => believedAmount(amount) !== undefined, { error: AMOUNT })
    .meta({ minimum: 0 }),
  AMOUNT,
);

const amountOrUnknown = z.union([amountSchema, z.null()], { error: `${AMOUNT}; or null for: not known yet` });

/** The shop's belief about one order. */
export const beliefSchema = judgeNamed(
  "Belief",
  z
    .strictObject(
      {
        paid: amountOrUnknown.describe("the amount that the shopper paid, before refunds; null if not known yet"),
        refunded: amountOrUnknown
          .exactOptional()
          .describe("the refunded amount; 0 when left out; null if not known yet"),
        cart: z.string().min(1).exactOptional().describe("the cart's id: orders of one cart pay for the same goods"),
        price: amountSchema.exactOptional().describe("what the cart costs now, with fees and after discounts"),
        user: z.string().min(1).exactOptional().describe("the user whose stored card should be charged"),
        shipped: z.boolean().exactOptional().describe("whether the goods were shipped; true means effects.shipped: 1"),
        effects: z
          .record(z.string().min(1), z.int().min(0))
          .exactOptional()
          .describe('how often the shop did something for this order, under any names: { "shipped": 1, "mailed": 1 }'),
        times: z
          .record(z.string().min(1), z.int().min(1))
          .exactOptional()
          .describe('how often an effect is meant to happen for this order, once if left out: { "shipped": 2 }'),
        currency: currencySchema.exactOptional().describe("the order's currency when left out"),
      },
      objectSuchAs({ paid: 88 }),
    )
    .describe("The shop's belief about one order, in the currency's main unit: 50.00 is 50."),
);

export const beliefsSchema = judgeNamed(
  "Beliefs",
  z
    .record(z.string().min(1), beliefSchema, objectSuchAs({ "TEA-1": { paid: 88 } }))
    .describe("The shop's beliefs, by merchantReference."),
);

export type Belief = z.output<typeof beliefSchema>;
export type Beliefs = z.output<typeof beliefsSchema>;
