import type { Rule, When } from "../rule/rule.js";
import { bounds } from "../values/amount.js";
import { isRegex } from "../values/pattern-cost.js";
import { covers, isBeforeParse, isUnlimited } from "./shadow.js";

type Member = keyof When;

/** Rules that require one exact value for each of the same members, indexed by these values. */
interface Shape {
  readonly members: readonly Member[];
  readonly byValues: ReadonlyMap<string | undefined, readonly { readonly index: number }[]>;
}

/** The step limit for a whole list, split between its rules. Each rule gets at least STEPS_A_RULE. In a very long list with many stars and ranges, a shadowed rule may go unnoticed. */
const STEPS = 100_000;
const STEPS_A_RULE = 20;

/** For each rule, the first other rule that always fires in its place, or undefined if there is none. */
export function coveredBy(rules: readonly Rule[]): readonly (number | undefined)[] {
  const steps = Math.max(STEPS_A_RULE, Math.floor(STEPS / rules.length));
  const early = shapesOf(rules, isBeforeParse);
  const late = shapesOf(rules, (rule) => !isBeforeParse(rule));
  return rules.map((rule, i) => {
    const search = { rules, rule, steps };
    if (isBeforeParse(rule)) return firstIn(early, i, search);
    const above = firstIn(late, i, search);
    return firstIn(early, above ?? rules.length, search) ?? above;
  });
}

interface Search {
  readonly rules: readonly Rule[];
  readonly rule: Rule;
  /** How many steps are left. */
  steps: number;
}

/** The lowest index below `end` of a rule that covers this one. */
function firstIn(shapes: readonly Shape[], end: number, search: Search): number | undefined {
  let found: number | undefined;
  for (const { members, byValues } of shapes) {
    if (search.steps-- <= 0) break;
    for (const { index } of byValues.get(valuesOf(search.rule.when ?? {}, members)) ?? []) {
      if (index >= (found ?? end) || search.steps-- <= 0) break;
      if (covers(search.rules[index] as Rule, search.rule, true)) found = index;
    }
  }
  return found;
}

/** The rules that can cover others. Those with the fewest clauses come first, because they cover the most. */
function shapesOf(rules: readonly Rule[], isOf: (rule: Rule) => boolean): readonly Shape[] {
  const covering = rules.flatMap((rule, index) => {
    const { when = {} } = rule;
    return isOf(rule) && isUnlimited(rule) ? [{ index, when, members: exactIn(when) }] : [];
  });
  return [...Map.groupBy(covering, ({ members }) => members.join()).values()]
    .map((same) => ({
      members: same[0]!.members,
      byValues: Map.groupBy(same, ({ when, members }) => valuesOf(when, members)),
    }))
    .sort((a, b) => a.members.length - b.members.length);
}

const exactIn = (when: When): readonly Member[] =>
  (Object.keys(when) as Member[]).filter((member) => when[member] !== undefined && isExact(when, member)).sort();

/** True if the clause allows only one value. */
function isExact(when: When, member: Member): boolean {
  const value = when[member];
  return typeof value === "string" ? isRegex(value) || !value.includes("*") : typeof value !== "object";
}

/** The values of these members as one text, or undefined if one of them may vary. */
function valuesOf(when: When, members: readonly Member[]): string | undefined {
  const values: unknown[] = [];
  for (const member of members) {
    const value = member === "amount" ? onlyAmount(when.amount) : when[member];
    if (value === undefined) return undefined;
    values.push(value);
  }
  return JSON.stringify(values);
}

function onlyAmount(amount: When["amount"]): number | undefined {
  if (amount === undefined) return undefined;
  const { low, high } = bounds(amount);
  return low === high ? low : undefined;
}
