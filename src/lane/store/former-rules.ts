import { type RuleRecord, ruleSettings, type StoredRule } from "../ports/lane-record.js";
import type { Changes } from "../ports/store.js";

/** A rule that was removed. It was in force for the calls after `rule.after`, up to the call `until`. */
export interface FormerRule {
  readonly until: number;
  readonly rule: StoredRule;
}

/** A lane's former rule settings, without the list of rules. They applied up to the call `until`. */
export interface FormerSettings {
  readonly until: number;
  readonly settings: Omit<RuleRecord, "rules">;
}

/**
 * The rules and settings that `changes` replaces, if they were in force for any call. `last` is the newest call,
 * including the one of the changes.
 */
export function formerOf(
  record: RuleRecord,
  { lane = {}, rules }: Pick<Changes, "lane" | "rules">,
  last: number,
): { readonly rules: readonly FormerRule[]; readonly settings: FormerSettings | undefined } {
  const removed = new Set(rules?.removed);
  const gone = removed.size === 0 ? [] : record.rules.filter(({ id, after }) => removed.has(id) && (after ?? 0) < last);
  const hasChanged = last > 0 && ruleSettings.some((name) => name in lane && lane[name] !== record[name]);
  const { replacedScenario, removedRules, disabledRules } = record;
  return {
    rules: gone.map((rule) => ({ until: last, rule })),
    settings: hasChanged ? { until: last, settings: { replacedScenario, removedRules, disabledRules } } : undefined,
  };
}

/** The rules in force for a call, in order: all current and former rules that existed when it was made. */
export function recordFor(
  exchangeId: number,
  now: RuleRecord,
  former: { readonly rules: readonly StoredRule[]; readonly settings: Omit<RuleRecord, "rules"> | undefined },
): RuleRecord {
  const { replacedScenario, removedRules, disabledRules } = former.settings ?? now;
  const rules = [...now.rules, ...former.rules].filter(({ after }) => (after ?? 0) < exchangeId);
  return {
    rules: former.rules.length === 0 ? rules : rules.sort((a, b) => ruleNumber(a.id) - ruleNumber(b.id)),
    replacedScenario,
    removedRules,
    disabledRules,
  };
}

/** The number in the id of a rule that was added while the lane was running. NaN for any other id. */
export const ruleNumber = (id: string): number => Number(id.slice("rule-".length));
