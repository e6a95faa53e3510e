import { type Instant, parseInstant } from "../../domain/money.js";
import { limits } from "../../facts/limits.js";
import { needCommit } from "../members/effects.js";
import type { Expectation, Rule, Scenario, When } from "../rule/rule.js";
import { bounds, toMinor } from "../values/amount.js";
import { durationMs } from "../values/duration.js";
import { pathText, sentence, similar } from "../values/issues.js";
import { isPaymentCall } from "../values/operations.js";
import { compileGlob } from "../values/pattern.js";
import { type Carried, canBe, namedBy } from "./carried.js";
import { coveredBy } from "./covering.js";
import { covers } from "./shadow.js";

/** A part of a scenario that is valid but has no effect. */
export interface LintFinding {
  readonly path: readonly PropertyKey[];
  readonly what: string;
  readonly expected?: string;
  readonly didYouMean?: string;
}

/** A finding with its place as a path: `rules[0].when.amount`. */
export interface Warning {
  readonly where: string;
  readonly message: string;
}

export const warningOf = ({ path, ...described }: LintFinding): Warning => ({
  where: pathText(path),
  message: sentence(described),
});

/** Parts of a valid scenario that can never have an effect. */
export function findings({ rules, expect, clock }: Scenario): readonly LintFinding[] {
  const now = clock === undefined ? undefined : { at: parseInstant(clock), of: "the scenario's clock" };
  return [
    ...rules.flatMap((rule, i) => aboutRule(rule, ["rules", i], now)),
    ...shadowed(rules),
    ...nothingHeld(rules),
    ...expectationFindings(expect, namesOf(rules)),
  ];
}

/** How many earlier rules to check for one that shadows a new rule. */
export const rulesLookedAt = 300;

/**
 * The same for one rule that is added to a lane. `now`: the lane's clock. `earlier`: the rules that are tried first.
 */
export function ruleFindings(rule: Rule, now: Instant, earlier: readonly Rule[]): readonly LintFinding[] {
  const by = earlier.slice(0, rulesLookedAt).findIndex((other) => covers(other, rule, true));
  return [
    ...aboutRule(rule, [], { at: now, of: "the lane's clock" }),
    ...(by === -1 ? [] : [isShadowed([], earlier, by)]),
  ];
}

/** Expectations that can never be met, given the names of the rules. */
export function expectationFindings(
  expectations: readonly Expectation[],
  ruleNames: readonly string[],
): readonly LintFinding[] {
  const aboutName = unknownRule(ruleNames);
  return expectations.flatMap(({ calls, rule }, i) => [
    ...(calls ? aboutWhen(calls, ["expect", i, "calls"]) : []),
    ...(rule ? aboutName(rule.name, ["expect", i, "rule", "name"]) : []),
  ]);
}

const namesOf = (rules: readonly Rule[]): readonly string[] =>
  rules.flatMap(({ name }) => (name === undefined ? [] : [name]));

/** An instant, and the clock that shows it. */
interface Now {
  readonly at: Instant;
  readonly of: string;
}

function aboutRule(rule: Rule, path: readonly PropertyKey[], now: Now | undefined): readonly LintFinding[] {
  const never: LintFinding[] = [...aboutWhen(rule.when ?? {}, [...path, "when"])];
  if (rule.chance === 0) never.push({ path: [...path, "chance"], what: "a rule of chance 0 can never fire" });
  if (hasPassed(rule, now?.at))
    never.push({
      path: [...path, "until"],
      what: `the rule can never fire: until is not after ${now?.of ?? "the instant when it is put in"}`,
    });
  if (rule.then.page && !reaches(rule.when, "hosted-checkout/create"))
    never.push({
      path: [...path, "then", "page"],
      what: "page has no effect here",
      expected: "a rule that matches hosted-checkout/create",
    });
  return [
    ...never,
    ...neverCarried(rule, path),
    ...nothingToNotify(rule, path),
    ...nothingToHold(rule, path),
    ...aboutThen(rule, path),
  ];
}

/** Members that no call of the rule's operations has in this form. A fault before the parse sees the raw call. */
function neverCarried({ when = {}, then }: Rule, path: readonly PropertyKey[]): readonly LintFinding[] {
  const operations = namedBy(when.operation);
  if (operations.length === 0 || then.placed === "before-parse") return [];
  const { operation: _, merchantId: _m, ...asked } = when;
  return (Object.entries(asked) as [Carried, unknown][])
    .filter(([member, wanted]) => wanted !== undefined && !operations.some((name) => canBe(name, member, wanted)))
    .map(([member, wanted]) => ({
      path: [...path, "when", member],
      what: `the rule can never match: no ${when.operation} has ${called(member, wanted)}`,
    }));
}

const called = (member: Carried, wanted: unknown): string =>
  typeof wanted === "object" ? member : `${member} ${wanted}`;

const silent = new Set([
  "hosted-checkout/query",
  "direct/query",
  "tokenization/query-token",
  "tokenization/delete-token",
]);

/** A query changes nothing, and deleting a token sends no notification. */
function nothingToNotify({ when, then }: Rule, path: readonly PropertyKey[]): readonly LintFinding[] {
  const operations = namedBy(when?.operation);
  if (then.notify === undefined || operations.length === 0 || !operations.every((name) => silent.has(name))) return [];
  return [
    {
      path: [...path, "then", "notify"],
      what: `notify has no effect here: no notification follows ${when?.operation}`,
    },
  ];
}

/** A gate holds answers of the payment API only. A page's answer goes to the shopper's browser. */
function nothingToHold({ when, then }: Rule, path: readonly PropertyKey[]): readonly LintFinding[] {
  const operations = namedBy(when?.operation);
  if (then.gate === undefined || operations.length === 0 || operations.some(isPaymentCall)) return [];
  return [
    { path: [...path, "then", "gate"], what: `gate has no effect here: ${when?.operation} is an action on a page` },
  ];
}

/** Without a gate, no handler can ever be held. */
function nothingHeld(rules: readonly Rule[]): readonly LintFinding[] {
  if (rules.some(({ then }) => then.gate !== undefined)) return [];
  return rules.flatMap(({ then }, i) =>
    then.notify?.giveUp === undefined
      ? []
      : [
          {
            path: ["rules", i, "then", "notify", "giveUp"],
            what: "giveUp has no effect: no rule of the scenario has a gate",
          },
        ],
  );
}

/** A fault before the commit ends the call, so the rule's other members have no effect. */
function aboutThen({ then }: Rule, path: readonly PropertyKey[]): readonly LintFinding[] {
  if (then.fault === undefined || then.placed === "after-commit") return [];
  return needCommit
    .filter((member) => then[member] !== undefined)
    .map((member) => ({
      path: [...path, "then", member],
      what: `${member} has no effect beside a fault placed ${then.placed}`,
    }));
}

function aboutWhen(when: When, path: readonly PropertyKey[]): readonly LintFinding[] {
  return impossibleAmount(when.amount, path);
}

function impossibleAmount(amount: When["amount"], path: readonly PropertyKey[]): readonly LintFinding[] {
  if (amount === undefined) return [];
  const { low, high } = bounds(amount);
  const excluded = typeof amount === "object" && amount.ne !== undefined && low === high && toMinor(amount.ne) === low;
  const impossible = low > high || excluded || low > limits.amountMaxMinor.value || high < 1;
  return impossible ? [{ path: [...path, "amount"], what: "no amount can fit this" }] : [];
}

function hasPassed({ until }: Rule, now: Instant | undefined): boolean {
  if (until === undefined) return false;
  const duration = durationMs(String(until));
  if (duration !== undefined) return duration === 0;
  return now !== undefined && Date.parse(String(until)) <= now;
}

const reaches = (when: When | undefined, operation: string): boolean =>
  when?.operation === undefined || compileGlob(when.operation)(operation);

function shadowed(rules: readonly Rule[]): readonly LintFinding[] {
  return coveredBy(rules).flatMap((by, i) => (by === undefined ? [] : [isShadowed(["rules", i], rules, by)]));
}

function isShadowed(path: readonly PropertyKey[], rules: readonly Rule[], by: number): LintFinding {
  const name = rules[by]?.name === undefined ? `rule ${by + 1}` : `"${rules[by].name}"`;
  return { path, what: `the rule can never fire: ${name} always matches first` };
}

/** How many pairs of names to compare for one document. After that, problems have no suggestion. */
const GUESSES = 100_000;

function unknownRule(ruleNames: readonly string[]) {
  const known = new Set(ruleNames);
  const names = [...known];
  let compared = 0;
  return (name: string, path: readonly PropertyKey[]): readonly LintFinding[] => {
    if (known.has(name)) return [];
    const guess = compared < GUESSES ? similar(name, names) : {};
    compared += names.length;
    return [{ path, what: `no rule is called ${JSON.stringify(name)}`, ...guess }];
  };
}
