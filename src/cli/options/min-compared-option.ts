import { Option } from "commander";
import { InvalidInput } from "../../package/errors.js";

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
