declare const unit: unique symbol;

/** An amount of money in the currency's smallest unit (cents); always a safe integer. */
export type MinorUnits = number & { readonly [unit]: "minor units" };

/** Marks a number as an amount. The caller must know that it is one. */
export const minorUnits = (n: number): MinorUnits => n as MinorUnits;
export const difference = (a: MinorUnits, b: MinorUnits): MinorUnits => (a - b) as MinorUnits;
export const negated = (amount: MinorUnits): MinorUnits => -amount as MinorUnits;

export const currencies = ["HKD", "USD"] as const;
export type Currency = (typeof currencies)[number];

/** Milliseconds since the epoch. */
export type Instant = number & { readonly [unit]: "ms since the epoch" };

/** Marks a number as an instant. The caller must know that it is one. */
export const instant = (ms: number): Instant => ms as Instant;
/** Parses an ISO 8601 text that has already been checked. */
export const parseInstant = (text: string): Instant => instant(Date.parse(text));
/** The first and the last instant with a four-digit year. Others are neither accepted nor produced. */
export const firstInstant = instant(Date.parse("0000-01-01T00:00:00Z"));
export const lastInstant = instant(Date.parse("9999-12-31T23:59:59.999Z"));
/** True if the instant has a four-digit year. False for NaN. */
export const canBeTold = (at: Instant): boolean => at >= firstInstant && at <= lastInstant;
/** Adds milliseconds, but never exceeds the last instant. */
export const later = (at: Instant, byMs: number): Instant => Math.min(at + byMs, lastInstant) as Instant;
export const earliest = (...all: readonly Instant[]): Instant => Math.min(...all) as Instant;
export const latest = (...all: readonly Instant[]): Instant => Math.max(...all) as Instant;
/** Two bounds: an instant before all that a clock can show, and one after all of them. */
export const beginningOfTime = instant(Number.NEGATIVE_INFINITY);
export const endOfTime = instant(Number.POSITIVE_INFINITY);

const LARGEST_WHOLE = 10_000_000_000;
const DECIMAL = /^(-?)(\d{1,15})(?:\.(\d{1,2})0*)?$/;

/**
 * Parses a decimal in the main unit into minor units, digit by digit because 0.29 * 100 is not 29. Undefined if it
 * has more than two decimals, isn't a plain decimal (1e300), or exceeds a safe integer.
 */
export function minorUnitsOf(decimal: number | string): MinorUnits | undefined {
  // A shortcut: most amounts are whole numbers, whose digits needn't be checked.
  if (Number.isSafeInteger(decimal) && Math.abs(decimal as number) <= LARGEST_WHOLE)
    return ((decimal as number) * 100 + 0) as MinorUnits;
  const [, sign, whole, fraction = ""] = DECIMAL.exec(String(decimal)) ?? [];
  if (whole === undefined) return undefined;
  const minor = Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
  return Number.isSafeInteger(minor) ? ((sign === "-" ? 0 - minor : minor) as MinorUnits) : undefined;
}

/** Two decimals, as the service prints money: 5000 → "50.00". */
export const formatAmount = (minor: MinorUnits): string => (minor / 100).toFixed(2);

/**
 * Formats as 2026-11-21T02:03:37.123+00:00. Clamps instants after the last one, which an earlier version could write.
 */
export function formatInstant(at: Instant): string {
  const told = Math.floor(Math.min(at, lastInstant));
  if (told === lastTold.at) return lastTold.text;
  const minute = Math.floor(told / MINUTE_MS);
  if (minute !== lastMinute.n)
    lastMinute = { n: minute, text: new Date(minute * MINUTE_MS).toISOString().slice(0, -SECOND_CHARS) };
  const inMinute = told - minute * MINUTE_MS;
  const seconds = String(Math.floor(inMinute / 1000)).padStart(2, "0");
  lastTold = { at: told, text: `${lastMinute.text}${seconds}.${String(inMinute % 1000).padStart(3, "0")}+00:00` };
  return lastTold.text;
}

const MINUTE_MS = 60_000;
const SECOND_CHARS = "00.000Z".length;
// Calls at about the same time format the same instant and minute again and again, and calendar arithmetic is as slow
// as parsing.
let lastTold = { at: Number.NaN, text: "" };
let lastMinute = { n: Number.NaN, text: "" };

const HONG_KONG_AHEAD_MS = 8 * 3_600_000;

// ASSUMED(date-spelling): milliseconds and a numeric offset; which spelling is not published.
const spellings = {
  colon: formatInstant,
  "no-colon": (at: Instant) => formatInstant(at).replace("+00:00", "+0000"),
  "hong-kong": (at: Instant) => formatInstant(later(at, HONG_KONG_AHEAD_MS)).replace("+00:00", "+08:00"),
} as const;

/** The instant as the service prints it, in the format that the lane has chosen. */
export const spellInstant = (at: Instant, choice: keyof typeof spellings): string => spellings[choice](at);
