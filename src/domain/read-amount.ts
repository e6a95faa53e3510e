import { defaultPolicy, type Policy } from "../facts/assumptions.js";
import { limits } from "../facts/limits.js";
import { formatAmount, type MinorUnits, minorUnits, minorUnitsOf } from "./money.js";

const DECIMAL = /^\d{1,15}(\.\d+)?$/;
/** Numbers from here on have more digits than the reader accepts. */
const WHOLE_BELOW = 1e15;

/** True if a value is a whole number, as most amounts are. Its digits needn't be checked. */
const isWhole = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) < WHOLE_BELOW;

type AmountPolicy = Pick<Policy, "amount-precision" | "amount-digits">;

/**
 * Reads minor units from a decimal in the main unit: a number, or text such as "50.00". If invalid, returns the
 * expectation as text.
 */
export function readAmount(value: unknown, policy: AmountPolicy = defaultPolicy): MinorUnits | string {
  if (isWhole(value)) return aboveZero(atMostTheLargest(minorUnitsOf(value), policy));
  const text = decimalText(value);
  if (text === undefined)
    return isNegative(value) ? BELOW : "expected a number with at most two decimals, such as 50.00";
  // ASSUMED(amount-precision): zero, a sign and more than two decimals are refused.
  const isLong = /\.\d\d\d*[1-9]/.test(text);
  if (isLong && policy["amount-precision"] === "refuse") return "expected at most two decimals";
  return aboveZero(atMostTheLargest(isLong ? rounded(text) : minorUnitsOf(text), policy));
}

const BELOW = "expected an amount above 0";
const isNegative = (value: unknown): boolean =>
  typeof value === "number" ? value < 0 : typeof value === "string" && /^-\d{1,15}(\.\d+)?$/.test(value);

const aboveZero = (minor: MinorUnits | string): MinorUnits | string => (minor === 0 ? BELOW : minor);

/** Minor units of a line item's unit amount, rounded half up: clients send 33.333333333333336. */
export function readUnitAmount(value: unknown, policy: AmountPolicy = defaultPolicy): MinorUnits | string {
  if (isWhole(value)) return atMostTheLargest(minorUnitsOf(value), policy);
  const text = decimalText(value);
  if (text === undefined) return "expected a number of at least 0";
  return atMostTheLargest(rounded(text), policy);
}

/** Half up. */
function rounded(text: string): MinorUnits | undefined {
  const [, digits = text, next = "0"] = /^(\d+\.\d\d)(\d)/.exec(text) ?? [];
  const minor = minorUnitsOf(digits);
  return minor === undefined || next < "5" ? minor : minorUnits(minor + 1);
}

/** Undefined if the amount is too large to calculate with. */
// ASSUMED(amount-digits): nine digits in all.
function atMostTheLargest(minor: MinorUnits | undefined, policy: AmountPolicy): MinorUnits | string {
  if (minor !== undefined && minor <= limits.amountMaxMinor.value) return minor;
  const { value: max } =
    policy["amount-digits"] === "nine-in-all" ? limits.amountMaxMinor : limits.amountMaxMinorBeforePoint;
  return minor === undefined || minor > max ? `expected at most ${formatAmount(minorUnits(max))}` : minor;
}

/** The plain decimal digits of a client's value. Undefined for anything else (signs, exponents, NaN, 1e400). */
function decimalText(value: unknown): string | undefined {
  if (typeof value === "string") return DECIMAL.test(value) ? value : undefined;
  if (typeof value !== "number" || !Number.isFinite(value) || value < 0) return undefined;
  const text = String(value);
  if (DECIMAL.test(text)) return text;
  return value < 1 ? value.toFixed(20) : undefined;
}
