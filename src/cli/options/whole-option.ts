import { InvalidInput } from "../../package/errors.js";

/** Reads the text of an option as a whole number within these. Throws InvalidInput. */
export function wholeOf(option: string, low: number, high: number): (text: string) => number {
  return (text) => {
    if (/^(0|[1-9]\d{0,9})$/.test(text) && Number(text) >= low && Number(text) <= high) return Number(text);
    throw new InvalidInput(`${option}: expected a whole number from ${low} to ${high}, found ${JSON.stringify(text)}`);
  };
}
