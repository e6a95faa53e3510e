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

/** The first call that the fewest clauses of a rule keep from it. A call of another operation counts as further away. */
export function nearestCall({ tests }: CompiledRule, calls: readonly ObservedCall[]): NearCall | undefined {
  let nearest: NearCall | undefined;
  for (const call of calls) {
    const all = mismatches(tests, call);
    const other = all.filter(({ member }) => member === "operation");
    const missed = all.length + (other.length > 0 ? tests.length : 0);
    if (nearest !== undefined && missed >= nearest.missed) continue;
    const why = other.length > 0 ? other : all;
    const what = why.length === 0 ? "it matched, but after, times, until or chance left it out" : mismatchText(why);
    nearest = { missed, text: `${call.requestId} ${call.operation}: ${what}` };
  }
  return nearest;
}
