import type { Calibration } from "../../config/calibration.js";
import { driftBetween, driftText, unseenNow } from "./drift.js";

/**
 * The differences between two calibrations as text: entries with different results, and entries that only one
 * decided.
 */
export function calibrationDiff(
  left: Calibration,
  right: Calibration,
): { readonly text: string; readonly count: number } {
  const changes = driftBetween(left, right);
  const part = (title: string, about: readonly string[]) =>
    about.length === 0 ? "" : `${title}: ${about.join(", ")}\n`;
  const text = [
    driftText(changes),
    part("only in the first", unseenNow(left, right)),
    part("only in the second", unseenNow(right, left)),
    `${changes.length === 1 ? "1 difference" : `${changes.length} differences`}\n`,
  ];
  return { text: text.join(""), count: changes.length };
}
