import { type CallFact, check } from "../../scenario/expectations.js";
import type { Expectation } from "../../scenario/rule.js";
import type { Lane } from "../lane.js";
import { factsOf } from "./facts-of-lane.js";
import type { CallJson, ReportJson } from "./report-schema.js";

/** Holds expectations against what happened in a lane; those of its scenarios where none are given. */
export async function verifyLane(
  lane: Lane,
  expectations: readonly Expectation[] = expectationsOf(lane),
): Promise<ReportJson> {
  const { passed, failures } = check(expectations, await factsOf(lane));
  return { passed, failures: failures.map((failure) => ({ ...failure, nearest: failure.nearest.map(told) })) };
}

export const expectationsOf = ({ scenarios }: Lane): readonly Expectation[] =>
  scenarios.list.flatMap(({ scenario }) => scenario.expect);

/** Amounts of calls as people write them. */
export function told(fact: unknown): unknown {
  const { amountMinor, ...rest } = fact as CallFact;
  return amountMinor === undefined ? fact : { ...rest, amount: amountMinor / 100 };
}

export const callJson = (call: CallFact): CallJson => told(call) as CallJson;
