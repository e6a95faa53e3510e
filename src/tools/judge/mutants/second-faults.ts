import type { Rule } from "../../../core/scenario/rule/rule.js";
import { clientCopiesIn } from "../observe/copies.js";
import { callsOf, isQuery, type LaneFacts } from "../observe/facts.js";
import { copiesOf, lossText } from "./calls.js";
import { type MutationPoint, numberedCall, type PlannedMutant, ruleAt, shortName } from "./mutant.js";
import { pointsOf } from "./points.js";

/** How many of a run's additional calls are tried. They are the shop's recovery. */
const CALLS = 3;

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
  const later = laterCalls(lane);
  const isAdded = addedTo(dry.find(({ slot }) => slot === base.slot));
  const added = later.filter(isAdded).filter(({ call }) => !(isDecided(base) && isQuery(call)));
  const tried = new Set(added.slice(0, CALLS));
  return later.flatMap((point) =>
    changesAt(point)
      .map((second) => joined(base, point, second))
      .filter(({ id }) => tried.has(point) || named.has(id)),
  );
}

/** The shop's calls from the lost or refused one on. A copy that the HTTP client sent is no recovery of the shop. */
function laterCalls(lane: LaneFacts): readonly MutationPoint[] {
  const copies = new Set(clientCopiesIn(lane).map(({ copy }) => copy));
  const changed = callsOf(lane).find(({ isMutated }) => isMutated);
  return pointsOf(lane).filter(
    ({ call }) => call.by === "shop" && changed !== undefined && call.id >= changed.id && !copies.has(call),
  );
}

/**
 * True for calls beyond the number of each operation in the dry run, such as a second try of the lost one. A query
 * counts as new if it is about the lost call. To be asked of one call after another.
 */
function addedTo(dry: LaneFacts | undefined): (point: MutationPoint) => boolean {
  const counts = new Map<string, number>();
  for (const { operation, reference } of dry ? callsOf(dry) : []) {
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
}

function changesAt(point: MutationPoint): readonly Second[] {
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
    ];
  const refusal = compensation.get(operation);
  return [
    lost("connection-reset", "after-commit"),
    lost("connection-reset", "before-commit"),
    ...(refusal === undefined ? [] : [refused(point, refusal)]),
    refused(point, "maintenance"),
  ];
}

const refused = (point: MutationPoint, outcome: string): Second => ({
  change: `refusal/${outcome}`,
  about: `${numberedCall(point)} was refused: ${outcome}`,
  then: { outcome } as Rule["then"],
});

/** Both faults in one run. Only the first rule that fires counts a call. */
function joined(base: PlannedMutant, point: MutationPoint, { change, about, then }: Second): PlannedMutant {
  const fired = base.scenario.rules.filter(
    ({ when, times }) => when?.operation === point.call.operation && times === 1,
  );
  const rule = ruleAt({ call: point.call, k: point.k - fired.length }, then);
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
