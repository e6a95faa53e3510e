import { checkExpectations, type Facts } from "../../core/scenario/matching/expectations.js";
import type { Expectation } from "../../core/scenario/rule/rule.js";
import type { Lane } from "../lane.js";
import type { ReadScenario } from "../rules/read-scenario.js";
import { ruleIdOf } from "../rules/rule-book.js";
import { firedTimes, rulesInForce } from "../rules/rule-changes.js";
import { factsOf } from "../views/facts-of-lane.js";
import type { ReportJson } from "../views/schemas/report-schema.js";
import { factJson, scenariosOf } from "../views/verify-lane.js";
import { nearestCall } from "./nearest-call.js";

export type ScenarioResult = NonNullable<ReportJson["scenarios"]>[number];
export type CheckedClause = ScenarioResult["clauses"][number];
/** With the lane, if it is a test's rule. A test's rule without a name has its JSON as name. */
export type CheckedRule = ScenarioResult["rules"][number] & { readonly lane?: string };
type NearCall = NonNullable<CheckedRule["nearest"]>;

/** What a lane's scenarios are checked against. */
export interface ScenarioFacts {
  readonly facts: Facts;
  readonly scenarios: readonly ReadScenario[];
  /** The rules of `force` and `next` that are still there. One without `times` may be for calls that need not come. */
  readonly forced: readonly CheckedRule[];
  /** The ids of the active rules, and how often each rule fired. */
  readonly rulesInForce: ReadonlySet<string>;
  readonly fired: (ruleId: string) => number;
  /** For each rule that never fired, the call that it nearly changed. */
  readonly nearest: ReadonlyMap<string, NearCall>;
}

export async function scenarioFactsOf(lane: Lane): Promise<ScenarioFacts> {
  const facts = await factsOf(lane);
  const fired = await firedTimes(lane);
  const inForce = await rulesInForce(lane);
  const checked = inForce.filter(({ meta, rule }) => meta.origin === "file" || rule.times !== undefined);
  const nearest = new Map<string, NearCall>();
  for (const rule of checked) {
    const near = fired(rule.id) === 0 ? await nearestCall(lane, rule, facts.calls) : undefined;
    if (near) nearest.set(rule.id, near);
  }
  const forced = checked.filter(({ meta }) => meta.origin !== "file");
  return {
    ...{ facts, scenarios: await scenariosOf(lane), nearest, fired },
    forced: forced.map(({ id, rule }) => {
      const name = `rule ${JSON.stringify(rule.name ?? rule)}`;
      return { name, lane: lane.name, fired: fired(id), nearest: nearest.get(id) };
    }),
    rulesInForce: new Set(inForce.map(({ id }) => id)),
  };
}

/** Checks a lane's last scenarios against all its lives. `facts`: those of all lives together. */
export const checkScenarios = (lives: readonly ScenarioFacts[], facts: Facts): ScenarioResult[] =>
  lives.at(-1)!.scenarios.map((read) => ({
    name: read.scenario.name,
    file: read.file,
    rules: checkedRules(read, lives),
    clauses: read.scenario.expect.map((clause, i) => {
      const line = read.expectLines?.[i];
      const [failure] = checkExpectations([clause], facts).failures;
      if (!failure) return { clause, line };
      const { expected, actual, nearest } = failure;
      return { clause, line, failure: { expected, actual, nearest: nearest.map(factJson) } };
    }),
  }));

/** True if the expectation is of this rule. If it is not met, no warning says the same again. */
export const isOf = ({ rule }: Expectation, { name }: CheckedRule): boolean =>
  rule !== undefined && name.includes(`rule "${rule.name}" of `);

/** How often each rule of a scenario fired. Leaves out rules that were removed in the meantime. */
function checkedRules({ scenario, file, ruleLines }: ReadScenario, lives: readonly ScenarioFacts[]): CheckedRule[] {
  return scenario.rules.flatMap(({ name }, i) => {
    const id = ruleIdOf(scenario, i);
    const called = `rule ${name === undefined ? i + 1 : `"${name}"`} of ${scenario.name}`;
    const place = file === undefined ? "" : `${file}:${ruleLines?.[i] ?? 1}: `;
    const fired = lives.reduce((total, life) => total + life.fired(id), 0);
    const [nearest] = lives.flatMap((life) => life.nearest.get(id) ?? []).sort((a, b) => a.missed - b.missed);
    return lives.at(-1)!.rulesInForce.has(id) ? [{ name: place + called, fired, ...(fired === 0 && { nearest }) }] : [];
  });
}
