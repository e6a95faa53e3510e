import type { CompiledRule } from "../../core/scenario/matching/choose.js";
import type { ObservedCall } from "../../core/scenario/matching/expectations.js";
import { mismatches } from "../../core/scenario/matching/match.js";
import type { Lane } from "../lane.js";
import { readRequestId } from "../ports/exchange.js";
import { readExplanation } from "../ports/explanation.js";
import { mismatchText, ruleSummaries, rulesAsked } from "./rules.js";

/**
 * The first call that the fewest clauses of a rule keep from it. A call of another operation counts as further away.
 * If all clauses hold, the text says what else kept the rule from it.
 */
export async function nearestCall(lane: Lane, rule: CompiledRule, calls: readonly ObservedCall[]) {
  const nearest = nearestByClauses(rule, calls);
  if (nearest === undefined) return undefined;
  const { call, missed, why } = nearest;
  const told = (what: string): string => `${call.requestId} ${call.operation}: ${what}`;
  if (why !== "") return { missed, text: told(why) };
  const { takenBy, text } = await whyLeftOut(lane, rule, call);
  return { missed, takenBy, text: told(text) };
}

function nearestByClauses({ tests }: CompiledRule, calls: readonly ObservedCall[]) {
  let nearest: { readonly call: ObservedCall; readonly missed: number; readonly why: string } | undefined;
  for (const call of calls) {
    const all = mismatches(tests, call);
    const other = all.filter(({ member }) => member === "operation");
    const missed = all.length + (other.length > 0 ? tests.length : 0);
    if (nearest !== undefined && missed >= nearest.missed) continue;
    nearest = { call, missed, why: mismatchText(other.length > 0 ? other : all) };
  }
  return nearest;
}

/** What the journal knows of a call that met all clauses of a rule that did not fire. */
async function whyLeftOut(
  lane: Lane,
  { id }: CompiledRule,
  { requestId }: ObservedCall,
): Promise<{ readonly takenBy?: string; readonly text: string }> {
  const exchange = await lane.store.views.exchange(readRequestId(requestId)!);
  if (exchange === undefined) return UNKNOWN;
  const explanation = readExplanation(exchange);
  const { rules } = ruleSummaries(explanation, await rulesAsked(lane, exchange, explanation));
  const own = rules.find(({ ruleId }) => ruleId === id);
  if (own !== undefined)
    return { text: own.outcome === "skipped" ? `it matched, but the rule did not fire: ${own.why}` : own.why };
  const first = rules.find(({ outcome }) => outcome === "fired");
  if (first === undefined) return UNKNOWN;
  const takenBy = JSON.stringify(first.name ?? first.ruleId);
  return { takenBy, text: `it matched, but rule ${takenBy} stands before it, and the first rule that matches wins` };
}

const UNKNOWN = { text: "it matched, but the rule was not there yet, or could not act on it" };
