import type { CompiledRule, Looked, Origin } from "../scenario/choose.js";
import { clauses, type Mismatch } from "../scenario/match.js";
import type { Then } from "../scenario/rule.js";
import { type Explanation, lookedOf } from "./explanation.js";
import type { RuleBook } from "./rule-book.js";

/** One rule that was looked at for a call. */
export interface ToldRule {
  readonly ruleId: string;
  readonly origin: Origin;
  readonly name?: string | undefined;
  readonly scenario?: string | undefined;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly outcome: Looked["outcome"];
  /** A sentence. */
  readonly why: string;
  /** What its `when` asks, against what the call had; empty where the rule is no longer known. */
  readonly clauses: readonly (Mismatch & { readonly holds: boolean })[];
  /** After this call. */
  readonly counter?: { readonly seen: number; readonly fired: number } | undefined;
  readonly then?: Then | undefined;
}

/** A rule as people find it: by its name, and where it is written. */
export const ruleName = ({ name, ruleId, file, line }: ToldRule): string =>
  `"${name ?? ruleId}"${file === undefined ? "" : ` (${file}${line === undefined ? "" : `:${line}`})`}`;

/** The rules that were looked at, in order; `complete` is false where those of that time are gone. */
export function toldRules(
  explanation: Explanation,
  book: RuleBook,
): { readonly rules: readonly ToldRule[]; readonly complete: boolean } {
  const looked = lookedOf(explanation, book);
  const known = new Map((book.asOf(explanation.edition) ?? []).map((rule) => [rule.id, rule]));
  return {
    rules: (looked ?? explanation.matched).map((look) => told(look, known.get(look.ruleId), explanation)),
    complete: looked !== undefined,
  };
}

function told(
  { seen, fired, why, ...look }: Looked,
  rule: CompiledRule | undefined,
  explanation: Explanation,
): ToldRule {
  const asked = rule ? clauses(rule.tests, explanation.subject) : typeof why === "string" ? [] : missed(why);
  const isFired = look.outcome === "fired";
  return {
    ...look,
    why: typeof why === "string" ? why : sentence(why),
    clauses: asked,
    counter: seen === undefined || fired === undefined ? undefined : { seen, fired },
    then: rule?.rule.then ?? (isFired ? (explanation.effects as Then | undefined) : undefined),
  };
}

const missed = (why: readonly Mismatch[]) => why.map((mismatch) => ({ ...mismatch, holds: false }));

const sentence = (why: readonly Mismatch[]): string =>
  why
    .map(
      ({ member, expected, actual }) => `${member} is ${JSON.stringify(actual)}, expected ${JSON.stringify(expected)}`,
    )
    .join("; ");
