import { endOfTime, type Instant, later, parseInstant } from "../../domain/money.js";
import { fitOf, isOnlyNotify } from "../rule/fit.js";
import { isNotified } from "../rule/notified.js";
import type { Rule, Then } from "../rule/rule.js";
import { durationMs } from "../values/duration.js";
import type { Subject } from "../values/subject.js";
import { delayMs, draw } from "./draw.js";
import { compileWhen, type Mismatch, mismatches, type Test } from "./match.js";

/** The origins of rules, in order of precedence. */
export type Origin = "header" | "next" | "control" | "file" | "magic";

/** `before-parse`: rules that act before signature and parameters are checked. `command`: all others. */
export type Phase = "before-parse" | "command";

export interface RuleMeta {
  /** Identifies the rule's counts and random draws. The same rule has the same id in every lane. */
  readonly id: string;
  readonly origin: Origin;
  readonly scenario?: string | undefined;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  /** When the rule was added, in ms since the epoch. A duration in `until` starts here. */
  readonly since: Instant;
}

/** A rule that was compiled once, when it was added, so that each call is cheap. */
export interface CompiledRule {
  readonly id: string;
  readonly rule: Rule;
  readonly meta: RuleMeta;
  readonly phase: Phase;
  readonly tests: readonly Test[];
  /** The instant, in ms since the epoch, from which the rule no longer fires. */
  readonly untilMs: Instant;
  /** The reason why it fires, if its clauses don't say. */
  readonly why?: string;
}

/** How often a rule matched, and how often it fired, under one key. */
export interface Counter {
  readonly seen: number;
  readonly fired: number;
}

export interface ChooseContext {
  /** ms since the epoch. */
  readonly now: Instant;
  readonly seed: number;
}

/** A stored counter, or zeros if there is none. Asked only for rules that match. */
export interface Counters {
  ruleCount(ruleId: string, key: string): Counter;
}

export interface Fired {
  readonly rule: CompiledRule;
  readonly key: string;
  /** The position of this call among those that matched under this key, from 1. */
  readonly n: number;
  readonly then: Then;
  /** The drawn delays of the answer, the notification and the page. Absent if the rule has no such delay. */
  readonly delayMs?: number;
  readonly notifyDelayMs?: number;
  readonly pageAfterMs?: number;
}

/** A counter's new value, to be stored in the call's commit. */
export interface Count extends Counter {
  readonly ruleId: string;
  readonly key: string;
}

/** The result of one rule that was checked. */
export interface RuleTrace extends Omit<RuleMeta, "id" | "since"> {
  readonly ruleId: string;
  readonly name?: string | undefined;
  readonly outcome: "fired" | "no-match" | "skipped";
  /** The clauses that did not match, or the reason why a matching rule did not fire. */
  readonly why: readonly Mismatch[] | string;
  /** The count after this call. Absent if the rule did not match. */
  readonly seen?: number;
  readonly fired?: number;
}

export interface Choice {
  readonly fired?: Fired;
  readonly counts: readonly Count[];
  /** The rules that matched, skipped or fired. Small enough to be stored with each call. */
  readonly matched: readonly RuleTrace[];
}

export function compileRule(rule: Rule, meta: RuleMeta): CompiledRule {
  return {
    id: meta.id,
    rule,
    meta,
    phase: rule.then.placed === "before-parse" ? "before-parse" : "command",
    tests: [
      ...(meta.origin === "next" ? [isOnlyNotify(rule.then) ? isCallOrNotified : isCall] : []),
      ...compileWhen(rule.when ?? {}),
      ...fits(rule),
    ],
    untilMs: untilMs(rule, meta.since),
  };
}

/** Only the merchant's calls count as the next call. A shopper's act in between doesn't use it up. */
const isCall: Test = {
  member: "operation",
  expected: "a call of the payment API",
  holds: ({ operation }) => /^(hosted-checkout|tokenization|direct)\//.test(operation),
};

/** The notification after a payment on a page is the shopper's act's. */
const isCallOrNotified: Test = {
  member: "operation",
  expected: "a call of the payment API, or a payment on a page",
  holds: (subject) => isCall.holds(subject) || isNotified(subject.operation),
};

/** A call on which the rule could do nothing doesn't use it up. Needs no clause if the rule names one that fits. */
function fits({ when, then }: Rule): readonly Test[] {
  const fit = fitOf(then);
  if (!fit || (when?.operation !== undefined && fit.holds(when.operation))) return [];
  return [{ member: "operation", expected: fit.expected, holds: ({ operation }) => fit.holds(operation) }];
}

function untilMs(rule: Rule, since: Instant): Instant {
  if (rule.until === undefined) return endOfTime;
  const duration = durationMs(rule.until);
  return duration === undefined ? parseInstant(String(rule.until)) : later(since, duration);
}

/** The choice if there are no rules. */
export const noChoice: Choice = { counts: [], matched: [] };

/**
 * Finds the first rule, in the given order, that matches and fires. A rule that matches without firing is counted,
 * and the next one is tried.
 */
export function choose(
  rules: readonly CompiledRule[],
  subject: Subject,
  ctx: ChooseContext & { readonly counters: Counters },
  phase: Phase,
): Choice {
  if (rules.length === 0) return noChoice;
  const counts: Count[] = [];
  const matched: RuleTrace[] = [];
  let held = false;
  for (let i = 0; i < rules.length; i++) {
    const compiled = rules[i] as CompiledRule;
    if (compiled.phase !== phase) {
      // The queue keeps its order: a fault can't act before the parse if an earlier entry has to wait for the parse.
      if (compiled.meta.origin === "next" && phase === "before-parse") held ||= matches(compiled.tests, subject);
      continue;
    }
    if ((held && compiled.meta.origin === "next") || !matches(compiled.tests, subject)) continue;
    const { count, skipped } = counted(compiled, subject, ctx);
    counts.push(count);
    matched.push(matchedTrace(compiled, count, skipped));
    if (skipped === undefined) return { fired: fire(compiled, count, ctx.seed), counts, matched };
  }
  return { counts, matched };
}

function matches(tests: readonly Test[], subject: Subject): boolean {
  for (let i = 0; i < tests.length; i++) if (!(tests[i] as Test).holds(subject)) return false;
  return true;
}

/** The new count of a rule that matched, and the reason if it did not fire. */
function counted(
  compiled: CompiledRule,
  subject: Subject,
  ctx: ChooseContext & { readonly counters: Counters },
): { readonly count: Count; readonly skipped: string | undefined } {
  const key = countedBy(compiled.rule, subject);
  const before = ctx.counters.ruleCount(compiled.id, key);
  const skipped = whySkipped(compiled, key, before, ctx);
  const fired = before.fired + (skipped === undefined ? 1 : 0);
  return { count: { ruleId: compiled.id, key, seen: before.seen + 1, fired }, skipped };
}

/** The rule's counter key. If the rule isn't counted per key, all its calls share "". */
function countedBy({ key }: Rule, subject: Subject): string {
  if (key === undefined || key === "rule") return "";
  const value = subject[key];
  return value === undefined ? "" : key === "userId" ? String(value).toLowerCase() : String(value);
}

function whySkipped(compiled: CompiledRule, key: string, before: Counter, ctx: ChooseContext): string | undefined {
  const { until, after = 0, times, chance } = compiled.rule;
  const n = before.seen + 1;
  if (ctx.now >= compiled.untilMs) return `until ${until} has passed`;
  if (n <= after) return `skips ${after} first, this is call ${n}`;
  if (times !== undefined && before.fired >= times) return `fired ${before.fired} of ${times} times`;
  if (chance === undefined) return undefined;
  const drawn = draw(ctx.seed, compiled.id, key, n);
  return drawn < chance ? undefined : `chance ${chance}, drew ${drawn.toFixed(4)}`;
}

function fire(compiled: CompiledRule, { key, seen }: Count, seed: number): Fired {
  const { then } = compiled.rule;
  const at = { seed, rule: compiled.id, key, n: seen };
  return {
    rule: compiled,
    key,
    n: seen,
    then,
    ...(then.delay !== undefined && { delayMs: delayMs(then.delay, at) }),
    ...(then.notify?.delay !== undefined && { notifyDelayMs: delayMs(then.notify.delay, at, "notify") }),
    ...(then.page?.after !== undefined && { pageAfterMs: delayMs(then.page.after, at) }),
  };
}

const matchedTrace = (compiled: CompiledRule, { seen, fired }: Count, skipped: string | undefined): RuleTrace => ({
  ...ruleFacts(compiled),
  outcome: skipped === undefined ? "fired" : "skipped",
  why: skipped ?? compiled.why ?? "all clauses hold",
  seen,
  fired,
});

const noMatch = (compiled: CompiledRule, subject: Subject): RuleTrace => ({
  ...ruleFacts(compiled),
  outcome: "no-match",
  why: mismatches(compiled.tests, subject),
});

const ruleFacts = ({ rule: { name }, meta: { id, origin, scenario, file, line } }: CompiledRule) => ({
  ruleId: id,
  origin,
  name,
  scenario,
  file,
  line,
});

/** The rules that were checked, up to the one that fired. Rebuilt from the rules and the subject in the journal. */
export function replayRules(
  rules: readonly CompiledRule[],
  subject: Subject,
  matched: readonly RuleTrace[],
): readonly RuleTrace[] {
  const matchedById = new Map(matched.map((trace) => [trace.ruleId, trace]));
  const firedAt = rules.findIndex((rule) => matchedById.get(rule.id)?.outcome === "fired");
  return rules
    .slice(0, firedAt === -1 ? rules.length : firedAt + 1)
    .filter((rule) => rule.phase === "command" || matchedById.has(rule.id))
    .map((rule) => matchedById.get(rule.id) ?? noMatch(rule, subject));
}
