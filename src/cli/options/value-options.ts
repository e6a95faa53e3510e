import { Option } from "commander";
import { InvalidInput } from "../../package/errors.js";
import { durationMs, durationWords } from "../../scenario/values/duration.js";

/** Reads the text of an option as a whole number within these. Throws InvalidInput. */
export function wholeOf(option: string, low: number, high: number): (text: string) => number {
  return (text) => {
    if (/^(0|[1-9]\d{0,9})$/.test(text) && Number(text) >= low && Number(text) <= high) return Number(text);
    throw new InvalidInput(`${option}: expected a whole number from ${low} to ${high}, found ${JSON.stringify(text)}`);
  };
}

/** How many runs a command executes at the same time. */
export const jobsOption = (): Option =>
  new Option("--jobs <n>", "number of parallel runs (default: the number of cores)").argParser(
    wholeOf("--jobs", 1, 999),
  );

/** Checks the text of a duration option, and returns it as typed. Throws InvalidInput. */
export const duration =
  (option: string) =>
  (text: string): string => {
    if ((durationMs(text) ?? 0) > 0) return text;
    throw new InvalidInput(`${option}: expected ${durationWords}, longer than 0, found ${JSON.stringify(text)}`);
  };

/** The smallest share of entries that must have been checked, in percent. */
export const minComparedOption = (byDefault: number): Option =>
  new Option("--min-compared <percent>", "exit with 9 if a smaller share of entries could be compared")
    .argParser(percentOf)
    .default(byDefault);

function percentOf(text: string): number {
  const [, digits] = /^(\d{1,3}(?:\.\d{1,3})?)\s?%?$/.exec(text) ?? [];
  if (digits !== undefined && Number(digits) <= 100) return Number(digits);
  throw new InvalidInput(`--min-compared: expected a number from 0 to 100, found ${JSON.stringify(text)}`);
}

/** Formats a share from 0 to 1. Always rounded down, so that it never seems to reach a limit that it misses. */
export const percentText = (share: number): string => `${Math.floor(share * 1000) / 10} %`;
