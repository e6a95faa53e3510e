import { printAmount } from "./amount.js";

declare global {
  interface JSON {
    /** A value that is printed as this text. In Node since 21; the standard library's types lack it. */
    rawJSON(text: string): unknown;
  }
}

/** Money as a JSON number with two decimals. */
export const money = (minor: number): unknown => JSON.rawJSON(printAmount(minor));

/** Spelt 2026-11-21T02:03:37.123+00:00. */
// ASSUMED(date-spelling): milliseconds and a numeric offset; which spelling is not published.
export const dateTime = (at: number): string => `${new Date(at).toISOString().slice(0, -1)}+00:00`;
