import type { Policy } from "../facts/assumptions.js";
import { limits } from "../facts/limits.js";
import { isPaymentMethod, type PaymentMethod, paymentMethods } from "../facts/methods.js";

/** A reader answers the value it read, or an Expected that says what it wanted. */
export class Expected {
  constructor(readonly what: string) {}
}
export type Reader<T> = (value: unknown) => T | Expected;

/** A text of at least one character; `maxChars` may be Infinity. */
export const readText =
  (maxChars: number): Reader<string> =>
  (value) => {
    const text = typeof value === "number" && Number.isFinite(value) ? String(value) : value;
    if (typeof text !== "string") return new Expected("expected a text");
    if (text.length < 1 || text.length > maxChars) return new Expected(lengthExpected(maxChars));
    return text.isWellFormed() && !text.includes("\0")
      ? text
      : new Expected("expected well-formed Unicode text without null characters");
  };

const lengthExpected = (maxChars: number): string =>
  maxChars === Number.POSITIVE_INFINITY
    ? "expected a text that is not empty"
    : `expected a text of 1 to ${maxChars} characters`;

const LINE_BREAK = /[\n\v\f\r\u0085\u2028\u2029]/;
const ADDRESS = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

/** A line break is refused whatever was chosen: it would add a header to the mail that carries it. */
// ASSUMED(email-form): what else a text must have to be an address is not published.
export const readEmail =
  (maxChars: number, form: Policy["email-form"]): Reader<string> =>
  (value) => {
    const text = readText(maxChars)(value);
    if (text instanceof Expected) return text;
    if (LINE_BREAK.test(text)) return new Expected("expected a text without line breaks");
    return form === "any-text" || ADDRESS.test(text) ? text : new Expected("expected an e-mail address");
  };

export const readId: Reader<number> = (value) => {
  const id = typeof value === "string" && /^\d{1,10}$/.test(value) ? Number(value) : value;
  const fits = typeof id === "number" && Number.isInteger(id) && id >= 1 && id <= limits.idMax.value;
  return fits ? id : new Expected(`expected a whole number from 1 to ${limits.idMax.value}`);
};

export const readBoolean: Reader<boolean> = (value) => {
  if (value === true || value === 1 || value === "true" || value === "1") return true;
  if (value === false || value === 0 || value === "false" || value === "0") return false;
  return new Expected("expected true or false");
};

export const readOneOf =
  <T extends string>(values: readonly T[]): Reader<T> =>
  (value) =>
    values.find((one) => one === value) ?? new Expected(`expected one of ${values.join(", ")}`);

const INSTANT =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}:\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(?:(Z)|([+-]\d{2})(?::?(\d{2}))?)$/i;
const NO_INSTANT = new Expected("expected an ISO 8601 date-time with offset, such as 2026-11-22T02:03:37+00:00");

/** Nanoseconds are cut: Date reads three digits. */
// ASSUMED(hour-offset): an offset of hours only is ISO 8601 too.
export const readInstant =
  (hourOffset: Policy["hour-offset"]): Reader<number> =>
  (value) => {
    const found = typeof value === "string" ? INSTANT.exec(value) : null;
    if (!found) return NO_INSTANT;
    const [, year, month, day, time, seconds = "00", fraction = "0", z, hours = "+00", minutes] = found;
    if (!isDayOf(Number(year), Number(month), Number(day))) return NO_INSTANT;
    if (!z && minutes === undefined && hourOffset === "refuse") return NO_INSTANT;
    const offset = `${hours}:${minutes ?? "00"}`;
    const at = Date.parse(`${year}-${month}-${day}T${time}:${seconds}.${fraction.slice(0, 3)}${offset}`);
    return Number.isNaN(at) ? NO_INSTANT : at;
  };

/** Date takes 30 February for 2 March. */
const isDayOf = (year: number, month: number, day: number): boolean =>
  day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();

export const readQuantity: Reader<number> = (value) => {
  const quantity = typeof value === "string" && /^\d{1,8}$/.test(value) ? Number(value) : value;
  const fits =
    typeof quantity === "number" && Number.isInteger(quantity) && quantity >= 1 && quantity <= limits.quantityMax.value;
  return fits ? quantity : new Expected(`expected a whole number from 1 to ${limits.quantityMax.value}`);
};

export const readMethods: Reader<readonly PaymentMethod[]> = (value) => {
  const names = typeof value === "string" ? value.split(",").map((name) => name.trim()) : [];
  const isValid = names.length > 0 && names.every(isPaymentMethod);
  return isValid
    ? [...new Set(names as PaymentMethod[])]
    : new Expected(`expected a comma-separated list of ${paymentMethods.join(", ")}`);
};

export const readColour: Reader<string> = (value) =>
  typeof value === "string" && /^#[0-9a-f]{6}$/i.test(value) ? value : new Expected("expected a colour as #RRGGBB");

const BIN = new RegExp(`^\\d{${limits.binMinDigits.value},${limits.binMaxDigits.value}}$`);
export const readBin: Reader<string> = (value) => {
  const digits = typeof value === "number" ? String(value) : value;
  return typeof digits === "string" && BIN.test(digits)
    ? digits
    : new Expected(`expected ${limits.binMinDigits.value} to ${limits.binMaxDigits.value} digits`);
};

/** A reader that answers a text where it expected something else. */
export const orExpected =
  (read: (value: unknown) => number | string): Reader<number> =>
  (value) => {
    const result = read(value);
    return typeof result === "string" ? new Expected(result) : result;
  };
