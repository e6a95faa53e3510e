import { similar } from "../scenario/values/issues.js";

/** Returns `; did you mean x?`, or nothing. */
export function didYouMean(text: string, known: readonly string[]): string {
  const guess = similar(text, known).didYouMean;
  return guess === undefined ? "" : `; did you mean ${guess}?`;
}
