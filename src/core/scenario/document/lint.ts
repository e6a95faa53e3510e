import { type Instant, parseInstant } from "../../domain/money.js";
import { limits } from "../../facts/limits.js";
import { type Meanwhile, needCommit } from "../effects/effects.js";
import { idleAfter, membersOf, NOTIFYING } from "../rule/notified.js";
import type { Expectation, Rule, Scenario, Then, When } from "../rule/rule.js";
import { bounds, toMinor } from "../values/amount.js";
import { durationMs } from "../values/duration.js";
import { type Described, pathText, sentence } from "../values/issues.js";
import {
  answersByItself,
  type Carried,
  isPaymentCall,
  type Operation,
  operationRow,
  operations,
} from "../values/operations.js";
import { outcomeOf } from "../values/outcomes.js";
import { compileGlob } from "../values/pattern.js";
import { similar } from "../values/similar.js";
import { canBe, operationsNamedBy } from "./carried.js";
import { coveredBy } from "./covering.js";
import { covers } from "./shadow.js";

/** A part of a scenario that is valid but has no effect. */
export interface LintFinding extends Described {
  readonly path: Path;
}
type Path = readonly PropertyKey[];

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
export function findings({ rules, expect, clock, given }: Scenario): readonly LintFinding[] {
  const now = clock === undefined ? undefined : { at: parseInstant(clock), of: "the scenario's clock" };
  return [
    ...rules.flatMap((rule, i) => aboutRule(rule, ["rules", i], now)),
    ...coveredBy(rules).flatMap((by, i) => isShadowed(["rules", i], rules, by)),
    ...nothingHeld(rules),
    ...(given?.orders ?? []).flatMap(({ status, refunded }, i) =>
      found(
        refunded !== undefined && status !== "REFUNDED",
        ["given", "orders", i, "refunded"],
        `refunded has no effect here: the order is ${status ?? "OPEN"}`,
        "status: REFUNDED",
      ),
    ),
    ...expectationFindings(expect, namesOf(rules)),
  ];
}

/** How many earlier rules to check for one that shadows a new rule. */
export const rulesLookedAt = 300;

/** The same for one rule that is added to a lane with this clock. `earlier`: the rules that are tried first. */
export function ruleFindings(
  rule: Rule,
  { now, mode }: { readonly now: Instant; readonly mode: string },
  earlier: readonly { readonly id: string; readonly rule: Rule }[],
): readonly LintFinding[] {
  const by = earlier.slice(0, rulesLookedAt).find((other) => covers(other.rule, rule, true));
  const called = by?.rule.name === undefined ? by?.id : `${by.id} ("${by.rule.name}")`;
  return [
    ...aboutRule(rule, [], { at: now, of: "the lane's clock" }),
    ...found(mode === "frozen" && rule.then.delay !== undefined, ["then", "delay"], FROZEN),
    ...found(called !== undefined, [], neverFires(called!)),
  ];
}

const FROZEN =
  "the lane's clock is frozen, so this delay is recorded and not waited. To test a client's time limit, resume the clock, or use the fault no-response";

/** Expectations that can never be met, given the names of the rules. */
export function expectationFindings(
  expectations: readonly Expectation[],
  ruleNames: readonly string[],
): readonly LintFinding[] {
  const aboutName = unknownRule(ruleNames);
  return expectations.flatMap(({ calls, rule }, i) => [
    ...impossibleAmount(calls?.amount, ["expect", i, "calls"]),
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

function aboutRule(rule: Rule, path: Path, now: Now | undefined): readonly LintFinding[] {
  const { when = {}, then, chance } = rule;
  const operations = operationsNamedBy(when.operation);
  const isEach = (test: (name: Operation) => boolean) => operations.length > 0 && operations.every(test);
  return [
    ...impossibleAmount(when.amount, [...path, "when"]),
    ...found(chance === 0, [...path, "chance"], "a rule of chance 0 can never fire"),
    ...found(
      hasPassed(rule, now?.at),
      [...path, "until"],
      `the rule can never fire: until is not after ${now?.of ?? "the instant when it is put in"}`,
    ),
    ...found(
      then.page !== undefined && !compileGlob(when.operation ?? "*")("hosted-checkout/create"),
      [...path, "then", "page"],
      "page has no effect here",
      "a rule that matches hosted-checkout/create",
    ),
    ...neverCarried(rule, operations, path),
    ...neverNotified(rule, operations, [...path, "then", "notify"]),
    // A gate holds answers of the payment API only. A page's answer goes to the shopper's browser.
    ...found(
      then.gate !== undefined && isEach((name) => !isPaymentCall(name)),
      [...path, "then", "gate"],
      `gate has no effect here: ${when.operation} is an action on a page`,
    ),
    ...found(
      then.placed === "before-parse" && isEach((name) => !isPaymentCall(name)),
      [...path, "then", "placed"],
      `the rule can never fire: ${when.operation} is an action on a page, and before-parse is for calls of the payment API`,
      "before-commit or after-commit",
    ),
    ...found(
      then.meanwhile !== undefined && isEach((name) => !canMeet(name, then.meanwhile!)),
      [...path, "then", "meanwhile"],
      `${then.meanwhile} has no effect here: before ${when.operation} there is no such ${ofToken(then.meanwhile) ? "stored card" : "order"}`,
    ),
    ...found(
      then.visits !== undefined && isEach((name) => /^card-entry|-token$/.test(name)),
      [...path, "then", "visits"],
      `visits have no effect here: ${when.operation} has no order`,
      "a rule that matches checkout/pay",
    ),
    ...neverAnswered(rule, operations, [...path, "then", "outcome"]),
    ...besideFault(then, [...path, "then"]),
  ];
}

const ofToken = (act: Meanwhile | undefined): boolean => act === "delete-token" || act === "expire-token";

/** True if what somebody else acts on may exist before a call of the operation. A merchant's balance always does. */
const canMeet = (operation: Operation, act: Meanwhile): boolean =>
  act === "drain-balance" || operationRow(operation).carried.includes(ofToken(act) ? "tokenId" : "orderStatus");

/** Members of `notify` that do nothing, because none of the rule's operations causes a notification. */
function neverNotified(
  { when, then: { notify } }: Rule,
  operations: readonly Operation[],
  path: Path,
): readonly LintFinding[] {
  if (notify === undefined || operations.length === 0) return [];
  const all = membersOf(notify);
  const idle = all.filter((member) => operations.every((name) => idleAfter(name, notify).includes(member)));
  const why = `has no effect here: ${when?.operation} sends no notification`;
  if (idle.length === all.length) return [{ path, what: `notify ${why}`, expected: NOTIFYING }];
  return idle.map((member) => ({ path: [...path, member], what: `${member} ${why}`, expected: NOTIFYING }));
}

/** Members that no call of the rule's operations has in this form. A fault before the parse sees the raw call. */
function neverCarried({ when = {}, then }: Rule, operations: readonly Operation[], path: Path): readonly LintFinding[] {
  if (operations.length === 0 || then.placed === "before-parse") return [];
  const { operation: _, merchantId: _m, ...asked } = when;
  return (Object.entries(asked) as [Carried, unknown][]).flatMap(([member, wanted]) =>
    found(
      wanted !== undefined && !operations.some((name) => canBe(name, member, wanted)),
      [...path, "when", member],
      `the rule can never match: no ${when.operation} has ${called(member, wanted)}`,
    ),
  );
}

/** It is forced all the same. Who sees it in a test may take it for a fact about the operation. */
function neverAnswered(
  { when, then: { outcome } }: Rule,
  asked: readonly Operation[],
  path: Path,
): readonly LintFinding[] {
  if (typeof outcome !== "string" || asked.length === 0) return [];
  const answering = operations.filter((name) => answersByItself(name, outcome));
  return found(
    !asked.some((name) => answering.includes(name)),
    path,
    `${when?.operation} never answers ${outcomeOf(outcome)?.code} (${outcome}) by itself: the rule forces it, the service would not`,
    answering.join(", "),
  );
}

const called = (member: Carried, wanted: unknown): string =>
  typeof wanted === "object" ? member : `${member} ${wanted}`;

/** A fault before the commit ends the call, so the rule's other members have no effect. */
const besideFault = (then: Then, path: Path): readonly LintFinding[] =>
  then.fault === undefined || then.placed === "after-commit"
    ? []
    : needCommit.flatMap((member) =>
        found(
          then[member] !== undefined,
          [...path, member],
          `${member} has no effect beside a fault placed ${then.placed}`,
        ),
      );

/** Without a gate, no handler can ever be held. */
function nothingHeld(rules: readonly Rule[]): readonly LintFinding[] {
  if (rules.some(({ then }) => then.gate !== undefined)) return [];
  return rules.flatMap(({ then }, i) =>
    found(
      then.notify?.giveUp !== undefined,
      ["rules", i, "then", "notify", "giveUp"],
      "giveUp has no effect: no rule of the scenario has a gate",
    ),
  );
}

function impossibleAmount(amount: When["amount"], path: Path): readonly LintFinding[] {
  if (amount === undefined) return [];
  const { low, high } = bounds(amount);
  const excluded = typeof amount === "object" && amount.ne !== undefined && low === high && toMinor(amount.ne) === low;
  const isImpossible = low > high || excluded || low > limits.amountMaxMinor.value || high < 1;
  return found(isImpossible, [...path, "amount"], "no amount can fit this");
}

/** The finding at a path, if it applies. */
const found = (applies: boolean, path: Path, what: string, expected?: string): readonly LintFinding[] =>
  applies ? [{ path, what, ...(expected !== undefined && { expected }) }] : [];

function hasPassed({ until }: Rule, now: Instant | undefined): boolean {
  if (until === undefined) return false;
  const duration = durationMs(until);
  if (duration !== undefined) return duration === 0;
  return now !== undefined && Date.parse(String(until)) <= now;
}

function isShadowed(path: Path, rules: readonly Rule[], by: number | undefined): readonly LintFinding[] {
  if (by === undefined) return [];
  const name = rules[by]?.name === undefined ? `rule ${by + 1}` : `"${rules[by].name}"`;
  return [{ path, what: neverFires(name) }];
}

const neverFires = (by: string): string => `the rule can never fire: ${by} always matches first`;

/** How many pairs of names to compare for one document. After that, problems have no suggestion. */
const GUESSES = 100_000;

function unknownRule(ruleNames: readonly string[]) {
  const known = new Set(ruleNames);
  const names = [...known];
  let compared = 0;
  return (name: string, path: Path): readonly LintFinding[] => {
    if (known.has(name)) return [];
    const guess = compared < GUESSES ? similar(name, names) : {};
    compared += names.length;
    return [{ path, what: `no rule is called ${JSON.stringify(name)}`, ...guess }];
  };
}
