import { IN_RANGE, instantFault, noDayFault } from "../../../core/domain/instant-fault.js";
import { canBeTold, type Instant, type MinorUnits, parseInstant } from "../../../core/domain/money.js";
import { charactersOf, Expected, numberFrom, readText, readWhole } from "../../../core/domain/read-field.js";
import type { Policy } from "../../../core/facts/assumptions.js";
import { hexOf } from "../../../core/facts/colours.js";
import { limits } from "../../../core/facts/limits.js";
import { isPaymentMethod, type PaymentMethod, paymentMethods } from "../../../core/facts/methods.js";
import { similar } from "../../../core/scenario/values/similar.js";

/** Returns the value, or an Expected that describes valid values. */
export interface Reader<T> {
  readonly read: (value: unknown) => T | Expected;
  /** JSON Schema of the valid values, for the OpenAPI document. */
  readonly takes: Readonly<Record<string, unknown>>;
  /**
   * Absent or false if an empty text means "not given", as usual. Asked only about an empty text, because a read of a
   * policy counts as a use of that assumption.
   */
  readonly readsEmpty?: () => boolean;
}

interface Limit {
  readonly value: number;
}

/** A text of at least one character. */
export const textReader = (maxChars: number, policy: Policy): Reader<string> => ({
  takes: { type: "string", minLength: 1, maxLength: maxChars },
  read: (value) => readText(value, maxChars, policy),
});

/** The merchant's user. */
export function userIdReader(policy: Policy): Reader<string> {
  const [{ takes, read }, newer] = [limits.userIdMaxChars, limits.userIdMaxCharsNewer].map(({ value }) =>
    textReader(value, policy),
  ) as [Reader<string>, Reader<string>];
  return {
    takes,
    read: (value) => {
      const [text, shorter] = [read(value), newer.read(value)];
      // ASSUMED(user-id-length): the docs say 64 characters, their newer version 56.
      return shorter instanceof Expected && !(text instanceof Expected) && policy["user-id-length"] === "up-to-56"
        ? shorter
        : text;
    },
  };
}

/** A length limit that nobody has published. It applies only if the lane's choices include it. */
// ASSUMED(unpublished-lengths): without it a body's size is the only limit.
export const unpublishedTextReader = ({ value: maxChars }: Limit, policy: Policy): Reader<string> => {
  const { takes, read } = textReader(maxChars, policy);
  const hasOddLength = (value: unknown): boolean =>
    typeof value === "string" && (charactersOf(value, maxChars, policy) > maxChars || value === "");
  return {
    takes,
    read: (value) =>
      hasOddLength(value) && policy["unpublished-lengths"] === "unlimited"
        ? readText(value, Number.POSITIVE_INFINITY)
        : read(value),
  };
};

const LINE_BREAK = /[\n\v\f\r\u0085\u2028\u2029]/;
const ADDRESS = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

/** Line breaks are always refused, because they would add a header to the receipt's mail. */
// ASSUMED(email-form): what else a text must have to be an address is not published.
export const emailReader = (limit: Limit, policy: Policy): Reader<string> => {
  const { read, takes } = unpublishedTextReader(limit, policy);
  return {
    takes,
    read: (value) => {
      const text = read(value);
      if (text instanceof Expected) return text;
      if (LINE_BREAK.test(text)) return new Expected("expected a text without line breaks");
      const isTaken = ADDRESS.test(text) || policy["email-form"] === "any-text";
      return isTaken ? text : new Expected("expected an e-mail address");
    },
  };
};

/** An address for the shopper's browser. `faultOf` says why nobody can be led there. */
export const redirectReader = (
  limit: Limit,
  policy: Policy,
  faultOf: (url: string, policy: Policy) => string | undefined,
): Reader<string> => {
  const { read, takes } = unpublishedTextReader(limit, policy);
  return {
    takes,
    read: (value) => {
      const url = read(value);
      const fault = url instanceof Expected ? undefined : faultOf(url, policy);
      return fault === undefined ? url : new Expected(fault);
    },
  };
};

/** A JSON number as a text. */
const NUMBER_TEXT = { type: "string", pattern: "^\\d+(\\.\\d+)?([eE][+-]?\\d+)?$" };

/** The usual spellings of a whole number as a text: 3, 3.0, 1e3. */
const WHOLE_TEXT = { type: "string", pattern: "^\\d+(\\.0+)?([eE]\\+?\\d+)?$" };

/** Whole numbers from 1. Accepts them as a text. */
export const wholeReader = (max: number): Reader<number> => ({
  takes: { anyOf: [{ type: "integer", minimum: 1, maximum: max }, WHOLE_TEXT] },
  read: (value) => readWhole(value, max),
});

/** Reads the id of an order in a call. */
export const orderIdReader = (max: number, policy: Policy): Reader<number | undefined> => {
  const { takes, read } = wholeReader(max);
  return {
    takes,
    // ASSUMED(empty-order-id): an empty one was not given.
    readsEmpty: () => policy["empty-order-id"] === "refuse-both",
    read: (value) => {
      // ASSUMED(empty-order-id): ids begin at 1.
      if (numberFrom(value) === 0 && policy["empty-order-id"] === "empty-and-zero") return undefined;
      // ASSUMED(text-ids): the table says number, and shops keep ids as text.
      if (typeof value === "string" && value !== "" && policy["text-ids"] === "refuse")
        return new Expected("expected a number, not a text");
      return read(value);
    },
  };
};

export const booleanReader = (policy: Policy): Reader<boolean> => ({
  takes: { type: "boolean" },
  read: (value) => {
    // ASSUMED(text-flags): the table says boolean, and clients send 0 and 1.
    if (typeof value === "string" && value !== "" && policy["text-flags"] === "refuse")
      return new Expected("expected true or false, not a text");
    const number = numberFrom(value);
    if (value === true || value === "true" || number === 1) return true;
    if (value === false || value === "false" || number === 0) return false;
    return new Expected("expected true or false");
  },
});

/** Names the value that somebody most likely meant. Two codes of a few letters are similar by chance. */
function hint(value: unknown, values: readonly string[]): string {
  if (typeof value !== "string") return "";
  const same = values.find((one) => one.toLowerCase() === value.trim().toLowerCase());
  const meant = same ?? (value.length > 4 ? similar(value, values).didYouMean : undefined);
  return meant === undefined ? "" : `. Did you mean ${meant}?`;
}

export const oneOfReader = <T extends string>(values: readonly T[]): Reader<T> => ({
  takes: { type: "string", enum: values },
  read: (value) =>
    values.find((one) => one === value) ?? new Expected(`expected one of ${values.join(", ")}${hint(value, values)}`),
});

const INSTANT = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(?:(Z)|([+-]\d{2})(?::?(\d{2}))?)$/i;

const DATE_TIME = "an ISO 8601 date-time with offset";

/** Nanoseconds are cut off, because Date reads only three digits. */
// ASSUMED(hour-offset): an offset of hours only is ISO 8601 too.
export const instantReader = (policy: Policy): Reader<Instant> => ({
  takes: { type: "string", format: "date-time" },
  read: (value) => {
    const noDay = noDayFault(value);
    if (noDay !== undefined) return new Expected(`expected ${noDay}`);
    const found = typeof value === "string" ? INSTANT.exec(value) : null;
    // Shows a pattern: a date would be in the past one day.
    if (!found) return new Expected(`expected ${instantFault(value) ?? DATE_TIME}: YYYY-MM-DDThh:mm:ss+08:00`);
    const [, date, time = "", seconds = "00", fraction = "0", z, hours = "+00", minutes] = found;
    if (!z && minutes === undefined && policy["hour-offset"] === "refuse")
      return new Expected("expected hours and minutes in the offset, such as +08:00");
    const offset = `${hours}:${minutes ?? "00"}`;
    const at = parseInstant(`${date}T${time}:${seconds}.${fraction.slice(0, 3)}${offset}`);
    // Date reads 24:00 as the next midnight.
    if (Number.isNaN(at) || time.startsWith("24")) return new Expected(`expected ${IN_RANGE}`);
    return canBeTold(at) ? at : new Expected("expected an instant of the years 0 to 9999, in UTC");
  },
});

export const methodsReader: Reader<readonly PaymentMethod[]> = {
  takes: {
    type: "string",
    pattern: `^\\s*(${paymentMethods.join("|")})\\s*(,\\s*(${paymentMethods.join("|")})\\s*)*$`,
  },
  read: (value) => {
    const names = typeof value === "string" ? value.split(",").map((name) => name.trim()) : [];
    const isValid = names.length > 0 && names.every(isPaymentMethod);
    if (isValid) return [...new Set(names as PaymentMethod[])];
    const unknown = names.find((name) => !isPaymentMethod(name));
    return new Expected(
      `expected a comma-separated list of ${paymentMethods.join(", ")}${hint(unknown, paymentMethods)}`,
    );
  },
};

/** Accepts every form that browsers know. The decision on the call checks which forms the service accepts. */
export const colourReader: Reader<string> = {
  takes: {
    type: "string",
    pattern: "^\\s*(#([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})|[A-Za-z]+)\\s*$",
  },
  read: (value) =>
    typeof value === "string" && hexOf(value) !== undefined ? value : new Expected("expected a colour such as #RRGGBB"),
};

const BIN = new RegExp(`^\\d{${limits.binMinDigits.value},${limits.binMaxDigits.value}}$`);
export const binReader: Reader<string> = {
  takes: { type: "string", pattern: BIN.source },
  read: (value) => {
    const digits = typeof value === "number" ? String(value) : value;
    return typeof digits === "string" && BIN.test(digits)
      ? digits
      : new Expected(`expected ${limits.binMinDigits.value} to ${limits.binMaxDigits.value} digits`);
  },
};

export const ignoredReader: Reader<undefined> = { takes: { type: "string" }, read: () => undefined };

/** A decimal in the main unit, as number or text. */
export const amountReader = (read: (value: unknown) => MinorUnits | string, number: object): Reader<MinorUnits> => ({
  takes: {
    anyOf: [
      // Without multipleOf: 0.01, by which validators refuse 19.99, because they divide doubles.
      { type: "number", ...number, maximum: limits.amountMaxMinor.value / 100 },
      NUMBER_TEXT,
    ],
  },
  read: (value) => {
    const result = read(value);
    return typeof result === "string" ? new Expected(result) : result;
  },
});
