import { type Instant, type MinorUnits, parseInstant } from "../domain/money.js";
import type { Policy } from "../facts/assumptions.js";
import { hexOf } from "../facts/colours.js";
import { limits } from "../facts/limits.js";
import { isPaymentMethod, type PaymentMethod, paymentMethods } from "../facts/methods.js";

/** A reader answers the value it read, or an Expected that says what it wanted. */
export class Expected {
  constructor(readonly what: string) {}
}

export interface Reader<T> {
  readonly read: (value: unknown) => T | Expected;
  /** What it takes, for the OpenAPI document: JSON Schema with an example. */
  readonly takes: ParamSchema;
}

export type ParamSchema = { readonly examples?: readonly unknown[] } & Readonly<Record<string, unknown>>;

/** A text of at least one character; `maxChars` may be Infinity. */
export const textReader = (maxChars: number, example?: string): Reader<string> => ({
  takes: { type: "string", minLength: 1, ...upTo(maxChars), ...(example && { examples: [example] }) },
  read: (value) => {
    const text = typeof value === "number" && Number.isFinite(value) ? String(value) : value;
    if (typeof text !== "string") return new Expected("expected a text");
    if (text.length < 1 || text.length > maxChars) return new Expected(lengthExpected(maxChars));
    return text.isWellFormed() && !text.includes("\0")
      ? text
      : new Expected("expected well-formed Unicode text without null characters");
  },
});

const upTo = (maxLength: number): { readonly maxLength?: number } =>
  maxLength === Number.POSITIVE_INFINITY ? {} : { maxLength };

const lengthExpected = (maxChars: number): string =>
  maxChars === Number.POSITIVE_INFINITY
    ? "expected a text that is not empty"
    : `expected a text of 1 to ${maxChars} characters`;

const LINE_BREAK = /[\n\v\f\r\u0085\u2028\u2029]/;
const ADDRESS = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

/** A line break is refused whatever was chosen: it would add a header to the mail that carries it. */
// ASSUMED(email-form): what else a text must have to be an address is not published.
export const emailReader = (maxChars: number, form: Policy["email-form"]): Reader<string> => {
  const { read, takes } = textReader(maxChars);
  return {
    takes: form === "address" ? { ...takes, format: "email" } : takes,
    read: (value) => {
      const text = read(value);
      if (text instanceof Expected) return text;
      if (LINE_BREAK.test(text)) return new Expected("expected a text without line breaks");
      return form === "any-text" || ADDRESS.test(text) ? text : new Expected("expected an e-mail address");
    },
  };
};

/** Whole numbers from 1, also as text of so many digits. */
export const wholeReader = (max: number, digits: number, example: number): Reader<number> => {
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

export const idReader = (example: number): Reader<number> => wholeReader(limits.idMax.value, 10, example);

export const booleanReader: Reader<boolean> = {
  takes: { type: "boolean" },
  read: (value) => {
    if (value === true || value === 1 || value === "true" || value === "1") return true;
    if (value === false || value === 0 || value === "false" || value === "0") return false;
    return new Expected("expected true or false");
  },
};

export const oneOfReader = <T extends string>(values: readonly T[]): Reader<T> => ({
  takes: { type: "string", enum: values, examples: [values[0]] },
  read: (value) => values.find((one) => one === value) ?? new Expected(`expected one of ${values.join(", ")}`),
});

const INSTANT =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}:\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(?:(Z)|([+-]\d{2})(?::?(\d{2}))?)$/i;
const NO_INSTANT = new Expected("expected an ISO 8601 date-time with offset, such as 2026-11-22T02:03:37+00:00");

/** Nanoseconds are cut: Date reads three digits. */
// ASSUMED(hour-offset): an offset of hours only is ISO 8601 too.
export const instantReader = (hourOffset: Policy["hour-offset"]): Reader<Instant> => ({
  takes: { type: "string", format: "date-time" },
  read: (value) => {
    const found = typeof value === "string" ? INSTANT.exec(value) : null;
    if (!found) return NO_INSTANT;
    const [, year, month, day, time, seconds = "00", fraction = "0", z, hours = "+00", minutes] = found;
    if (!isDayOf(Number(year), Number(month), Number(day))) return NO_INSTANT;
    if (!z && minutes === undefined && hourOffset === "refuse") return NO_INSTANT;
    const offset = `${hours}:${minutes ?? "00"}`;
    const at = parseInstant(`${year}-${month}-${day}T${time}:${seconds}.${fraction.slice(0, 3)}${offset}`);
    return Number.isNaN(at) ? NO_INSTANT : at;
  },
});

/** Date takes 30 February for 2 March. */
const isDayOf = (year: number, month: number, day: number): boolean =>
  day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();

export const methodsReader: Reader<readonly PaymentMethod[]> = {
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

/** Every form that a browser knows; which of them the service takes is decided with the call. */
export const colourReader: Reader<string> = {
  takes: {
    type: "string",
    pattern: "^\\s*(#([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})|[A-Za-z]+)\\s*$",
    examples: ["#ffffff"],
  },
  read: (value) =>
    typeof value === "string" && hexOf(value) !== undefined ? value : new Expected("expected a colour such as #RRGGBB"),
};

const BIN = new RegExp(`^\\d{${limits.binMinDigits.value},${limits.binMaxDigits.value}}$`);
export const binReader = (example: string): Reader<string> => ({
  takes: { type: "string", pattern: BIN.source, examples: [example] },
  read: (value) => {
    const digits = typeof value === "number" ? String(value) : value;
    return typeof digits === "string" && BIN.test(digits)
      ? digits
      : new Expected(`expected ${limits.binMinDigits.value} to ${limits.binMaxDigits.value} digits`);
  },
});

/** A decimal in the main unit, as number or text. */
export const amountReader = (read: (value: unknown) => MinorUnits | string, number: object): Reader<MinorUnits> => ({
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
