import type { Rule } from "../../../core/scenario/rule/rule.js";
import { type MutationPoint, mutantAt, type PlannedMutant } from "./mutant.js";
import { asks, hasSuccessAddress, isPaymentTold } from "./told.js";
import type { Step, Variant } from "./variant.js";

type Notify = NonNullable<Rule["then"]["notify"]>;

/** The judge sends it itself, when it can observe what else happens. */
export const sentByJudge = { hold: true, before: "answer" } as const satisfies Notify;

/** Two handlers of one order run at the same time: what happens to its notification, the steps, and the rule's further effects. */
const races: readonly (readonly [
  change: string,
  about: string,
  steps: readonly Step[],
  notify: Notify,
  isPossible: (point: MutationPoint) => boolean,
])[] = [
  ["with-copy", "and its own copy were handled at the same time", ["notice", "copy"], { overlap: true }, () => true],
  ["with-redirect", "was handled while the shopper came back", ["notice", "redirect"], {}, hasSuccessAddress],
  ["with-query", "was handled while the shop sent a query", ["own-query", "notice"], {}, asks],
  [
    "retried-while-running",
    "timed out while its handler ran, and came again",
    ["notice", "retry"],
    { giveUp: "when-held" },
    () => true,
  ],
];

/** The races of each payment of which the shop is notified. */
export const raceMutants = (points: readonly MutationPoint[]): readonly PlannedMutant[] =>
  points
    .filter(isPaymentTold)
    .flatMap((point) =>
      races
        .filter(([, , , , isPossible]) => isPossible(point))
        .map(([change, about, steps, notify]) =>
          mutantAt(
            point,
            `race/${change}`,
            `The notification of {call} ${about}.`,
            { notify: { ...sentByJudge, ...notify } },
            { variants: variantsOf(steps) },
          ),
        ),
    );

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
