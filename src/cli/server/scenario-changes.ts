import { isDeepStrictEqual } from "node:util";
import type { ReadScenario } from "../../app/rules/read-scenario.js";
import type { Rule } from "../../scenario/rule/rule.js";

/** The changes in reloaded scenario files, one line per file. */
export function changesBetween(before: readonly ReadScenario[], after: readonly ReadScenario[]): readonly string[] {
  return after.flatMap((now, i) => {
    const was = before[i];
    if (was === undefined || isDeepStrictEqual(was.scenario, now.scenario)) return [];
    return [`${now.file}: ${[...ruleChanges(was, now), ...otherChanges(was, now)].join("; ")}`];
  });
}

function ruleChanges({ scenario: was }: ReadScenario, { scenario: now }: ReadScenario): readonly string[] {
  const count = Math.max(was.rules.length, now.rules.length);
  return Array.from({ length: count }, (_, i) => ruleChange(i, was.rules[i], now.rules[i])).filter(
    (line) => line !== "",
  );
}

function ruleChange(index: number, was: Rule | undefined, now: Rule | undefined): string {
  const rule = now ?? was;
  const name = `rule ${index + 1}${rule?.name === undefined ? "" : ` "${rule.name}"`}`;
  if (was === undefined) return `${name} added`;
  if (now === undefined) return `${name} removed`;
  return isDeepStrictEqual(was, now) ? "" : `${name} changed, and its counts restart at 0`;
}

function otherChanges({ scenario: was }: ReadScenario, { scenario: now }: ReadScenario): readonly string[] {
  const differs = (member: "given" | "clock" | "seed" | "expect" | "name" | "description") =>
    !isDeepStrictEqual(was[member], now[member]);
  const forNewLanes = (["given", "clock", "seed"] as const).filter(differs);
  return [
    ...(["name", "description", "expect"] as const).filter(differs).map((member) => `${member} changed`),
    ...(forNewLanes.length > 0 ? [`${forNewLanes.join(", ")} changed; applies to new lanes and after a reset`] : []),
  ];
}
