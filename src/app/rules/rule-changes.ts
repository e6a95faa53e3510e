import type { CompiledRule } from "../../scenario/choose.js";
import type { Rule } from "../../scenario/rule.js";
import type { StoredRule } from "../ports/lane-record.js";
import { laneState } from "../ports/reads.js";
import type { Transactions, Views, Work } from "../ports/store.js";
import { LaneFull } from "../ports/store-errors.js";
import type { RuleBook } from "./rule-book.js";
import { tooManyRules } from "./rule-limit.js";
import { allCountsOf, firedIn } from "./taken-declines.js";

interface RuleLane {
  readonly store: Transactions & { readonly views: Views };
  readonly rules: RuleBook;
}

/**
 * Puts a rule behind those of its origin. Ids are dense, so that the same rules have the same ids in two lanes.
 * Throws LaneFull.
 */
export const putRule = ({ store, rules }: RuleLane, rule: Rule, origin: StoredRule["origin"]): Promise<StoredRule> =>
  store.transact(function* (fresh): Work<StoredRule> {
    const state = yield* laneState();
    const { now } = state;
    const full = tooManyRules(rules.countOf(state) + 1);
    if (full) throw new LaneFull(full);
    const stored: StoredRule = { id: fresh.ruleId(), origin, rule, since: now };
    return { result: stored, rules: { added: [stored] } };
  });

/** Takes rules away with their counts; tells how many there were. */
export const removeRules = (lane: RuleLane, which: (rule: CompiledRule) => boolean): Promise<number> =>
  lane.store.transact(function* (): Work<number> {
    const state = yield* laneState();
    const gone = lane.rules.inForce(state).rules.filter(which);
    const ids = gone.map(({ id }) => id);
    const ofFiles = gone.filter(({ meta }) => meta.origin === "file").map(({ id }) => id);
    return {
      result: ids.length,
      forgottenCounts: allCountsOf(ids),
      rules: { removed: ids },
      ...(ofFiles.length > 0 && { lane: { removedRules: [...(state.removedRules ?? []), ...ofFiles] } }),
    };
  });

/** The rules of a lane in the order in which they are asked. */
export const rulesInForce = async ({ store, rules }: RuleLane): Promise<readonly CompiledRule[]> =>
  rules.inForce(await store.views.lane()).rules;

/** How often each rule fired, under all its keys, by its id. */
export const firedTimes = async ({ store }: Pick<RuleLane, "store">): Promise<(ruleId: string) => number> =>
  firedIn(await store.views.ruleCounts());
