import { type CompiledRule, type RuleTrace, replayRules } from "../../core/scenario/matching/choose.js";
import { clauses, type Mismatch } from "../../core/scenario/matching/match.js";
import type { Then } from "../../core/scenario/rule/rule.js";
import { loadRegexesFor } from "../../core/scenario/values/pattern.js";
import type { Lane } from "../lane.js";
import type { Exchange } from "../ports/exchange.js";
import type { Explanation } from "../ports/explanation.js";
import type { RuleSummary } from "./request-schema.js";

/** A rule's name, and its file and line. */
export const ruleName = ({ name, ruleId, file, line }: RuleSummary): string =>
  `"${name ?? ruleId}"${file === undefined ? "" : ` (${file}${line === undefined ? "" : `:${line}`})`}`;

/** The rules that were in force when a call came. Undefined if they are no longer known. */
export async function rulesAsked(
  { store, rules }: Lane,
  { id }: Exchange,
  { scenarios }: Explanation,
): Promise<readonly CompiledRule[] | undefined> {
  const record = await store.views.rulesFor(id);
  await loadRegexesFor(record);
  return rules.asked(record, scenarios);
}

/** The checked rules in order. `complete` is false if some of the rules from that time are no longer known. */
export function ruleSummaries(
  explanation: Explanation,
  asked: readonly CompiledRule[] | undefined,
): { readonly rules: readonly RuleSummary[]; readonly complete: boolean } {
  const trace = asked ? traceOf(asked, explanation) : explanation.matched;
  const known = new Map((asked ?? []).map((rule) => [rule.id, rule]));
  return {
    rules: trace.map((look) => summaryOf(look, known.get(look.ruleId), explanation)),
    complete: asked !== undefined,
  };
}

function summaryOf(
  { seen, fired, why, ...look }: RuleTrace,
  rule: CompiledRule | undefined,
  explanation: Explanation,
): RuleSummary {
  const asked = rule ? clauses(rule.tests, explanation.subject) : typeof why === "string" ? [] : missed(why);
  const isFired = look.outcome === "fired";
  return {
    ...look,
    why: typeof why === "string" ? why : mismatchText(why) || endedText(explanation),
    clauses: [...asked],
    counter: seen === undefined || fired === undefined ? undefined : { seen, fired },
    then: rule?.rule.then ?? (isFired && explanation.effects ? thenOf(explanation.effects) : undefined),
  };
}

/** The effects of a deleted rule. Leaves out the drawn delay, which no rule contains. */
function thenOf({ delayMs: _, ...then }: NonNullable<Explanation["effects"]>): Then {
  return then as Then;
}

const missed = (why: readonly Mismatch[]) => why.map((mismatch) => ({ ...mismatch, holds: false }));

/** All clauses hold, but the rule was never tried. */
const endedText = ({ ended, detail }: Explanation): string =>
  `all clauses hold, but the call ended before the rules were tried${ended === undefined ? "" : `: ${ended}`}${detail === undefined ? "" : ` (${detail})`}`;

/** What each clause found, and what it expected. */
export const mismatchText = (why: readonly Mismatch[]): string =>
  why
    .map(
      ({ member, expected, actual }) => `${member} is ${JSON.stringify(actual)}, expected ${JSON.stringify(expected)}`,
    )
    .join("; ");

/** Every checked rule, with its failed clauses. */
function traceOf(rules: readonly CompiledRule[], { subject, matched }: Explanation): readonly RuleTrace[] {
  const extra = matched.filter((look) => !rules.some((rule) => rule.id === look.ruleId));
  // The header's rule and a decline that the page carries are tried first. If one of them fired, no other rule was
  // checked.
  if (extra.some(({ outcome, origin }) => outcome === "fired" && origin !== "magic")) return extra;
  return [...extra, ...replayRules(rules, subject, matched)];
}
