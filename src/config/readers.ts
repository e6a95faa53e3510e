import { InvalidInput } from "../package/errors.js";

/** Reads an option's value from the text of a flag or of an environment variable. Throws InvalidInput with what was expected. */
export type Reader<T> = (text: string) => T;

const expected = (what: string, found: string): never => {
  throw new InvalidInput(`expected ${what}, found ${JSON.stringify(found)}`);
};

export const MAX_SEED = 2_147_483_647;
export const LOG_FORMATS = ["pretty", "json", "silent"] as const;
export const SIGNATURES = ["off", "warn", "enforce"] as const;

export const text: Reader<string> = (found) => (found.trim() === "" ? expected("a text", found) : found);

export const list: Reader<readonly string[]> = (found) => {
  const parts = found
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  return parts.length > 0 ? parts : expected("names, separated by commas", found);
};

export const whole =
  (low: number, high: number): Reader<number> =>
  (found) =>
    /^\d{1,10}$/.test(found) && Number(found) >= low && Number(found) <= high
      ? Number(found)
      : expected(`a whole number from ${low} to ${high}`, found);

export const seconds: Reader<number> = (found) =>
  /^\d+(\.\d+)?$/.test(found) && Number(found) > 0 && Number(found) <= 3600
    ? Number(found)
    : expected("seconds, above 0 and at most 3600", found);

export const oneOf =
  <T extends string>(choices: readonly T[]): Reader<T> =>
  (found) =>
    choices.find((choice) => choice === found) ?? expected(`one of ${choices.join(", ")}`, found);

const yes = ["1", "true", "yes", "on"];
const no = ["0", "false", "no", "off"];
export const flag: Reader<boolean> = (found) => {
  const word = found.toLowerCase();
  return yes.includes(word) || (!no.includes(word) && expected("true or false", found));
};

export const address: Reader<string> = (found) => {
  const isAddress = URL.canParse(found) && /^https?:$/.test(new URL(found).protocol);
  return isAddress ? found : expected("an address such as http://localhost:4655", found);
};
