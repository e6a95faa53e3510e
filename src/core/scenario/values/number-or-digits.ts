import * as z from "zod";
import { formatAmount, minorUnits, minorUnitsOf } from "../../domain/money.js";
import { limits } from "../../facts/limits.js";

const AMOUNT = "an amount in the currency's main unit, such as 50.00";

/** Also takes a text of digits, because some languages keep money as text. */
export function numberOrDigits(schema: z.ZodNumber, error = AMOUNT) {
  const [minimum, maximum] = [schema.minValue, schema.maxValue].map((bound) =>
    Number.isFinite(bound) ? bound : undefined,
  );
  const digits = z.string().regex(/^-?\d+(\.\d+)?$/);
  return z
    .union([z.number().meta({ minimum, maximum }), digits.transform(Number)], { error })
    .pipe(schema)
    .describe("in the currency's main unit: 50.00 is 50");
}

export const inCents = { error: "at most two decimals" };

const BALANCE_MAX = limits.amountMaxMinor.value;
const LARGEST = formatAmount(minorUnits(BALANCE_MAX));

/** A target for a merchant's unsettled balance. A settlement may leave it below 0. Built when it is used, because the options name it at each start. */
export const balanceSchema = () =>
  numberOrDigits(
    z
      .number()
      .min(-BALANCE_MAX / 100, { error: `at least -${LARGEST}`, abort: true })
      .max(BALANCE_MAX / 100, { error: `at most ${LARGEST}`, abort: true })
      // Not multipleOf(0.01): zod takes 0.30000000000000004, and validators of the published schema refuse 19.99.
      .refine((amount) => minorUnitsOf(amount) !== undefined, inCents),
  );
