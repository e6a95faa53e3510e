import { defaultPolicy, type Policy } from "../facts/assumptions.js";
import { limits } from "../facts/limits.js";
import { formatAmount, type MinorUnits, minorUnits, minorUnitsOf } from "./money.js";
import { NUMBER } from "./read-field.js";

/** Numbers from here on are too large for every choice. */
const WHOLE_BELOW = 1e15;

/** True if a value is a whole number, as most amounts are. Its digits needn't be checked. */
const isWhole = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) < WHOLE_BELOW;

type AmountPolicy = Pick<Policy, "amount-precision" | "amount-digits" | "number-reading">;

/**
 * Reads minor units from a decimal in the main unit: a number, or a text that is a JSON number, such as "50.00" or
 * "5E+1". If invalid, returns the expectation as text.
 */
export function readAmount(value: unknown, policy: AmountPolicy = defaultPolicy): MinorUnits | string {
  if (isWhole(value)) return aboveZero(atMostTheLargest(minorUnitsOf(value), policy));
  const decimal = decimalOf(value, policy);
  if (!decimal) return "expected a number with at most two decimals, such as 50.00";
  if (decimal.isNegative) return BELOW;
  // ASSUMED(amount-precision): zero, a sign and more than two decimals are refused.
  if (decimal.hasMore && policy["amount-precision"] === "refuse") return "expected at most two decimals";
  const minor = aboveZero(atMostTheLargest(rounded(decimal), policy));
  return minor === BELOW && isLostInDouble(value, decimal) ? `${BELOW}, and a double reads this one as 0` : minor;
}

const BELOW = "expected an amount above 0";

/** True for 1e-400. */
const isLostInDouble = (value: unknown, { whole, fraction, hasMore }: Decimal): boolean =>
  typeof value === "string" && whole === "" && fraction === "000" && !hasMore && /^[^eE]*[1-9]/.test(value);

const aboveZero = (minor: MinorUnits | string): MinorUnits | string => (minor === 0 ? BELOW : minor);

/** Minor units of a line item's unit amount, rounded half up: clients send 33.333333333333336. */
export function readUnitAmount(value: unknown, policy: AmountPolicy = defaultPolicy): MinorUnits | string {
  if (isWhole(value)) return atMostTheLargest(minorUnitsOf(value), policy);
  const decimal = decimalOf(value, policy);
  if (!decimal) return "expected a number, such as 50.00";
  return decimal.isNegative ? "expected a number of at least 0" : atMostTheLargest(rounded(decimal), policy);
}

/** Undefined if the amount is too large to calculate with. */
// ASSUMED(amount-digits): nine digits in all.
function atMostTheLargest(minor: MinorUnits | undefined, policy: AmountPolicy): MinorUnits | string {
  if (minor !== undefined && minor <= limits.amountMaxMinor.value) return minor;
  const { value: max } =
    policy["amount-digits"] === "nine-in-all" ? limits.amountMaxMinor : limits.amountMaxMinorBeforePoint;
  return minor === undefined || minor > max ? `expected at most ${formatAmount(minorUnits(max))}` : minor;
}

/** A decimal, as far as money needs it. */
interface Decimal {
  readonly isNegative: boolean;
  /** Without leading zeros. */
  readonly whole: string;
  /** The three digits after the point. */
  readonly fraction: string;
  /** True if more than two decimals differ from zero. */
  readonly hasMore: boolean;
}

/** How many digits of a decimal a double always keeps. */
export const KEPT_DIGITS = 15;

/** Undefined for anything but a number, or a text that could be one. */
function decimalOf(value: unknown, policy: Pick<AmountPolicy, "number-reading">): Decimal | undefined {
  if (typeof value === "number") return doubleDecimal(value);
  const written = typeof value === "string" ? writtenDecimal(value) : undefined;
  if (!written || isExact(value as string)) return written;
  const asDouble = doubleDecimal(Number(value));
  // ASSUMED(number-reading): the service reads doubles. The choice matters only if the digits say something else.
  return isSame(asDouble, written) || policy["number-reading"] === "double" ? asDouble : written;
}

/** True if a double is sure to have the same digits. It has no exponents of three digits or more. */
export const isExact = (text: string): boolean => text.length <= KEPT_DIGITS && !/[eE][+-]?\d{3}/.test(text);

/** True if an amount differs between the choices of `number-reading`. */
export function dependsOnReading(value: unknown): boolean {
  if (typeof value !== "string" || isExact(value)) return false;
  const written = writtenDecimal(value);
  return written !== undefined && !isSame(doubleDecimal(Number(value)), written);
}

const isSame = (a: Decimal | undefined, b: Decimal): boolean =>
  a !== undefined &&
  a.isNegative === b.isNegative &&
  a.whole === b.whole &&
  a.fraction === b.fraction &&
  a.hasMore === b.hasMore;

/** The shortest digits that stand for the same double. Undefined for NaN. */
function doubleDecimal(value: number): Decimal | undefined {
  if (Math.abs(value) === Number.POSITIVE_INFINITY)
    return { isNegative: value < 0, whole: FAR_DIGITS, fraction: "000", hasMore: false };
  return writtenDecimal(String(value));
}

/** No amount has so many digits before the point. */
const FAR = 20;
const FAR_DIGITS = "9".repeat(FAR);

/** The digits exactly as written. */
function writtenDecimal(text: string): Decimal | undefined {
  const [, sign = "", whole, decimals = "", power = "0"] = NUMBER.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const zeros = /^0*/.exec(whole + decimals)![0].length;
  const digits = (whole + decimals).slice(zeros);
  if (digits === "") return { isNegative: false, whole: "", fraction: "000", hasMore: false };
  /** How many of the digits stand before the point. */
  const before = whole.length - zeros + Number(power);
  if (before > FAR) return { isNegative: sign === "-", whole: FAR_DIGITS, fraction: "000", hasMore: false };
  const after = before >= 0 ? digits.slice(before) : `${"0".repeat(Math.min(-before, 3))}${digits}`;
  return {
    isNegative: sign === "-",
    whole: before > 0 ? digits.slice(0, before).padEnd(before, "0") : "",
    fraction: after.slice(0, 3).padEnd(3, "0"),
    hasMore: /[1-9]/.test(after.slice(2)),
  };
}

/** Half up. */
const rounded = ({ whole, fraction }: Decimal): MinorUnits | undefined => {
  const minor = Number(whole + fraction.slice(0, 2)) + (fraction[2]! < "5" ? 0 : 1);
  return Number.isSafeInteger(minor) ? minorUnits(minor) : undefined;
};
