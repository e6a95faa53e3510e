import * as z from "zod";
import { pageLanguages } from "../domain/checkout-options.js";
import {
  type Currency,
  currencies,
  formatAmount,
  type Instant,
  type MinorUnits,
  minorUnits,
  parseInstant,
} from "../domain/money.js";
import { limits } from "../facts/limits.js";
import { isPaymentMethod, type PaymentMethod, paymentMethods } from "../facts/methods.js";
import { readAmount, readUnitAmount } from "./amount.js";

/** A reader answers the value it read, or an Expected that says what it wanted. */
class Expected {
  constructor(readonly what: string) {}
}

interface Reader<T> {
  readonly read: (value: unknown) => T | Expected;
  /** What it takes, for the OpenAPI document: JSON Schema with an example. */
  readonly takes: ParamSchema;
}

type ParamSchema = { readonly examples?: readonly unknown[] } & Readonly<Record<string, unknown>>;

/** Puts a parameter into the OpenAPI document. Registered, not copied: parsing knows nothing of it. */
function documented<S extends z.ZodType>(schema: S, description: string, { examples, ...override }: ParamSchema): S {
  const shown = examples && { examples: [...examples] };
  z.globalRegistry.add(schema, { description, override: { ...override, ...shown }, ...shown });
  return schema;
}

/** A parameter of the service: lenient about number or text, clear about what it expected. */
function param<T>({ read, takes }: Reader<T>, description: string) {
  const schema = z.unknown().transform((value, ctx): T => {
    const result = value === undefined || value === null ? new Expected("required") : read(value);
    if (!(result instanceof Expected)) return result;
    ctx.issues.push({ code: "custom", message: result.what, input: value });
    return z.NEVER;
  });
  return documented(schema, description, takes);
}

/** Absent, null and empty text are the same: not given. */
function optional<T>({ read, takes }: Reader<T>, description: string) {
  const schema = z
    .unknown()
    .transform((value, ctx): T | undefined => {
      if (value === undefined || value === null || value === "") return undefined;
      const result = read(value);
      if (!(result instanceof Expected)) return result;
      ctx.issues.push({ code: "custom", message: result.what, input: value });
      return z.NEVER;
    })
    .optional();
  return documented(schema, description, takes);
}

/** Without an example: the examples of whole requests leave it out. */
const unshown = <T>({ read, takes: { examples: _, ...takes } }: Reader<T>): Reader<T> => ({ read, takes });

/** An optional parameter that has a value where none is given. */
function withDefault<T extends string | boolean>(reader: Reader<T>, otherwise: T, description: string) {
  const schema = optional(reader, description).transform((given): T => given ?? otherwise);
  return documented(schema, description, { ...unshown(reader).takes, default: otherwise });
}

const textReader = (maxChars: number, example?: string): Reader<string> => ({
  takes: { type: "string", minLength: 1, maxLength: maxChars, ...(example && { examples: [example] }) },
  read: (value) => {
    const text = typeof value === "number" && Number.isFinite(value) ? String(value) : value;
    if (typeof text !== "string") return new Expected("expected a text");
    if (text.length < 1 || text.length > maxChars)
      return new Expected(`expected a text of 1 to ${maxChars} characters`);
    return text.isWellFormed() && !text.includes("\0")
      ? text
      : new Expected("expected well-formed Unicode text without null characters");
  },
});

/** Whole numbers from 1, also as text of so many digits. */
const wholeReader = (max: number, digits: number, example: number): Reader<number> => {
  const pattern = new RegExp(`^\\d{1,${digits}}$`);
  return {
    takes: {
      anyOf: [
        { type: "integer", minimum: 1, maximum: max },
        { type: "string", pattern: pattern.source },
      ],
      examples: [example],
    },
    read: (value) => {
      const number = typeof value === "string" && pattern.test(value) ? Number(value) : value;
      const fits = typeof number === "number" && Number.isInteger(number) && number >= 1 && number <= max;
      return fits ? number : new Expected(`expected a whole number from 1 to ${max}`);
    },
  };
};

const idReader = (example: number): Reader<number> => wholeReader(limits.idMax.value, 10, example);

const booleanReader: Reader<boolean> = {
  takes: { type: "boolean" },
  read: (value) => {
    if (value === true || value === 1 || value === "true" || value === "1") return true;
    if (value === false || value === 0 || value === "false" || value === "0") return false;
    return new Expected("expected true or false");
  },
};

const oneOfReader = <T extends string>(values: readonly T[]): Reader<T> => ({
  takes: { type: "string", enum: values, examples: [values[0]] },
  read: (value) => values.find((one) => one === value) ?? new Expected(`expected one of ${values.join(", ")}`),
});

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/i;
const instantReader: Reader<Instant> = {
  takes: { type: "string", format: "date-time" },
  read: (value) => {
    // Nanoseconds are cut: Date reads three digits.
    const at =
      typeof value === "string" && INSTANT.test(value) ? parseInstant(value.replace(/(\.\d{3})\d+/, "$1")) : undefined;
    return at === undefined || Number.isNaN(at)
      ? new Expected("expected an ISO 8601 date-time with offset, such as 2026-11-22T02:03:37+00:00")
      : at;
  },
};

const methodsReader: Reader<readonly PaymentMethod[]> = {
  takes: {
    type: "string",
    pattern: `^\\s*(${paymentMethods.join("|")})\\s*(,\\s*(${paymentMethods.join("|")})\\s*)*$`,
  },
  read: (value) => {
    const names = typeof value === "string" ? value.split(",").map((name) => name.trim()) : [];
    const isValid = names.length > 0 && names.every(isPaymentMethod);
    return isValid
      ? [...new Set(names as PaymentMethod[])]
      : new Expected(`expected a comma-separated list of ${paymentMethods.join(", ")}`);
  },
};

const COLOUR = /^#[0-9a-fA-F]{6}$/;
const colourReader: Reader<string> = {
  takes: { type: "string", pattern: COLOUR.source },
  read: (value) =>
    typeof value === "string" && COLOUR.test(value) ? value : new Expected("expected a colour as #RRGGBB"),
};

const BIN = new RegExp(`^\\d{${limits.binMinDigits.value},${limits.binMaxDigits.value}}$`);
const binReader = (example: string): Reader<string> => ({
  takes: { type: "string", pattern: BIN.source, examples: [example] },
  read: (value) => {
    const digits = typeof value === "number" ? String(value) : value;
    return typeof digits === "string" && BIN.test(digits)
      ? digits
      : new Expected(`expected ${limits.binMinDigits.value} to ${limits.binMaxDigits.value} digits`);
  },
});

/** A decimal in the main unit, as number or text. */
const amountReader = (read: (value: unknown) => MinorUnits | string, number: object): Reader<MinorUnits> => ({
  takes: {
    anyOf: [
      { type: "number", ...number, maximum: limits.amountMaxMinor.value / 100 },
      { type: "string", pattern: "^\\d{1,15}(\\.\\d+)?$" },
    ],
    examples: [50],
  },
  read: (value) => {
    const result = read(value);
    return typeof result === "string" ? new Expected(result) : result;
  },
});

const referenceReader = textReader(limits.referenceMaxChars.value, "A-1");
const reasonReader = textReader(255, "membership");

export const merchantId = param(idReader(3), "the merchant that calls");
export const tokenId = param(idReader(351), "the stored card, as query-token lists it");
export const parentOrderId = param(idReader(1000001), "the paid order that is charged again");
export const optionalParentOrderId = optional(idReader(1000001), "the order of the sale that is repeated");
export const amount = param(
  amountReader(readAmount, { exclusiveMinimum: 0, multipleOf: 0.01 }),
  `how much, in the currency's main unit: at most ${formatAmount(minorUnits(limits.amountMaxMinor.value))}, with two decimals at most`,
);
export const reference = param(referenceReader, "the merchant's own name for the order; each order needs a new one");
export const userId = param(
  textReader(limits.userIdMaxChars.value, "user1"),
  "the merchant's user; upper and lower case are alike",
);
export const reason = param(reasonReader, "why the card is charged again");
export const optionalReason = optional(unshown(reasonReader), "why the card is stored");
export const email = optional(textReader(254), "the address that a receipt would go to");
export const currency = withDefault(oneOfReader<Currency>(currencies), "HKD", "what the order is paid in");
export const expiryTime = optional(
  instantReader,
  "until when the order can be paid; 1000 seconds from now when left out",
);
export const flag = (otherwise: boolean, description: string) => withDefault(booleanReader, otherwise, description);
export const isRecurring = () => flag(false, "whether the order may be charged again");
const urlReader = textReader(2048);
export const url = (description: string) => optional(urlReader, description);
export const colour = (description: string) => optional(colourReader, description);
export const methodList = optional(methodsReader, "how the shopper may pay, comma-separated; all ways when left out");
export const oneOf = <T extends string>(values: readonly T[], description: string) =>
  optional(unshown(oneOfReader(values)), description);
export const requiredOneOf = <T extends string>(values: readonly T[], description: string) =>
  param(oneOfReader(values), description);

/** What add-token and create ask of a page alike. */
export const pageLanguage = () => ({
  lang: oneOf(pageLanguages, "the page's language; the browser's own when left out"),
  showLang: flag(true, "whether the page offers its languages"),
  showPoweredBy: flag(true, "whether the page names the provider at its bottom"),
});
export const pageColours = () => ({
  themeColor: colour("the page's background"),
  buttonBackgroundColor: colour("the background of all buttons"),
  buttonFontColor: colour("the text of all buttons"),
});

/** An object of redirect and notification addresses; empty text counts as not given. */
export const callbackUrl = z
  .object(
    {
      success: url("where the shopper goes after a payment"),
      fail: url("where the shopper goes when the payment failed"),
      cancel: url("where the shopper goes who cancels"),
      notify: url("the merchant's own address that is called when it has happened"),
    },
    { error: "expected an object of addresses" },
  )
  .nullish()
  .transform((given) => given ?? undefined)
  .register(z.globalRegistry, { description: "where shopper and merchant are told" });

/** Spec 4.2: name and unitAmount are nested in priceData; flat duplicates beside it are ignored. */
export const lineItems = z
  .array(
    z.object(
      {
        quantity: param(wholeReader(limits.quantityMax.value, 8, 1), "how many"),
        priceData: z.object(
          {
            unitAmount: param(
              amountReader(readUnitAmount, { minimum: 0 }),
              "the price of one, in the currency's main unit; rounded to two decimals",
            ),
            name: param(textReader(1024, "Tea"), "what the page calls it"),
          },
          { error: "expected an object with unitAmount and name" },
        ),
      },
      { error: "expected an object with quantity and priceData" },
    ),
    { error: (issue) => (issue.input === undefined ? "required" : "expected an array of line items") },
  )
  .min(1, { error: "expected at least one line item" })
  .transform((items) =>
    items.map(({ quantity, priceData: { name, unitAmount } }) => ({ name, quantity, unitAmountMinor: unitAmount })),
  )
  .register(z.globalRegistry, { description: "what is bought" });

const binRange = z
  .object(
    {
      binStart: param(binReader("411111"), "the first digits that are let in"),
      binEnd: param(binReader("411199"), "the last ones, as many digits as binStart"),
    },
    { error: "expected an object with binStart and binEnd" },
  )
  .refine((range) => typeof range.binStart !== "string" || range.binEnd?.length === range.binStart.length, {
    path: ["binEnd"],
    error: "expected as many digits as binStart",
  });
export const binRanges = z
  .array(binRange, { error: "expected an array of ranges" })
  .nullish()
  .transform((given) => given ?? undefined)
  .register(z.globalRegistry, { description: "the cards that are let in, by their first digits" });

/** An order is named by its id, its reference, or both. */
export const orderKey = {
  merchantId,
  orderId: optional(idReader(1000001), "the order; required where merchantReference is not given"),
  merchantReference: optional(unshown(referenceReader), "the order's reference; required where orderId is not given"),
};
export const namesOrder = (p: { readonly orderId?: unknown; readonly merchantReference?: unknown }): boolean =>
  p.orderId !== undefined || p.merchantReference !== undefined;
export const namesOrderError = { path: ["orderId"], error: "orderId or merchantReference is required" };

/** The first problem, in the order of the parameter table: "lineItems[0].quantity: expected …". */
export function firstProblem(error: z.core.$ZodError): string {
  const issue = error.issues[0]!;
  const path = issue.path.reduce<string>(
    (text, key) => (typeof key === "number" ? `${text}[${key}]` : text ? `${text}.${String(key)}` : String(key)),
    "",
  );
  return `${path || "request"}: ${issue.message}`;
}
