import { InvalidInput } from "../../package/errors.js";
import { durationMs, durationWords } from "../../scenario/values/duration.js";

/** Checks the text of a duration option, and returns it as typed. Throws InvalidInput. */
export const duration =
  (option: string) =>
  (text: string): string => {
    if ((durationMs(text) ?? 0) > 0) return text;
    throw new InvalidInput(`${option}: expected ${durationWords}, longer than 0, found ${JSON.stringify(text)}`);
  };
