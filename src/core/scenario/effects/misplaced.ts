import { outcomeOf } from "../values/outcomes.js";
import { isFaultName } from "./faults.js";

/** What is meant by the name of something else in the place of an outcome. Undefined if the name means nothing. */
export function insteadOfOutcome(name: unknown): string | undefined {
  if (isFaultName(name)) return `${name} is a fault: write ${faultText(name)}`;
  return name === "decline" || name === "declined"
    ? `${name} is no reason: write insufficient-funds or do-not-honour, as the issuer says`
    : undefined;
}

/** The object that is meant by a name in the place of `then`. Undefined if the name means nothing. */
export function insteadOfThen(name: unknown): string | undefined {
  if (isFaultName(name)) return faultText(name);
  return typeof name === "string" && outcomeOf(name) ? `{outcome: ${name}}` : undefined;
}

/** The object that is meant by a text in the place of a rule. Undefined if it is no text. */
export const insteadOfRule = (input: unknown): string | undefined =>
  typeof input === "string"
    ? `an object such as {then: ${insteadOfThen(input) ?? "{outcome: insufficient-funds}"}}`
    : undefined;

const faultText = (name: string): string => `{fault: ${name}, placed: after-commit}`;
