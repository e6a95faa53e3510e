declare const unit: unique symbol;

/** An amount of money in the currency's smallest unit (cents); always a safe integer. */
export type MinorUnits = number & { readonly [unit]: "minor units" };

/** Takes a number as an amount; the caller knows that it is one. */
export const minorUnits = (n: number): MinorUnits => n as MinorUnits;
export const difference = (a: MinorUnits, b: MinorUnits): MinorUnits => minorUnits(a - b);
export const negated = (amount: MinorUnits): MinorUnits => minorUnits(-amount);

export const currencies = ["HKD", "USD"] as const;
export type Currency = (typeof currencies)[number];

/** Milliseconds since the epoch. */
export type Instant = number & { readonly [unit]: "ms since the epoch" };

/** Takes a number as an instant; the caller knows that it is one. */
export const instant = (ms: number): Instant => ms as Instant;
/** The instant of an ISO 8601 text that was checked before. */
export const parseInstant = (text: string): Instant => instant(Date.parse(text));
/** The first and the last instant that a year of four digits can tell. None beyond is read, and none is made. */
export const firstInstant = instant(Date.parse("0000-01-01T00:00:00Z"));
export const lastInstant = instant(Date.parse("9999-12-31T23:59:59.999Z"));
/** False for NaN too. */
export const canBeTold = (at: Instant): boolean => at >= firstInstant && at <= lastInstant;
/** At most the last instant. */
export const later = (at: Instant, byMs: number): Instant => instant(Math.min(at + byMs, lastInstant));
export const earliest = (...all: readonly Instant[]): Instant => instant(Math.min(...all));
export const latest = (...all: readonly Instant[]): Instant => instant(Math.max(...all));
/** Before any instant that a clock shows, and after all of them. */
export const beginningOfTime = instant(Number.NEGATIVE_INFINITY);
export const endOfTime = instant(Number.POSITIVE_INFINITY);

const LARGEST_WHOLE = 10_000_000_000;
const DECIMAL = /^(-?)(\d{1,15})(?:\.(\d{1,2})0*)?$/;

/**
 * Minor units of a decimal in the main unit, read digit by digit: 0.29 * 100 is not 29.
 * Undefined where it has more than two decimals, is no plain decimal (1e300), or is not a safe integer in minor units.
 */
export function minorUnitsOf(decimal: number | string): MinorUnits | undefined {
  // Most amounts are whole; digits need not be looked at then.
  if (Number.isSafeInteger(decimal) && Math.abs(decimal as number) <= LARGEST_WHOLE)
    return minorUnits((decimal as number) * 100 + 0);
  const [, sign, whole, fraction = ""] = DECIMAL.exec(String(decimal)) ?? [];
  if (whole === undefined) return undefined;
  const minor = Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
  if (!Number.isSafeInteger(minor)) return undefined;
  return minorUnits(sign === "-" ? 0 - minor : minor);
}

/** Two decimals, as the service prints money: 5000 → "50.00". */
export const formatAmount = (minor: MinorUnits): string => (minor / 100).toFixed(2);

/** Spelt 2026-11-21T02:03:37.123+00:00. What a former version wrote beyond the last instant is told as the last. */
export function formatInstant(at: Instant): string {
  const told = Math.min(at, lastInstant);
  if (told !== lastTold.at) lastTold = { at: told, text: `${minuteText(told)}${secondText(told)}+00:00` };
  return lastTold.text;
}

const MINUTE_MS = 60_000;
const SECOND_CHARS = "00.000Z".length;
// Calls of one time tell the same instant and the same minute again and again: the calendar costs as much as a parse.
let lastTold = { at: Number.NaN, text: "" };
let lastMinute = { n: Number.NaN, text: "" };

/** All before the seconds. */
function minuteText(ms: number): string {
  const n = Math.floor(ms / MINUTE_MS);
  if (n !== lastMinute.n) lastMinute = { n, text: new Date(n * MINUTE_MS).toISOString().slice(0, -SECOND_CHARS) };
  return lastMinute.text;
}

const secondText = (ms: number): string => {
  const inMinute = Math.floor(ms) - Math.floor(ms / MINUTE_MS) * MINUTE_MS;
  return `${String(Math.floor(inMinute / 1000)).padStart(2, "0")}.${String(inMinute % 1000).padStart(3, "0")}`;
};

const HONG_KONG_AHEAD_MS = 8 * 3_600_000;

/** As the service prints it, by the lane's choice. */
// ASSUMED(date-spelling): milliseconds and a numeric offset; which spelling is not published.
export function spellInstant(at: Instant, choice: "colon" | "no-colon" | "hong-kong"): string {
  switch (choice) {
    case "colon":
      return formatInstant(at);
    case "no-colon":
      return formatInstant(at).replace("+00:00", "+0000");
    case "hong-kong":
      return formatInstant(later(at, HONG_KONG_AHEAD_MS)).replace("+00:00", "+08:00");
  }
}
