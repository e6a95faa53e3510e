import { expectationFindings, warningOf } from "../../core/scenario/document/lint.js";
import { checkExpectations, type ObservedCall } from "../../core/scenario/matching/expectations.js";
import type { Expectation } from "../../core/scenario/rule/rule.js";
import type { Lane } from "../lane.js";
import type { ReadScenario } from "../rules/read-scenario.js";
import { factsOf } from "./facts-of-lane.js";
import type { CallJson, ReportJson } from "./schemas/report-schema.js";

/** Checks expectations against a lane. By default, those of its scenarios. */
export async function verifyLane(lane: Lane, given?: readonly Expectation[]): Promise<ReportJson> {
  const expectations = given ?? (await scenariosOf(lane)).flatMap(({ scenario }) => scenario.expect);
  const facts = await factsOf(lane);
  const { passed, failures } = checkExpectations(expectations, facts);
  const names = facts.rules.map(({ name }) => name);
  const warnings =
    expectations.length === 0
      ? [{ where: "expect", message: "nothing was checked: neither the call nor the lane's scenarios expect anything" }]
      : expectationFindings(expectations, names).map(warningOf);
  return {
    passed,
    failures: failures.map((failure) => ({ ...failure, nearest: failure.nearest.map(factJson) })),
    ...(warnings.length > 0 && { warnings }),
  };
}

/** The scenarios whose rules are in force in the lane. */
export const scenariosOf = async ({ store, rules }: Lane): Promise<readonly ReadScenario[]> =>
  rules.scenariosOf(await store.views.lane());

/** Shows the amounts of calls in the main unit. */
export function factJson(fact: unknown): unknown {
  const { amountMinor, ...rest } = fact as ObservedCall;
  return amountMinor === undefined ? fact : { ...rest, amount: amountMinor / 100 };
}

export const callJson = (call: ObservedCall): CallJson => factJson(call) as CallJson;
