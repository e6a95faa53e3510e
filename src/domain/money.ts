/** An amount of money in the currency's smallest unit (cents); always a safe integer. */
export type MinorUnits = number;
export type Currency = "HKD" | "USD";
export const currencies: readonly Currency[] = ["HKD", "USD"];

/** Milliseconds since the epoch. */
export type Instant = number;
