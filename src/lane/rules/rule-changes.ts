import type { CompiledRule } from "../../core/scenario/matching/choose.js";
import type { Rule } from "../../core/scenario/rule/rule.js";
import type { LaneChanges, StoredRule } from "../ports/lane-record.js";
import type { Transactions, UnitResult, Views } from "../ports/store.js";
import { LaneFull } from "../ports/store-errors.js";
import type { RuleBook } from "./rule-book.js";
import { tooLargeRegexes, tooManyRules } from "./rule-limit.js";
import { allCountsOf, firedIn } from "./taken-declines.js";

interface RuleLane {
  readonly store: Transactions & { readonly views: Views };
  readonly rules: RuleBook;
}

/**
 * Adds a rule after the other rules of its origin. Ids are consecutive, so the same rules get the same ids in every
 * lane. Throws LaneFull.
 */
export const putRule = ({ store, rules }: RuleLane, rule: Rule, origin: StoredRule["origin"]): Promise<StoredRule> =>
  store.transact((tx): UnitResult<StoredRule> => {
    const state = tx.lane();
    const { now } = state;
    const full =
      tooManyRules(rules.countOf(state) + 1) ??
      tooLargeRegexes(rule, () => [state.rules.map((one) => one.rule), state.replacedScenario?.document.rules]);
    if (full) throw new LaneFull(full);
    const stored: StoredRule = { id: tx.fresh.ruleId(), origin, rule, since: now, after: tx.fresh.lastExchange() };
    return { result: stored, rules: { added: [stored] } };
  });

/** Removes rules and their counts. Returns how many rules there were. */
export const removeRules = (lane: RuleLane, which: (rule: CompiledRule) => boolean): Promise<number> =>
  lane.store.transact((tx): UnitResult<number> => {
    const state = tx.lane();
    const { removedRules = [], disabledRules = [] } = state;
    const gone = lane.rules.all(state).filter(which);
    const ids = new Set(gone.map(({ id }) => id));
    const ofFiles = gone.filter(({ meta }) => meta.origin === "file").map(({ id }) => id);
    const changes: LaneChanges = {
      ...(ofFiles.length > 0 && { removedRules: [...removedRules, ...ofFiles] }),
      ...(disabledRules.some((id) => ids.has(id)) && { disabledRules: disabledRules.filter((id) => !ids.has(id)) }),
    };
    return {
      result: ids.size,
      forgottenCounts: allCountsOf([...ids]),
      rules: { removed: [...ids] },
      ...(Object.keys(changes).length > 0 && { lane: changes }),
    };
  });

/** Disables or enables a rule. It keeps its place and counts. Undefined if there is no such rule. */
export const switchRule = (lane: RuleLane, ruleId: string, isEnabled: boolean): Promise<CompiledRule | undefined> =>
  lane.store.transact((tx): UnitResult<CompiledRule | undefined> => {
    const state = tx.lane();
    const { disabledRules = [] } = state;
    const rule = lane.rules.all(state).find(({ id }) => id === ruleId);
    if (!rule || disabledRules.includes(ruleId) !== isEnabled) return { result: rule };
    const others = disabledRules.filter((id) => id !== ruleId);
    return { result: rule, lane: { disabledRules: isEnabled ? others : [...others, ruleId] } };
  });

/** The enabled rules of a lane, in the order in which they are tried. */
export const rulesInForce = async ({ store, rules }: RuleLane): Promise<readonly CompiledRule[]> =>
  rules.inForce(await store.views.lane()).rules;

/** All rules of a lane in their order, each with whether it is enabled. */
export async function allRules({
  store,
  rules,
}: RuleLane): Promise<readonly (CompiledRule & { isEnabled: boolean })[]> {
  const record = await store.views.lane();
  const disabled = new Set(record.disabledRules);
  return rules.all(record).map((rule) => ({ ...rule, isEnabled: !disabled.has(rule.id) }));
}

/** How often each rule fired, by its id. Sums all its keys. */
export const firedTimes = async ({ store }: Pick<RuleLane, "store">): Promise<(ruleId: string) => number> =>
  firedIn(await store.views.ruleCounts());
