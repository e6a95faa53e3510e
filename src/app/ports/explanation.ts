import type { AnswerName } from "../../facts/codes.js";
import type { CompiledRule, RuleTrace } from "../../scenario/choose.js";
import { replayRules } from "../../scenario/replay.js";
import type { Subject } from "../../scenario/subject.js";
import type { RuleBook } from "../rules/rule-book.js";

/** What the journal keeps of why a call went as it did: small, and enough to tell the rest when asked. */
export interface Explanation {
  /** The edition of the rule book that was in force. */
  readonly version: number;
  readonly subject: Subject;
  /** Rules that matched: those that fired, and those that were counted and skipped. */
  readonly matched: readonly RuleTrace[];
  /** The assumptions that the answer rests on. */
  readonly assumed?: readonly string[];
  /** What was found, after the refusal's message. */
  readonly detail?: string | undefined;
  /** The refusal or decline that ended it; absent where it went through, or a rule gave its own code. */
  readonly ended?: AnswerName | undefined;
  /** What the rule that fired asked for. */
  readonly effects?: Readonly<Record<string, unknown>>;
}

/** Every rule that was looked at, with what did not hold; undefined where the rules of that time are gone. */
export function lookedOf(explanation: Explanation, book: RuleBook): readonly RuleTrace[] | undefined {
  const rules = book.asOf(explanation.version);
  return rules && fill(rules, explanation);
}

function fill(rules: readonly CompiledRule[], { subject, matched }: Explanation): readonly RuleTrace[] {
  const extra = matched.filter((look) => !rules.some((rule) => rule.id === look.ruleId));
  return [
    ...extra,
    ...replayRules(rules, subject, matched).filter((look) => look.origin !== "magic" || look.outcome !== "no-match"),
  ];
}
