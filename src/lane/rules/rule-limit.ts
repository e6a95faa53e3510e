import { rulesMax } from "../../core/scenario/values/limits.js";
import { patternsCost, patternsProblem } from "../../core/scenario/values/pattern-cost.js";

/** The refusal if a lane would have too many rules. Undefined if they fit. */
export const tooManyRules = (count: number): string | undefined =>
  count > rulesMax ? `a lane would hold ${count} rules, at most ${rulesMax} are allowed` : undefined;

/** The same for all regexes together, because compiling each one delays all calls of the lane. */
export const tooLargeRegexes = (added: unknown, present: () => unknown): string | undefined => {
  const cost = patternsCost(added);
  return cost === 0 ? undefined : patternsProblem(cost + patternsCost(present()));
};

/** How many rules these scenarios have together. */
export const ruleCount = (
  scenarios: readonly { readonly scenario: { readonly rules: readonly unknown[] } }[],
): number => scenarios.reduce((sum, { scenario }) => sum + scenario.rules.length, 0);
