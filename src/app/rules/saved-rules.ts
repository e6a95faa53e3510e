import { compileRule, type Origin } from "../../scenario/choose.js";
import { loadRegexesFor } from "../../scenario/pattern.js";
import type { Rule, Scenario } from "../../scenario/rule.js";
import type { Lane } from "../lane.js";
import { addRules } from "../scenarios/apply-scenario.js";

const KEPT_AS = "rules";

/** What of a lane's rules outlives a restart and goes with a snapshot: what was put in while it ran. */
interface Kept {
  readonly lastId: number;
  readonly rules: readonly {
    readonly id: string;
    readonly origin: Origin;
    readonly rule: Rule;
    readonly since: number;
  }[];
  /** The scenario that took the place of those of the start. */
  readonly scenario?: { readonly document: Scenario; readonly since: number } | undefined;
}

const isKept = (origin: Origin): boolean => origin === "control" || origin === "next";

/** Writes the rules down after each change; only when something of them is different. */
export function keepRules(lane: Lane): void {
  let written = lane.store.kept(KEPT_AS) ?? "";
  lane.rules.onChange = () => {
    const text = JSON.stringify(keptOf(lane));
    if (text === written || (written === "" && isEmpty(lane))) return;
    lane.store.keep(KEPT_AS, text);
    written = text;
  };
}

const isEmpty = (lane: Lane): boolean =>
  lane.scenarios.replaced === undefined && !lane.rules.rules.some(({ meta }) => isKept(meta.origin));

function keptOf({ rules, scenarios }: Lane): Kept {
  return {
    lastId: rules.lastId,
    rules: rules.rules
      .filter(({ meta }) => isKept(meta.origin))
      .map(({ id, rule, meta }) => ({ id, origin: meta.origin, rule, since: meta.since })),
    scenario: scenarios.replaced,
  };
}

/** Puts the rules of a lane that comes back into its book; tells whether a scenario took the place of those of the start. */
export async function restoreRules(lane: Lane): Promise<boolean> {
  const text = lane.store.kept(KEPT_AS);
  if (text === undefined) return false;
  const { lastId, rules, scenario } = JSON.parse(text) as Kept;
  await loadRegexesFor({ rules, scenario });
  lane.scenarios.replaced = scenario;
  lane.rules.continueFrom(lastId);
  lane.rules.addAll(rules.map(({ id, origin, rule, since }) => compileRule(rule, { id, origin, since })));
  if (scenario) addRules(lane, { scenario: scenario.document }, scenario.since);
  return scenario !== undefined;
}
