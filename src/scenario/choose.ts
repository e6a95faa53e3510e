import { endOfTime, type Instant, later, parseInstant } from "../domain/money.js";
import { declineFitOf, isDeclinable, isDecline } from "./decline-fit.js";
import { delayMs, draw } from "./draw.js";
import { durationMs } from "./duration.js";
import { compileWhen, type Mismatch, mismatches, type Test } from "./match.js";
import type { Rule, Then } from "./rule.js";
import type { Subject } from "./subject.js";

/** Where a rule came from, in order of precedence. */
export type Origin = "header" | "next" | "control" | "file" | "magic";

/** `before-parse`: rules that act before signature and parameters are looked at. `command`: all others. */
export type Phase = "before-parse" | "command";

export interface RuleMeta {
  /** Counts and draws go by it: the same rule has the same id in two lanes. */
  readonly id: string;
  readonly origin: Origin;
  readonly scenario?: string | undefined;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  /** When it was put in, in ms since the epoch: a duration in `until` runs from here. */
  readonly since: Instant;
}

/** A rule, made once when it is put in, so that a call costs little. */
export interface CompiledRule {
  readonly id: string;
  readonly rule: Rule;
  readonly meta: RuleMeta;
  readonly phase: Phase;
  readonly tests: readonly Test[];
  /** The instant, in ms since the epoch, from which it no longer fires. */
  readonly untilMs: Instant;
  /** Why it fires, where that is not for its clauses. */
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

/** Asks for the counter as stored; the answer has zeros where there is none. Asked only for rules that match. */
export interface CounterRead {
  readonly read: "rule-count";
  readonly ruleId: string;
  readonly key: string;
}
export type Choosing<T> = Generator<CounterRead, T, Counter>;

export interface Fired {
  readonly rule: CompiledRule;
  readonly key: string;
  /** Which of the calls that matched, under this key, counted from 1. */
  readonly n: number;
  readonly then: Then;
  /** The drawn delays of the answer, the notification and the page, where the rule asks for them. */
  readonly delayMs?: number;
  readonly notifyDelayMs?: number;
  readonly pageAfterMs?: number;
}

/** A new absolute value, to be stored in the commit of the call. */
export interface Count extends Counter {
  readonly ruleId: string;
  readonly key: string;
}

/** What became of one rule that was looked at. */
export interface RuleTrace {
  readonly ruleId: string;
  readonly origin: Origin;
  readonly name?: string;
  readonly scenario?: string;
  readonly file?: string;
  readonly line?: number;
  readonly outcome: "fired" | "no-match" | "skipped";
  /** The clauses that did not hold, or why a rule that matched did not fire. */
  readonly why: readonly Mismatch[] | string;
  /** After this call; left out where the rule did not match. */
  readonly seen?: number;
  readonly fired?: number;
}

export interface Choice {
  readonly fired?: Fired;
  readonly counts: readonly Count[];
  /** Told only when asked: with many rules it costs more than the choice. Magic rules that did not match are left out. */
  readonly trace: () => readonly RuleTrace[];
  /** Of these only the rules that matched, skipped or fired: cheap enough to be kept with each call. */
  readonly matched: () => readonly RuleTrace[];
}

export function compileRule(rule: Rule, meta: RuleMeta): CompiledRule {
  return {
    id: meta.id,
    rule,
    meta,
    phase: rule.then.placed === "before-parse" ? "before-parse" : "command",
    tests: [
      ...(meta.origin === "next" ? [isCall] : []),
      ...compileWhen(rule.when ?? {}),
      ...(isDecline(rule.then.outcome) && !isDeclinable(rule.when?.operation) ? [declineFits] : []),
    ],
    untilMs: untilMs(rule, meta.since),
  };
}

/** The next call is the merchant's: what a shopper does on the page in between does not use it up. */
const isCall: Test = {
  member: "operation",
  expected: "a call of the payment API",
  holds: ({ operation }) => /^(hosted-checkout|tokenization|direct)\//.test(operation),
};

/** Where nothing can be declined a forced decline would be used up and do nothing. */
const declineFits: Test = {
  member: "operation",
  expected: "an operation that can be declined",
  holds: ({ operation }) => declineFitOf(operation) !== "never",
};

function untilMs(rule: Rule, since: Instant): Instant {
  if (rule.until === undefined) return endOfTime;
  const duration = durationMs(String(rule.until));
  return duration === undefined ? parseInstant(String(rule.until)) : later(since, duration);
}

const nothing: Choice = { counts: [], trace: () => [], matched: () => [] };

/** A rule that matched: its count, and why it did not fire. */
interface Matched {
  readonly count: Count;
  readonly skipped: string | undefined;
}

/** The first rule, in the order given, that matches and fires. One that matches and does not fire is counted, and the next is looked at. */
export function* choose(
  rules: readonly CompiledRule[],
  subject: Subject,
  ctx: ChooseContext,
  phase: Phase,
): Choosing<Choice> {
  if (rules.length === 0) return nothing;
  const matched = new Map<number, Matched>();
  let held = false;
  for (let i = 0; i < rules.length; i++) {
    const compiled = rules[i] as CompiledRule;
    if (compiled.phase !== phase) {
      // The queue keeps its order: what waits for the parse holds up a fault that was put in behind it.
      if (compiled.meta.origin === "next" && phase === "before-parse") held ||= matches(compiled.tests, subject);
      continue;
    }
    if ((held && compiled.meta.origin === "next") || !matches(compiled.tests, subject)) continue;
    const outcome = yield* count(compiled, subject, ctx);
    matched.set(i, outcome);
    if (outcome.skipped === undefined)
      return choice(rules, subject, phase, matched, fire(compiled, outcome.count, ctx.seed));
  }
  return choice(rules, subject, phase, matched);
}

function matches(tests: readonly Test[], subject: Subject): boolean {
  for (let i = 0; i < tests.length; i++) if (!(tests[i] as Test).holds(subject)) return false;
  return true;
}

function* count(compiled: CompiledRule, subject: Subject, ctx: ChooseContext): Choosing<Matched> {
  const key = keyOf(compiled.rule, subject);
  const before = yield { read: "rule-count", ruleId: compiled.id, key };
  const skipped = whySkipped(compiled, key, before, ctx);
  const fired = before.fired + (skipped === undefined ? 1 : 0);
  return { count: { ruleId: compiled.id, key, seen: before.seen + 1, fired }, skipped };
}

/** What the rule counts by; all its calls have the key "" when it counts by itself. */
function keyOf({ key }: Rule, subject: Subject): string {
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

function choice(
  rules: readonly CompiledRule[],
  subject: Subject,
  phase: Phase,
  matched: ReadonlyMap<number, Matched>,
  fired?: Fired,
): Choice {
  return {
    ...(fired && { fired }),
    counts: Array.from(matched.values(), ({ count }) => count),
    trace: () => {
      const end = fired ? rules.indexOf(fired.rule) + 1 : rules.length;
      return rules.slice(0, end).flatMap((compiled, i) => look(compiled, subject, phase, matched.get(i)));
    },
    matched: () =>
      Array.from(matched, ([i, outcome]) => look(rules[i] as CompiledRule, subject, phase, outcome)).flat(),
  };
}

function look(
  compiled: CompiledRule,
  subject: Subject,
  phase: Phase,
  matched: Matched | undefined,
): readonly RuleTrace[] {
  const { rule, meta } = compiled;
  if (compiled.phase !== phase || (meta.origin === "magic" && !matched)) return [];
  const who = {
    ruleId: compiled.id,
    origin: meta.origin,
    ...(rule.name !== undefined && { name: rule.name }),
    ...(meta.scenario !== undefined && { scenario: meta.scenario }),
    ...(meta.file !== undefined && { file: meta.file }),
    ...(meta.line !== undefined && { line: meta.line }),
  };
  if (!matched) return [{ ...who, outcome: "no-match", why: mismatches(compiled.tests, subject) }];
  const { skipped, count } = matched;
  const counter = { seen: count.seen, fired: count.fired };
  if (skipped !== undefined) return [{ ...who, outcome: "skipped", why: skipped, ...counter }];
  return [{ ...who, outcome: "fired", why: compiled.why ?? "all clauses hold", ...counter }];
}
