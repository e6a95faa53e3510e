import { callsOf, type LaneFacts } from "../observe/facts.js";
import type { MutationPoint } from "./mutant.js";

/** Each call for which rules were tried, with its number among the calls of its operation. */
export function pointsOf(lane: LaneFacts): readonly MutationPoint[] {
  const counted = new Map<string, number>();
  return callsOf(lane)
    .filter(({ asksRules, by }) => asksRules && by !== "time")
    .map((call) => {
      const k = (counted.get(call.operation) ?? 0) + 1;
      counted.set(call.operation, k);
      return { lane, call, k };
    });
}
