import { InvalidInput } from "../package/errors.js";

/** Reads the text of an option as a whole number from `least` to 999. Throws InvalidInput. */
export const whole =
  (option: string, least: number) =>
  (text: string): number => {
    if (/^(0|[1-9]\d{0,2})$/.test(text) && Number(text) >= least) return Number(text);
    throw new InvalidInput(`${option}: expected a whole number from ${least} to 999, found ${JSON.stringify(text)}`);
  };
