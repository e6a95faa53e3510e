/** An amount of money in the currency's smallest unit (cents); always a safe integer. */
export type MinorUnits = number;
export type Currency = "HKD" | "USD";
export const currencies: readonly Currency[] = ["HKD", "USD"];

/** Milliseconds since the epoch. */
export type Instant = number;

/** Two decimals, as the service prints money: 5000 → "50.00". */
export const formatAmount = (minor: MinorUnits): string => (minor / 100).toFixed(2);

/** Spelt 2026-11-21T02:03:37.123+00:00. */
// ASSUMED(date-spelling): milliseconds and a numeric offset; which spelling is not published.
export const formatInstant = (at: Instant): string => `${new Date(at).toISOString().slice(0, -1)}+00:00`;
