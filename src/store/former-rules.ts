import { type RuleRecord, ruleSettings, type StoredRule } from "../app/ports/lane-record.js";
import type { Changes } from "../app/ports/store.js";
import { ruleNumber } from "./rule-name.js";

/** A rule that was taken away: it was in force for the calls behind `rule.after`, up to this one. */
export interface FormerRule {
  readonly until: number;
  readonly rule: StoredRule;
}

/** What the record said of rules besides the list, up to this call. */
export interface FormerSettings {
  readonly until: number;
  readonly settings: Omit<RuleRecord, "rules">;
}

/** What the rules of a lane are no more after `changes`, of which a call was asked: `last` is the newest call, the one of the changes too. */
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

/** What held for a call: of the rules that are there and of former ones those that were there then, in their order. */
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
