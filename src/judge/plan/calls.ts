import { declineFitOf } from "../../scenario/decline-fit.js";
import { declineNames, type OutcomeName } from "../../scenario/outcomes.js";
import type { FaultName, Placement } from "../../scenario/rule.js";
import { type Change, mutantAt, nameOf, type PlannedMutant, ruleAt, type Target } from "./mutant.js";

/** How an answer is lost, and how people call it. */
const losses = {
  "connection-reset": "the connection was cut",
  "no-response": "no answer came",
  "http-502": "a proxy answered 502",
  "garbage-body": "garbage came",
} as const satisfies Partial<Record<FaultName, string>>;
type Loss = keyof typeof losses;

/** What can be refused on any call, and tells nothing of an order. */
const refusalsOfAll: readonly OutcomeName[] = [
  "invalid-parameter",
  "invalid-signature",
  "no-public-key",
  "merchant-not-found",
  "rate-limited",
  "maintenance",
  "system-error",
];

/**
 * What can be refused on one operation besides, by its last part. What would tell a lie about an order or a card that the
 * books contradict (already refunded, not found, used before) is no mutant: a shop that believes it is right.
 */
const refusalsOf: Readonly<Record<string, readonly OutcomeName[]>> = {
  refund: ["insufficient-unsettled-balance", "refund-not-allowed"],
  void: ["void-not-allowed"],
  recurring: ["parent-not-recurring"],
};

const queries = ["hosted-checkout/query", "direct/query", "tokenization/query-token"];

/** What can happen to one call of the shop: lost answers, lost calls, refusals, declines, and where asked a slow answer. */
export function callMutants(
  target: Target,
  { slow }: { readonly slow?: string | undefined },
): readonly PlannedMutant[] {
  const { call } = target;
  if (call.by !== "shop") return declines(target).map((change) => mutantAt(target, change));
  const changes = [
    ...lossesAt(target, "after-commit"),
    // A query commits nothing: lost before or after is one and the same.
    ...(queries.includes(call.operation) ? [] : lossesAt(target, "before-commit")),
    ...refusals(target),
    ...declines(target),
    ...(slow === undefined ? [] : [slowAnswer(target, slow)]),
  ];
  return changes.map((change) => mutantAt(target, change));
}

const lossesAt = (target: Target, placed: Exclude<Placement, "before-parse">): readonly Change[] =>
  (Object.keys(losses) as Loss[]).map((fault) => ({
    family: placed,
    change: fault,
    about: `${nameOf(target)} ${placed === "after-commit" ? "was carried out" : "was lost on the way"}, and ${losses[fault]}.`,
    rules: [{ ...ruleAt(target, { fault, placed }), ...(placed === "before-commit" && { then: { fault, placed } }) }],
  }));

const refusals = (target: Target): readonly Change[] =>
  [...refusalsOfAll, ...(refusalsOf[target.call.operation.replace(/^.*\//, "")] ?? [])].map((outcome) => ({
    family: "refusal",
    change: outcome,
    about: `${nameOf(target)} was refused: ${outcome}. Nothing changed.`,
    rules: [ruleAt(target, { outcome })],
  }));

/** Where the call only opens a page, its shopper's own attempt is declined instead. */
const declines = (target: Target): readonly Change[] =>
  declineFitOf(target.call.operation) !== "now"
    ? []
    : declineNames.map((outcome) => ({
        family: "decline",
        change: outcome,
        about: `${nameOf(target)} was declined: ${outcome}.`,
        rules: [ruleAt(target, { outcome })],
      }));

const slowAnswer = (target: Target, delay: string): Change => ({
  family: "slow",
  change: delay,
  about: `${nameOf(target)} was carried out, and answered after ${delay}.`,
  rules: [ruleAt(target, { delay })],
});
