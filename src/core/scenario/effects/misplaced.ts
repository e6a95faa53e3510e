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

const faultText = (name: string): string => `{fault: ${name}, placed: after-commit}`;
