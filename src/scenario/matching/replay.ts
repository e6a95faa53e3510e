import type { Subject } from "../values/subject.js";
import type { CompiledRule, RuleTrace } from "./choose.js";
import { mismatches } from "./match.js";

/** The rules that were checked, up to the one that fired. Rebuilt from the rules and the subject in the journal. */
export function replayRules(
  rules: readonly CompiledRule[],
  subject: Subject,
  matched: readonly RuleTrace[],
): readonly RuleTrace[] {
  const matchedById = new Map(matched.map((look) => [look.ruleId, look]));
  const firedAt = rules.findIndex((rule) => matchedById.get(rule.id)?.outcome === "fired");
  return rules
    .slice(0, firedAt === -1 ? rules.length : firedAt + 1)
    .filter((rule) => rule.phase === "command" || matchedById.has(rule.id))
    .map((rule) => matchedById.get(rule.id) ?? noMatch(rule, subject));
}

const noMatch = ({ id, rule, meta, tests }: CompiledRule, subject: Subject): RuleTrace => ({
  ruleId: id,
  origin: meta.origin,
  ...(rule.name !== undefined && { name: rule.name }),
  ...(meta.scenario !== undefined && { scenario: meta.scenario }),
  ...(meta.file !== undefined && { file: meta.file }),
  ...(meta.line !== undefined && { line: meta.line }),
  outcome: "no-match",
  why: mismatches(tests, subject),
});
