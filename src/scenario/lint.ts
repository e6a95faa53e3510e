import { limits } from "../facts/limits.js";
import { bounds, toMinor } from "./amount.js";
import { coveredBy } from "./covering.js";
import { durationMs } from "./duration.js";
import { similar } from "./issues.js";
import { operations } from "./operations.js";
import { compileGlob } from "./pattern.js";
import type { Rule, Scenario, When } from "./rule.js";

/** Something that is allowed and does nothing. */
export interface Finding {
  readonly path: readonly PropertyKey[];
  readonly what: string;
  readonly expected?: string;
  readonly didYouMean?: string;
}

/** What in a valid scenario can never have an effect. */
export function findings(scenario: Scenario): readonly Finding[] {
  return [
    ...scenario.rules.flatMap((rule, i) => aboutRule(rule, ["rules", i], scenario)),
    ...shadowed(scenario.rules),
    ...scenario.expect.flatMap(({ calls }, i) => (calls ? aboutWhen(calls, ["expect", i, "calls"]) : [])),
    ...unknownRules(scenario),
  ];
}

function aboutRule(rule: Rule, path: readonly PropertyKey[], { clock }: Scenario): readonly Finding[] {
  const never: Finding[] = [...aboutWhen(rule.when ?? {}, [...path, "when"])];
  if (rule.chance === 0) never.push({ path: [...path, "chance"], what: "a rule of chance 0 can never fire" });
  if (hasPassed(rule, clock))
    never.push({ path: [...path, "until"], what: "the rule can never fire: until is not after the scenario's clock" });
  if (rule.then.page && !reaches(rule.when, "hosted-checkout/create"))
    never.push({
      path: [...path, "then", "page"],
      what: "page has no effect here",
      expected: "a rule that matches hosted-checkout/create",
    });
  return [...never, ...aboutThen(rule, path)];
}

/** A fault ends the call before the rest can happen. */
function aboutThen({ then }: Rule, path: readonly PropertyKey[]): readonly Finding[] {
  if (then.fault === undefined || then.placed === "after-commit") return [];
  return (["outcome", "notify", "page"] as const)
    .filter((member) => then[member] !== undefined)
    .map((member) => ({
      path: [...path, "then", member],
      what: `${member} has no effect beside a fault placed ${then.placed}`,
    }));
}

function aboutWhen(when: When, path: readonly PropertyKey[]): readonly Finding[] {
  return [...unknownOperation(when.operation, path), ...impossibleAmount(when.amount, path)];
}

function unknownOperation(operation: string | undefined, path: readonly PropertyKey[]): readonly Finding[] {
  if (operation === undefined || operations.some(compileGlob(operation))) return [];
  const guess = similar(operation, operations);
  return [{ path: [...path, "operation"], what: `no operation is called ${JSON.stringify(operation)}`, ...guess }];
}

function impossibleAmount(amount: When["amount"], path: readonly PropertyKey[]): readonly Finding[] {
  if (amount === undefined) return [];
  const { low, high } = bounds(amount);
  const excluded = typeof amount === "object" && amount.ne !== undefined && low === high && toMinor(amount.ne) === low;
  const impossible = low > high || excluded || low > limits.amountMaxMinor.value || high < 1;
  return impossible ? [{ path: [...path, "amount"], what: "no amount can fit this" }] : [];
}

function hasPassed({ until }: Rule, clock: string | undefined): boolean {
  if (until === undefined) return false;
  const duration = durationMs(String(until));
  if (duration !== undefined) return duration === 0;
  return clock !== undefined && Date.parse(String(until)) <= Date.parse(clock);
}

const reaches = (when: When | undefined, operation: string): boolean =>
  when?.operation === undefined || compileGlob(when.operation)(operation);

function shadowed(rules: readonly Rule[]): readonly Finding[] {
  return coveredBy(rules).flatMap((by, i) => {
    if (by === undefined) return [];
    const name = rules[by]?.name === undefined ? `rule ${by + 1}` : `"${rules[by].name}"`;
    return [{ path: ["rules", i], what: `the rule can never fire: ${name} always matches first` }];
  });
}

/** So many pairs of names are compared for a document: more are told without a guess. */
const GUESSES = 100_000;

function unknownRules({ expect, rules }: Scenario): readonly Finding[] {
  const names = [...new Set(rules.flatMap(({ name }) => (name === undefined ? [] : [name])))];
  const known = new Set(names);
  const unknown = expect.flatMap(({ rule }, i) => (rule && !known.has(rule.name) ? [{ name: rule.name, i }] : []));
  return unknown.map(({ name, i }, n) => ({
    path: ["expect", i, "rule", "name"],
    what: `no rule is called ${JSON.stringify(name)}`,
    ...(n * names.length <= GUESSES && similar(name, names)),
  }));
}
