import type { Rule } from "../../../core/scenario/rule/rule.js";
import type { LaneFacts } from "../observe/facts.js";
import { type Change, type MutationPoint, mutantAt, numberedCall, type PlannedMutant, ruleAt } from "./mutant.js";
import { asks, hasSuccessAddress, paymentsTold } from "./told.js";
import type { Step, Variant } from "./variant.js";

type Notify = NonNullable<Rule["then"]["notify"]>;

/** Two handlers of one order run at the same time, for each payment of which the shop is notified. */
export function raceMutants(lane: LaneFacts, targets: readonly MutationPoint[]): readonly PlannedMutant[] {
  return paymentsTold(lane, targets).flatMap((target) =>
    [
      race(target, "with-copy", "and its own copy were handled at the same time", ["notice", "copy"], {
        overlap: true,
      }),
      ...(hasSuccessAddress(lane, target)
        ? [race(target, "with-redirect", "was handled while the shopper came back", ["notice", "redirect"])]
        : []),
      ...(asks(lane, target)
        ? [race(target, "with-query", "was handled while the shop sent a query", ["own-query", "notice"])]
        : []),
      race(target, "retried-while-running", "timed out while its handler ran, and came again", ["notice", "retry"], {
        giveUp: "when-held",
      }),
    ].map((change) => mutantAt(target, change)),
  );
}

/** The judge sends it itself, when it can observe what else happens. */
export const sentByJudge = { hold: true, before: "answer" } as const satisfies Notify;

function race(
  target: MutationPoint,
  change: string,
  about: string,
  steps: readonly Step[],
  notify: Notify = {},
): Change {
  return {
    family: "race",
    change,
    about: `The notification of ${numberedCall(target)} ${about}.`,
    rules: [ruleAt(target, { notify: { ...sentByJudge, ...notify } })],
    variants: variantsOf(steps),
  };
}

/**
 * Both handlers wait, then continue: in each order, and at the same moment. In the latter case, time may pass between
 * an answer and its check. If only the redirect's handler makes a query, it comes first.
 */
function variantsOf(steps: readonly Step[]): readonly Variant[] {
  const inTurn = (...all: readonly Step[]): Variant => ({ steps: all, holds: "all" });
  return [
    inTurn(...steps, "query", "second-query"),
    inTurn(...steps, "second-query", "query"),
    inTurn(...steps, "both-queries"),
    ...(steps.includes("redirect") ? [inTurn("redirect", "notice", "query", "second-query")] : []),
  ];
}
