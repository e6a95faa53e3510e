import { formatAmount, type MinorUnits } from "../../../core/domain/money.js";

/** A cache: shops have few different prices, and answers repeat them. */
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
