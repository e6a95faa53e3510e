import type { FaultName, Placement, Then } from "../../../core/scenario/rule/rule.js";
import { onlyReads, operationRow } from "../../../core/scenario/values/operations.js";
import { declineNames, type OutcomeName } from "../../../core/scenario/values/outcomes.js";
import { isCharge, isRefused } from "../observe/facts.js";
import { answeredCopies } from "../observe/took-effect.js";
import { type MutationPoint, mutantAt, type PlannedMutant, ruleAt } from "./mutant.js";

/** The ways to lose an answer, each with a name for people. */
const losses = {
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

/** True for a refusal that says nothing about the order of the call. */
export const isOfAll = (refusal: string): boolean => refusalsOfAll.some((one) => one === refusal);

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

/** Mutants for one call of the shop: lost answers, lost calls, refusals, declines, and slow answers if requested. */
export function callMutants(
  point: MutationPoint,
  { slow }: { readonly slow?: string | undefined },
): readonly PlannedMutant[] {
  const { call } = point;
  if (call.by !== "shop") return declines(point);
  return [
    ...lossesAt(point, "after-commit"),
    // A query commits nothing, so losing it before or after the commit is the same.
    ...(onlyReads(call.operation) ? [] : lossesAt(point, "before-commit")),
    ...refusals(point),
    ...declines(point),
    ...lostDecline(point),
    ...(slow === undefined
      ? []
      : [mutantAt(point, `slow/${slow}`, `{call} was carried out, and answered after ${slow}.`, { delay: slow })]),
  ];
}

/**
 * For each operation, one lost call whose copy is answered: an HTTP client that sends it again by itself hides the loss
 * from the shop's code. Proves nothing if the client doesn't. Most clients do so only on a connection that was used
 * before.
 */
export function clientCopyMutants(points: readonly MutationPoint[]): readonly PlannedMutant[] {
  const changing = points.filter(({ call }) => call.by === "shop" && !onlyReads(call.operation));
  const [first] = points.filter(({ call }) => call.by === "shop");
  const byOperation = Map.groupBy(changing, ({ call }) => call.operation);
  return [...byOperation.values()].map((calls) => {
    const done = calls.filter(({ call }) => !isRefused(call));
    const target = [...done, ...calls].find((point) => point !== first) ?? calls[0]!;
    return mutantAt(
      target,
      "lost/client-sends-again",
      "{call} was carried out, and the connection was cut. The shop's HTTP client sent it again by itself, and the copy was answered.",
      { fault: "connection-reset", placed: "after-commit", copies: "answer" },
      { witness: ({ lanes }) => lanes.some((lane) => answeredCopies(lane).length > 0) },
    );
  });
}

const lossesAt = (point: MutationPoint, placed: LossPlace): readonly PlannedMutant[] =>
  (Object.keys(losses) as Loss[])
    .filter((fault) => placed === "after-commit" || !halves.has(fault))
    .map((fault) =>
      mutantAt(
        point,
        `${placed}/${fault}`,
        `{call} ${lossText(fault, placed)}.`,
        placed === "before-commit"
          ? [{ ...ruleAt(point, {}), then: { fault, placed } }]
          : { fault, placed, ...copiesOf(point.call.operation, placed) },
      ),
    );

type LossPlace = Exclude<Placement, "before-parse">;

/** What became of a call, and how its answer was lost. */
export const lossText = (fault: Loss, placed: LossPlace): string =>
  `${placed === "after-commit" ? "was carried out" : "never reached the service"}, and ${losses[fault]}`;

/**
 * A loss must reach the shop's code, also if its HTTP client sends the call again by itself. Copies of a query may be the
 * shop's own: it may ask until an answer comes.
 */
export const copiesOf = (operation: string, placed: Placement): { readonly copies?: "cut" } =>
  placed === "after-commit" && !onlyReads(operation) ? { copies: "cut" } : {};

const refusals = (point: MutationPoint): readonly PlannedMutant[] =>
  [...refusalsOfAll, ...(refusalsOf[point.call.operation.replace(/^.*\//, "")] ?? [])].map((outcome) =>
    mutantAt(point, `refusal/${outcome}`, `{call} was refused: ${outcome}. Nothing changed.`, { outcome }),
  );

/** If the call only opens a page, the shopper's first attempt on it is declined instead. */
const declines = (point: MutationPoint): readonly PlannedMutant[] =>
  operationRow(point.call.operation).decline !== "now"
    ? []
    : declineNames.map((outcome) =>
        mutantAt(point, `decline/${outcome}`, `{call} was declined: ${outcome}.`, { outcome }),
      );

/** A decline whose answer is lost. */
export const LOST_DECLINE = {
  outcome: "do-not-honour",
  fault: "connection-reset",
  placed: "after-commit",
  copies: "cut",
} as const satisfies Then;

/**
 * A declined charge makes an order all the same: a query finds it (0000), and its reference is used (2002). Of a refund or
 * void, a lost decline shows no more than before-commit does: the order is as it was.
 */
const lostDecline = (point: MutationPoint): readonly PlannedMutant[] =>
  isCharge(point.call) && operationRow(point.call.operation).decline === "now"
    ? [
        mutantAt(
          point,
          "decline-lost/connection-reset",
          "{call} was declined: do-not-honour, and the connection was cut.",
          LOST_DECLINE,
        ),
      ]
    : [];
