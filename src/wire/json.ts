import { formatAmount, type MinorUnits } from "../domain/money.js";

declare global {
  interface JSON {
    /** A value that is printed as this text. In Node since 21; the standard library's types lack it. */
    rawJSON(text: string): unknown;
  }
}

/** Money as a JSON number with two decimals. */
export const money = (minor: MinorUnits): unknown => JSON.rawJSON(formatAmount(minor));
