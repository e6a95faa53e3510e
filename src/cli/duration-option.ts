import { InvalidInput } from "../package/errors.js";
import { durationMs } from "../scenario/duration.js";

/** Holds the text of an option against what a duration is, and keeps it as it was typed. Throws InvalidInput. */
export const duration =
  (option: string) =>
  (text: string): string => {
    if ((durationMs(text) ?? 0) > 0) return text;
    throw new InvalidInput(`${option}: expected a duration such as 500ms, 30s or 5m, found ${JSON.stringify(text)}`);
  };
