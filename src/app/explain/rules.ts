import type { CompiledRule, Origin, RuleTrace } from "../../scenario/choose.js";
import { clauses, type Mismatch } from "../../scenario/match.js";
import { replayRules } from "../../scenario/replay.js";
import type { Then } from "../../scenario/rule.js";
import type { Explanation } from "../ports/explanation.js";

/** One rule that was looked at for a call. */
export interface RuleSummary {
  readonly ruleId: string;
  readonly origin: Origin;
  readonly name?: string | undefined;
  readonly scenario?: string | undefined;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly outcome: RuleTrace["outcome"];
  /** A sentence. */
  readonly why: string;
  /** What its `when` asks, against what the call had; empty where the rule is no longer known. */
  readonly clauses: readonly (Mismatch & { readonly holds: boolean })[];
  /** After this call. */
  readonly counter?: { readonly seen: number; readonly fired: number } | undefined;
  readonly then?: Then | undefined;
}

/** A rule as people find it: by its name, and where it is written. */
export const ruleName = ({ name, ruleId, file, line }: RuleSummary): string =>
  `"${name ?? ruleId}"${file === undefined ? "" : ` (${file}${line === undefined ? "" : `:${line}`})`}`;

/** The rules that were looked at, in order; `complete` is false where those that were `asked` are gone. */
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
    why: typeof why === "string" ? why : sentence(why),
    clauses: asked,
    counter: seen === undefined || fired === undefined ? undefined : { seen, fired },
    then: rule?.rule.then ?? (isFired && explanation.effects ? thenOf(explanation.effects) : undefined),
  };
}

/** What a rule that is no longer known did: without how long its delay was this time, which no rule says. */
function thenOf({ delayMs: _, ...then }: NonNullable<Explanation["effects"]>): Then {
  return then as Then;
}

const missed = (why: readonly Mismatch[]) => why.map((mismatch) => ({ ...mismatch, holds: false }));

const sentence = (why: readonly Mismatch[]): string =>
  why
    .map(
      ({ member, expected, actual }) => `${member} is ${JSON.stringify(actual)}, expected ${JSON.stringify(expected)}`,
    )
    .join("; ");

/** Every rule that was looked at, with what did not hold. */
function traceOf(rules: readonly CompiledRule[], { subject, matched }: Explanation): readonly RuleTrace[] {
  const extra = matched.filter((look) => !rules.some((rule) => rule.id === look.ruleId));
  // The header, and what a page carries, are asked first: nothing else was looked at.
  if (extra.some(({ outcome, origin }) => outcome === "fired" && origin !== "magic")) return extra;
  return [
    ...extra,
    ...replayRules(rules, subject, matched).filter((look) => look.origin !== "magic" || look.outcome !== "no-match"),
  ];
}
