import type { Rule } from "../../../core/scenario/rule/rule.js";
import { paymentOperations } from "../../../core/scenario/values/operations.js";
import { compileGlob } from "../../../core/scenario/values/pattern.js";
import { clientCopiesIn } from "../observe/copies.js";
import { type CallFact, callsOf, givesBack, isCharge, isQuery, type LaneFacts } from "../observe/facts.js";
import { copiesOf, lossText } from "./calls.js";
import {
  type MutationPoint,
  type NumberedCall,
  numberedCall,
  type PlannedMutant,
  ruleAt,
  shortName,
} from "./mutant.js";
import { pointsOf } from "./points.js";

/** How many of a run's additional calls are tried. They are the shop's recovery. */
const CALLS = 3;
/** How many queries in a row an outage leaves unanswered: more than shops try at once that then give up. */
const OUTAGE = 6;

/**
 * True if a survivor of this mutant should get a second fault: it lost an answer or a notification, declined a charge, or
 * refused a refund or void.
 */
export const isBase = (mutant: PlannedMutant): boolean =>
  mutant.then === undefined &&
  (isDecided(mutant) ||
    ((mutant.family === "after-commit" || mutant.family === "before-commit") && mutant.change === "connection-reset") ||
    (mutant.family === "refusal" && compensation.get(last(mutant.operation)) === mutant.change) ||
    (mutant.family === "notice" && mutant.change === "never"));

/**
 * True if the answer says what is so: the card was declined, or a settled order can't be voided. The shop need not ask then,
 * but it may give money back, or charge in another way.
 */
const isDecided = ({ family, change, operation }: PlannedMutant): boolean =>
  (family === "decline" && change === "do-not-honour" && /^(sale|recurring)$/.test(last(operation))) ||
  (family === "state" && change === "settled" && last(operation) === "void");

/** True if money moved, and only a query can tell the shop. */
const leavesDoubt = (base: PlannedMutant): boolean =>
  base.family === "after-commit" && (isCharge(base) || givesBack(base));

/** The operations that return money, each with one refusal that represents all of its refusals. */
const compensation = new Map([
  ["refund", "insufficient-unsettled-balance"],
  ["void", "void-not-allowed"],
]);
const last = (operation: string): string => operation.replace(/^.*\//, "");

/**
 * Faults on the calls that a mutant's run made but the dry run did not: the recovery query, the retry, the
 * compensation. After a decided answer no query. Of those named by their ids, on any later call.
 */
export function secondFaults(
  base: PlannedMutant,
  run: readonly LaneFacts[],
  dry: readonly LaneFacts[],
  named: ReadonlySet<string> = new Set(),
): readonly PlannedMutant[] {
  const lane = run.find(({ slot }) => slot === base.slot);
  if (!lane || !isBase(base)) return [];
  const changed = callsOf(lane).find(({ isMutated }) => isMutated);
  const later = changed === undefined ? [] : laterCalls(lane, changed);
  const isAdded = addedTo(
    base,
    dry.find(({ slot }) => slot === base.slot),
  );
  const added = later.filter(isAdded).filter(({ call }) => !(isDecided(base) && isQuery(call)));
  const tried = new Set(added.slice(0, CALLS));
  const doubt = leavesDoubt(base)
    ? later.find(({ call }) => isQuery(call) && call.orderId === changed?.orderId)
    : undefined;
  return later.flatMap((point) =>
    changesAt(point).flatMap((second) => {
      const mutant = joined(base, point, second);
      const isTried = second.times === undefined ? tried.has(point) : point === doubt;
      return isTried || named.has(mutant.id) ? [mutant] : [];
    }),
  );
}

/** The shop's calls from the lost or refused one on. A copy that the HTTP client sent is no recovery of the shop. */
function laterCalls(lane: LaneFacts, changed: CallFact): readonly MutationPoint[] {
  const copies = new Set(clientCopiesIn(lane).map(({ copy }) => copy));
  return pointsOf(lane).filter(({ call }) => call.by === "shop" && call.id >= changed.id && !copies.has(call));
}

/**
 * True for calls beyond the number of each operation in the dry run from the lost call on, such as a second try of it. A
 * query counts as new if it is about the lost call. To be asked of one call after another.
 */
function addedTo(base: PlannedMutant, dry: LaneFacts | undefined): (point: MutationPoint) => boolean {
  const counts = new Map<string, number>();
  const planned = dry ? pointsOf(dry).map(({ call, k }) => ({ ...call, k })) : [];
  const from = planned.findIndex(({ operation, k }) => operation === base.operation && k === base.call);
  for (const { operation, reference } of planned.slice(Math.max(0, from))) {
    const key = `${operation} ${reference}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return ({ call }) => {
    if (call.isMutated && isQuery(call)) return false;
    const key = `${call.operation} ${call.reference}`;
    const left = (counts.get(key) ?? 0) - 1;
    counts.set(key, left);
    return left < 0 && !call.isMutated;
  };
}

interface Second {
  readonly change: string;
  readonly about: string;
  readonly then: Rule["then"];
  /** How many calls of the order in a row it changes. Undefined: one. */
  readonly times?: number;
}

/** True if the pattern fits what stands after the + in the id of a second fault, at any call of any shop. */
export function mayBeSecond(pattern: string): boolean {
  const fits = compileGlob(pattern.replace(/#\d+/g, "#1"));
  return paymentOperations.some((operation) =>
    changesAt({ call: { operation }, k: 1 }).some(({ change }) => fits(`${shortName(operation)}#1/${change}`)),
  );
}

function changesAt(point: NumberedCall): readonly Second[] {
  const operation = last(point.call.operation);
  const lost = (fault: "connection-reset" | "no-response", placed: "after-commit" | "before-commit"): Second => ({
    change: operation === "query" ? fault : `${placed}/${fault}`,
    about: `${numberedCall(point)} ${lossText(fault, placed)}`,
    then: { fault, placed, ...copiesOf(point.call.operation, placed) },
  });
  if (operation === "query")
    return [
      lost("connection-reset", "after-commit"),
      lost("no-response", "after-commit"),
      refused(point, "system-error"),
      outage(point),
    ];
  const refusal = compensation.get(operation);
  return [
    lost("connection-reset", "after-commit"),
    lost("connection-reset", "before-commit"),
    ...(refusal === undefined ? [] : [refused(point, refusal)]),
    refused(point, "maintenance"),
  ];
}

/** The service is silent about the order for longer than most shops ask at once. Only "not known" is right then. */
const outage = (point: NumberedCall): Second => ({
  change: "outage",
  about: `${numberedCall(point)} and the next ${OUTAGE - 1} queries of its order were not answered`,
  then: { fault: "connection-reset", placed: "after-commit" },
  times: OUTAGE,
});

const refused = (point: NumberedCall, outcome: string): Second => ({
  change: `refusal/${outcome}`,
  about: `${numberedCall(point)} was refused: ${outcome}`,
  then: { outcome } as Rule["then"],
});

/** Both faults in one run. Only the first rule that fires counts a call. */
function joined(base: PlannedMutant, point: MutationPoint, { change, about, then, times }: Second): PlannedMutant {
  const fired = base.scenario.rules.filter((rule) => rule.when?.operation === point.call.operation && rule.times === 1);
  const rule: Rule =
    times === undefined
      ? ruleAt({ call: point.call, k: point.k - fired.length }, then)
      : { ...callsOfOrderFrom(point), times, then };
  const id = `${base.id}+${shortName(point.call.operation)}#${point.k}/${change}`;
  const both = `${base.about.replace(/\.$/, "")}; then ${about}.`;
  return {
    ...base,
    id,
    about: both,
    then: point.call.operation,
    scenario: { ...base.scenario, name: id, description: both, rules: [...base.scenario.rules, rule] },
  };
}

/** The condition of a rule for the call and those of its operation and order that follow. */
function callsOfOrderFrom({ lane, call: { id, operation, orderId } }: MutationPoint): Pick<Rule, "when" | "after"> {
  const before = pointsOf(lane).filter(
    ({ call }) => call.operation === operation && call.orderId === orderId && call.id < id,
  );
  return { when: { operation, orderId }, after: before.length };
}
