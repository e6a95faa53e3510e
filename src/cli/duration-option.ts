import { InvalidInput } from "../package/errors.js";
import { durationMs, durationWords } from "../scenario/duration.js";

/** Holds the text of an option against what a duration is, and keeps it as it was typed. Throws InvalidInput. */
export const duration =
  (option: string) =>
  (text: string): string => {
    if ((durationMs(text) ?? 0) > 0) return text;
    throw new InvalidInput(`${option}: expected ${durationWords}, longer than 0, found ${JSON.stringify(text)}`);
  };
