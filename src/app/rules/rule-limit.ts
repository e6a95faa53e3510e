import { rulesMax } from "../../scenario/limits.js";

/** What to say where a lane would hold so many rules; undefined where it may. */
export const tooManyRules = (count: number): string | undefined =>
  count > rulesMax ? `a lane would hold ${count} rules, at most ${rulesMax} are allowed` : undefined;

/** How many rules scenarios have together. */
export const ruleCount = (
  scenarios: readonly { readonly scenario: { readonly rules: readonly unknown[] } }[],
): number => scenarios.reduce((sum, { scenario }) => sum + scenario.rules.length, 0);
