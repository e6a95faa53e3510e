import { limits } from "../facts/limits.js";
import { bounds, toMinor } from "./amount.js";
import { durationMs } from "./duration.js";
import { similar } from "./issues.js";
import { compileGlob } from "./pattern.js";
import type { Rule, Scenario, When } from "./rule.js";
import { covers } from "./shadow.js";

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
    ...scenario.expect.flatMap((clause, i) => [
      ...(clause.calls ? aboutWhen(clause.calls, ["expect", i, "calls"]) : []),
      ...(clause.rule ? unknownRule(clause.rule.name, ["expect", i, "rule", "name"], scenario.rules) : []),
    ]),
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
  return impossibleAmount(when.amount, path);
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
  return rules.flatMap((rule, i) => {
    const by = rules.findIndex((other, j) => j !== i && covers(other, rule, j < i));
    if (by === -1) return [];
    const name = rules[by]?.name === undefined ? `rule ${by + 1}` : `"${rules[by].name}"`;
    return [{ path: ["rules", i], what: `the rule can never fire: ${name} always matches first` }];
  });
}

function unknownRule(name: string, path: readonly PropertyKey[], rules: readonly Rule[]): readonly Finding[] {
  const names = rules.flatMap((rule) => (rule.name === undefined ? [] : [rule.name]));
  return names.includes(name)
    ? []
    : [{ path, what: `no rule is called ${JSON.stringify(name)}`, ...similar(name, names) }];
}
