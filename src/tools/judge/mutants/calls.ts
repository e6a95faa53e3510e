import { declineFitOf } from "../../../core/scenario/rule/decline-fit.js";
import type { FaultName, Placement } from "../../../core/scenario/rule/rule.js";
import { declineNames, type OutcomeName } from "../../../core/scenario/values/outcomes.js";
import { isRefused } from "../observe/facts.js";
import { answeredCopies } from "../observe/took-effect.js";
import { type Change, type MutationPoint, mutantAt, numberedCall, type PlannedMutant, ruleAt } from "./mutant.js";

/** The ways to lose an answer, each with a name for people. */
export const losses = {
  "connection-reset": "the connection was cut",
  "no-response": "no answer came",
  "http-502": "a proxy answered 502",
  "garbage-body": "garbage came",
  "empty-body": "200 came without a body",
  "truncated-body": "the answer broke off",
} as const satisfies Partial<Record<FaultName, string>>;
type Loss = keyof typeof losses;
/** Answers that some clients turn into a result. If the call was not carried out, they show nothing more. */
const halves: ReadonlySet<Loss> = new Set<Loss>(["empty-body", "truncated-body"]);

/** Refusals that any call may get and that say nothing about an order. The first two stand for the others. */
const refusalsOfAll: readonly OutcomeName[] = [
  "system-error",
  "invalid-parameter",
  "invalid-signature",
  "no-public-key",
  "merchant-not-found",
  "rate-limited",
  "maintenance",
];

/**
 * Further refusals, by the last part of the operation. Refusals that would lie about an order or card (already
 * refunded, not found, used before) are left out, because a shop that believes them is right.
 */
const refusalsOf: Readonly<Record<string, readonly OutcomeName[]>> = {
  refund: ["insufficient-unsettled-balance", "refund-not-allowed"],
  void: ["void-not-allowed"],
  recurring: ["parent-not-recurring"],
};

/** True for a refusal that only some operations know. It says something about the order. */
export const isOfOrder = (refusal: string): boolean =>
  Object.values(refusalsOf).some((all) => all.some((one) => one === refusal));

const queries = ["hosted-checkout/query", "direct/query", "tokenization/query-token"];

/** Mutants for one call of the shop: lost answers, lost calls, refusals, declines, and slow answers if requested. */
export function callMutants(
  target: MutationPoint,
  { slow }: { readonly slow?: string | undefined },
): readonly PlannedMutant[] {
  const { call } = target;
  if (call.by !== "shop") return declines(target).map((change) => mutantAt(target, change));
  const changes = [
    ...lossesAt(target, "after-commit"),
    // A query commits nothing, so losing it before or after the commit is the same.
    ...(queries.includes(call.operation) ? [] : lossesAt(target, "before-commit")),
    ...refusals(target),
    ...declines(target),
    ...(slow === undefined ? [] : [slowAnswer(target, slow)]),
  ];
  return changes.map((change) => mutantAt(target, change));
}

/**
 * For each operation, one lost call whose copy is answered: an HTTP client that sends it again by itself hides the loss
 * from the shop's code. Proves nothing if the client doesn't. Most clients do so only on a connection that was used
 * before.
 */
export function clientCopyMutants(points: readonly MutationPoint[]): readonly PlannedMutant[] {
  const changing = points.filter(({ call }) => call.by === "shop" && !queries.includes(call.operation));
  const [first] = points.filter(({ call }) => call.by === "shop");
  const byOperation = Map.groupBy(changing, ({ call }) => call.operation);
  return [...byOperation.values()].map((calls) => {
    const done = calls.filter(({ call }) => !isRefused(call));
    const target = [...done, ...calls].find((point) => point !== first) ?? calls[0]!;
    return mutantAt(target, {
      family: "lost",
      change: "client-sends-again",
      about: `${numberedCall(target)} was carried out, and the connection was cut. The shop's HTTP client sent it again by itself, and the copy was answered.`,
      rules: [ruleAt(target, { fault: "connection-reset", placed: "after-commit", copies: "answer" })],
      witness: ({ lanes }) => lanes.some((lane) => answeredCopies(lane).length > 0),
    });
  });
}

const lossesAt = (target: MutationPoint, placed: Exclude<Placement, "before-parse">): readonly Change[] =>
  (Object.keys(losses) as Loss[])
    .filter((fault) => placed === "after-commit" || !halves.has(fault))
    .map((fault) => ({
      family: placed,
      change: fault,
      about: `${numberedCall(target)} ${placed === "after-commit" ? "was carried out" : "never reached the service"}, and ${losses[fault]}.`,
      rules: [
        placed === "before-commit"
          ? { ...ruleAt(target, { fault, placed }), then: { fault, placed } }
          : ruleAt(target, { fault, placed, ...copiesOf(target.call.operation, placed) }),
      ],
    }));

/**
 * A loss must reach the shop's code, also if its HTTP client sends the call again by itself. Copies of a query may be the
 * shop's own: it may ask until an answer comes.
 */
export const copiesOf = (operation: string, placed: Placement): { readonly copies?: "cut" } =>
  placed === "after-commit" && !queries.includes(operation) ? { copies: "cut" } : {};

const refusals = (target: MutationPoint): readonly Change[] =>
  [...refusalsOfAll, ...(refusalsOf[target.call.operation.replace(/^.*\//, "")] ?? [])].map((outcome) => ({
    family: "refusal",
    change: outcome,
    about: `${numberedCall(target)} was refused: ${outcome}. Nothing changed.`,
    rules: [ruleAt(target, { outcome })],
  }));

/** If the call only opens a page, the shopper's first attempt on it is declined instead. */
const declines = (target: MutationPoint): readonly Change[] =>
  declineFitOf(target.call.operation) !== "now"
    ? []
    : declineNames.map((outcome) => ({
        family: "decline",
        change: outcome,
        about: `${numberedCall(target)} was declined: ${outcome}.`,
        rules: [ruleAt(target, { outcome })],
      }));

const slowAnswer = (target: MutationPoint, delay: string): Change => ({
  family: "slow",
  change: delay,
  about: `${numberedCall(target)} was carried out, and answered after ${delay}.`,
  rules: [ruleAt(target, { delay })],
});
