import { formatAmount, type MinorUnits } from "../domain/money.js";

declare global {
  interface JSON {
    /** A value that is printed as this text. In Node since 21; the standard library's types lack it. */
    rawJSON(text: string): unknown;
  }
}

/** Shops have few prices, and each answer tells some of them. */
const told = new Map<MinorUnits, unknown>();
const TOLD_LIMIT = 1000;

/** Money as a JSON number with two decimals. */
export function money(minor: MinorUnits): unknown {
  let number = told.get(minor);
  if (number === undefined) {
    number = JSON.rawJSON(formatAmount(minor));
    if (told.size >= TOLD_LIMIT) told.clear();
    told.set(minor, number);
  }
  return number;
}
