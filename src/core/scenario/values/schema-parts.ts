import * as z from "zod";
import { instantFault, noDayFault } from "../../domain/instant-fault.js";
import { canBeTold, currencies, minorUnitsOf, parseInstant } from "../../domain/money.js";
import { orderStatuses } from "../../domain/order.js";
import { readAmount } from "../../domain/read-amount.js";
import { Expected, readText, readWhole } from "../../domain/read-field.js";
import { limits } from "../../facts/limits.js";
import { type PaymentMethod, paymentMethods } from "../../facts/methods.js";
import { publicKeyFault } from "../../signing/keys.js";
import { durationPattern, durationWords, inMonths, longestDuration, longestMs, parseDuration } from "./duration.js";
import { fault } from "./issues.js";
import { inCents, numberOrDigits } from "./number-or-digits.js";
import { declineNames, refusalNames } from "./outcomes.js";
import { patternProblem } from "./pattern.js";
import { named } from "./public-schemas.js";

// Pipes a transform's result into a schema, so that the OpenAPI document can describe the output.

/** Accepts texts that YAML reads as numbers, such as the reference `1001`, unless a number has lost digits by then. */
export const textSchema = z
  .union([z.string().min(1), z.number()], { error: "a text" })
  .refine((value) => typeof value === "string" || Math.abs(value) <= Number.MAX_SAFE_INTEGER, {
    error: "a text in quotes, because a number of so many digits changes",
  })
  .transform(String)
  .pipe(z.string());

/** For the schema of an object: what to write in the place of another value. */
export const objectSuchAs = (example: object) => ({
  error: ({ code }: { readonly code: string }) =>
    code === "invalid_type" ? `an object such as ${JSON.stringify(example)}` : undefined,
});

/** A text with `*` for any run of characters, or `/regex/` (RE2 syntax, found anywhere). */
export const patternSchema = textSchema.superRefine((text, check) => {
  const problem = patternProblem(text);
  if (problem) check.addIssue({ code: "custom", message: `a valid regex (${problem})` });
});

const durationOf = (text: z.ZodString) =>
  z
    .union([text.regex(durationPattern, { abort: true }), z.literal(0)], {
      error: durationWords,
    })
    .refine((text) => parseDuration(text) <= longestMs, { error: `a duration of at most ${longestDuration}` })
    .describe("one number and one unit (ms, s, m, h or d), such as 250ms, 20m or 1h; or 0");

/** `<n>(ms|s|m|h|d)`, or 0. */
export const durationSchema = named("Duration", durationOf(z.string()));

/** A number of months or years. */
const longUnit = /^(?:\d+(?:\.\d+)?\s*(?:mo|months?|y|years?)|P[^T]*\d[MY].*)$/i;

/** How far the clock goes on. */
export const advanceSchema = durationOf(
  z.string().superRefine((text, check) => {
    const what = `${JSON.stringify(text)} is negative; the clock goes back with set`;
    if (text.startsWith("-")) check.addIssue({ ...fault(what), input: text, continue: false });
    if (!longUnit.test(text) && !inMonths.test(text)) return;
    const asDate = `${JSON.stringify(text)} has no unit of ms, s, m, h or d, such as 30d; for months, set the clock to a date`;
    const fix = 'give days, or {"action": "set", "at": "2026-02-28T10:00:00+08:00"}';
    check.addIssue({ ...fault(asDate, { fix }), input: text, continue: false });
  }),
);

/** Says what is wrong with a text that looks like an instant. The example completes a date, or a time without an offset. */
export function instantWords({ input }: { readonly input?: unknown }): string {
  const noDay = noDayFault(input);
  if (noDay !== undefined) return noDay;
  const [, date, time = "00:00:00"] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d:\d\d))?$/.exec(textIn(input)) ?? [];
  const like = `${date}T${time}+08:00`;
  const example = isInstant(like) ? like : "2026-01-05T10:00:00+08:00";
  const fault = instantFault(input);
  return `${fault === undefined ? "an instant" : `${fault},`} such as ${example}`;
}

/** Making a text of an object may throw. */
const textIn = (input: unknown): string => (typeof input === "string" ? input : "");

const isInstant = (text: string): boolean => z.iso.datetime({ offset: true }).safeParse(text).success;

export const instantSchema = z.iso
  .datetime({ offset: true, abort: true, error: instantWords })
  .refine((text) => canBeTold(parseInstant(text)), { error: "an instant of the years 0 to 9999, in UTC" });

/** Accepts only values that a call of the payment API can have. No lane could contain others. */
const asOfACall =
  <I, T>(read: (value: I) => T | Expected) =>
  (value: I, check: z.RefinementCtx<I>): T => {
    const found = read(value);
    if (!(found instanceof Expected)) return found;
    check.addIssue({ code: "custom", message: found.what.replace(/^expected /, "") });
    return z.NEVER;
  };

const readId = (value: unknown) => readWhole(value, limits.idMax.value);
const idInput = (error: string) => z.union([z.int(), z.string()], { error });

/** Ids may be numbers or strings. */
export const idSchema = idInput("an id, as a number").transform(asOfACall(readId)).pipe(z.int());

/** Reads a merchant id, given as number or text, into its plain text. */
export const merchantIdSchema = idInput("a merchant id, as number or text")
  .transform(asOfACall(readId))
  .transform(String)
  .pipe(z.string());

const fieldSchema = (maxChars: number) => textSchema.transform(asOfACall((text) => readText(text, maxChars)));
export const referenceSchema = fieldSchema(limits.referenceMaxChars.value).pipe(z.string());
/** A card's last month. */
export const expirySchema = z.string({ error: expiryWords }).regex(/^\d{4}(0[1-9]|1[0-2])$/, { error: expiryWords });

function expiryWords({ input }: { readonly input?: unknown }): string {
  if (typeof input === "number") return `YYYYMM as a text, such as "203012"`;
  const [, month, asOnCard, year] = /^\d{4}-?(\d\d)$|^(\d\d)[/-]?(?:20)?(\d\d)$/.exec(textIn(input)) ?? [];
  if (month !== undefined && (Number(month) < 1 || Number(month) > 12))
    return `YYYYMM, such as 203012: there is no month ${month}`;
  return `YYYYMM, such as ${asOnCard === undefined ? "203012" : `20${year}${asOnCard}`}`;
}

export const userIdSchema = fieldSchema(limits.userIdMaxChars.value).pipe(z.string());

/** In the currency's main unit, as on the wire. */
export const amountSchema = named(
  "Amount",
  numberOrDigits(
    z
      .number()
      .min(0)
      .refine((amount) => amount <= Number.MAX_SAFE_INTEGER / 100, { error: "a smaller amount", abort: true })
      .refine((amount) => minorUnitsOf(amount) !== undefined, inCents),
  ),
);

/** The amount of an order or refund. */
export const chargeSchema = numberOrDigits(
  z.number().superRefine((amount, check) => {
    const found = readAmount(amount);
    if (typeof found === "string") check.addIssue({ code: "custom", message: found.replace(/^expected /, "") });
  }),
);

/** Its faults never quote the text, which may be a private key. */
export const publicKeySchema = z.string().superRefine((text, check) => {
  const found = publicKeyFault(text);
  if (found === undefined) return;
  if (found.includes("private")) check.addIssue({ ...fault(found), input: undefined });
  else
    check.addIssue({
      code: "custom",
      message: found.replace(/^expected /, ""),
      params: { isSecret: true, means: "no public key" },
    });
});

export const currencySchema = named("Currency", z.enum(currencies));
export const statusSchema = named("OrderStatus", z.enum(orderStatuses));
export const methodSchema = named(
  "PaymentMethod",
  z.enum(paymentMethods as readonly [PaymentMethod, ...PaymentMethod[]]),
);
export const declineSchema = named("Decline", z.enum(declineNames));
export const refusalSchema = named("Refusal", z.enum(refusalNames));

/** Whether a merchant's orders can be refunded and voided, by payment method. */
export const capabilitiesSchema = named(
  "Capabilities",
  z.partialRecord(
    methodSchema,
    named(
      "MethodCapability",
      z.strictObject({
        refund: z.boolean().optional().describe("whether such orders may be refunded"),
        void: z.boolean().optional().describe("whether such orders may be voided until they are settled"),
      }),
    ),
  ),
);

/** An exact number, or limits. */
export const countSchema = named(
  "Count",
  z.union(
    [
      z.int().min(0),
      z
        .strictObject({
          min: z.int().min(0).optional().describe("the smallest allowed number"),
          max: z.int().min(0).optional().describe("the largest allowed number"),
        })
        .refine(({ min, max }) => min !== undefined || max !== undefined, { error: "min, max or both" })
        .refine(({ min = 0, max = Number.POSITIVE_INFINITY }) => min <= max, { error: "min not above max" }),
    ],
    { error: "a number, or {min, max}" },
  ),
);

/** A list with a maximum length. The error says how many entries there are. */
export const listUpTo = <S extends z.ZodType>(max: number, entry: S) =>
  z.array(entry).max(max, { error: ({ input }) => `at most ${max} entries, received ${(input as unknown[]).length}` });

/** True if the object has at least one member. An empty one would mean nothing. */
export const someMember = (value: object): boolean => Object.values(value).some((member) => member !== undefined);
