import { checkExpectations, type Facts, type UnmetExpectation } from "../../core/scenario/matching/expectations.js";
import type { Expectation } from "../../core/scenario/rule/rule.js";
import type { Lane } from "../lane.js";
import type { ReadScenario } from "../rules/read-scenario.js";
import { ruleIdOf } from "../rules/rule-book.js";
import { firedTimes, rulesInForce } from "../rules/rule-changes.js";
import { factsOf } from "../views/facts-of-lane.js";
import { factJson, scenariosOf } from "../views/verify-lane.js";
import { type NearCall, nearestCall } from "./nearest-call.js";

/** A checked expectation and its result. */
export interface CheckedClause {
  readonly clause: Expectation;
  /** The clause's line in the scenario file. */
  readonly line?: number | undefined;
  /** Absent if the expectation is met. */
  readonly failure?: Omit<UnmetExpectation, "clause"> | undefined;
}

/** A rule of a scenario, and how often it fired in a lane. */
export interface CheckedRule {
  /** The rule's place and name, so that people can find it. */
  readonly name: string;
  readonly fired: number;
  /** If it never fired: the call that it nearly changed, and how many clauses did not match. */
  readonly nearest?: NearCall | undefined;
}

export interface CheckedScenario {
  readonly name: string;
  readonly file?: string | undefined;
  readonly clauses: readonly CheckedClause[];
  readonly rules: readonly CheckedRule[];
}

/** What a lane's scenarios are checked against. */
export interface ScenarioFacts {
  readonly facts: Facts;
  readonly scenarios: readonly ReadScenario[];
  /** The ids of the active rules, and how often each rule fired. */
  readonly rulesInForce: ReadonlySet<string>;
  readonly fired: ReadonlyMap<string, number>;
  /** For each rule that never fired, the call that it nearly changed. */
  readonly nearest: ReadonlyMap<string, NearCall>;
}

export async function scenarioFactsOf(lane: Lane): Promise<ScenarioFacts> {
  const scenarios = await scenariosOf(lane);
  const fired = await firedTimes(lane);
  const ids = scenarios.flatMap(({ scenario }) => scenario.rules.map((_, i) => ruleIdOf(scenario, i)));
  const facts = await factsOf(lane);
  const inForce = await rulesInForce(lane);
  const nearest = new Map<string, NearCall>();
  for (const rule of inForce.filter(({ id }) => ids.includes(id) && fired(id) === 0)) {
    const near = await nearestCall(lane, rule, facts.calls);
    if (near) nearest.set(rule.id, near);
  }
  return {
    ...{ facts, scenarios, nearest },
    rulesInForce: new Set(inForce.map(({ id }) => id)),
    fired: new Map(ids.map((id) => [id, fired(id)])),
  };
}

/** Checks a lane's last scenarios against all its lives. `facts`: those of all lives together. */
export const checkScenarios = (lives: readonly ScenarioFacts[], facts: Facts): readonly CheckedScenario[] =>
  lives.at(-1)!.scenarios.map((read) => ({
    name: read.scenario.name,
    file: read.file,
    rules: checkedRules(read, lives),
    clauses: read.scenario.expect.map((clause, i) => {
      const line = read.expectLines?.[i];
      const [failure] = checkExpectations([clause], facts).failures;
      return failure
        ? { clause, line, failure: { ...failure, nearest: failure.nearest.map(factJson) } }
        : { clause, line };
    }),
  }));

/** How often each rule of a scenario fired. Leaves out rules that were removed in the meantime. */
function checkedRules(
  { scenario, file, ruleLines }: ReadScenario,
  lives: readonly ScenarioFacts[],
): readonly CheckedRule[] {
  return scenario.rules.flatMap(({ name }, i) => {
    const id = ruleIdOf(scenario, i);
    const called = `rule ${name === undefined ? i + 1 : `"${name}"`} of ${scenario.name}`;
    const place = file === undefined ? "" : `${file}:${ruleLines?.[i] ?? 1}: `;
    const fired = lives.reduce((total, life) => total + (life.fired.get(id) ?? 0), 0);
    const [nearest] = lives.flatMap((life) => life.nearest.get(id) ?? []).sort((a, b) => a.missed - b.missed);
    return lives.at(-1)!.rulesInForce.has(id) ? [{ name: place + called, fired, ...(fired === 0 && { nearest }) }] : [];
  });
}
