import type { CompiledRule } from "../../core/scenario/matching/choose.js";
import type { ObservedCall } from "../../core/scenario/matching/expectations.js";
import { mismatches } from "../../core/scenario/matching/match.js";
import { mismatchText } from "./rules.js";

/** The call that a rule nearly changed. */
export interface NearCall {
  /** How many clauses of the rule did not match. */
  readonly missed: number;
  readonly text: string;
}

/**
 * The first call that the fewest clauses of a rule keep from it. A call of another operation counts as further away.
 * `earlier`: the rules before it, of which the first that matches wins.
 */
export function nearestCall(
  { tests }: CompiledRule,
  calls: readonly ObservedCall[],
  earlier: readonly CompiledRule[] = [],
): NearCall | undefined {
  let nearest: NearCall | undefined;
  for (const call of calls) {
    const all = mismatches(tests, call);
    const other = all.filter(({ member }) => member === "operation");
    const missed = all.length + (other.length > 0 ? tests.length : 0);
    if (nearest !== undefined && missed >= nearest.missed) continue;
    const why = other.length > 0 ? other : all;
    const what = why.length === 0 ? leftOut(call, earlier) : mismatchText(why);
    nearest = { missed, text: `${call.requestId} ${call.operation}: ${what}` };
  }
  return nearest;
}

function leftOut(call: ObservedCall, earlier: readonly CompiledRule[]): string {
  const winner = earlier.find(({ tests }) => mismatches(tests, call).length === 0);
  if (!winner) return "it matched, but after, times, until or chance left it out";
  const { id, rule } = winner;
  return `it matched, but rule ${JSON.stringify(rule.name ?? id)} stands before it, and the first rule that matches wins`;
}
