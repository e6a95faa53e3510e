import { type MutationPoint, mutantAt, type PlannedMutant } from "./mutant.js";
import { sentByJudge } from "./races.js";
import { asks, hasSuccessAddress, isPaymentTold } from "./told.js";
import type { Step } from "./variant.js";

type Event = Extract<Step, "answer" | "notice" | "redirect" | "query">;

/** The possible sequences of each payment's events, at most `limit` per order. */
export const orderMutants = (points: readonly MutationPoint[], limit: number): readonly PlannedMutant[] =>
  points.filter(isPaymentTold).flatMap((point) => {
    const events: readonly Event[] = [
      "notice",
      "answer",
      ...(hasSuccessAddress(point) ? (["redirect"] as const) : []),
      ...(asks(point) ? (["query"] as const) : []),
    ];
    return interleavings(events, point.call.by !== "shop")
      .slice(0, limit)
      .map((steps) =>
        mutantAt(
          point,
          `order/${steps.join("-")}`,
          `Order of events after {call}: ${steps.join(", ")}.`,
          { notify: sentByJudge },
          { variants: [{ steps, holds: steps.includes("query") ? "first" : "none" }] },
        ),
      );
  });

/**
 * The possible sequences. If several look the same to the shop, only the first. A query follows the event that caused
 * it. The answer to a payment on a page goes to the shopper, so the shop can't tell when it was sent.
 */
export function interleavings(events: readonly Event[], isOnPage: boolean): readonly (readonly Event[])[] {
  const seen = new Set<string>();
  return permutations(events).filter((sequence) => {
    const view = sequence.filter((event) => !(isOnPage && event === "answer"));
    const isNew = isPossible(sequence) && view[0] !== "query" && !seen.has(view.join());
    if (isNew) seen.add(view.join());
    return isNew;
  });
}

/** The shopper can return only after the payment was answered. */
const isPossible = (sequence: readonly Event[]): boolean =>
  !sequence.includes("redirect") || sequence.indexOf("answer") < sequence.indexOf("redirect");

function permutations<T>(all: readonly T[]): readonly (readonly T[])[] {
  if (all.length < 2) return [all];
  return all.flatMap((one, i) => permutations(all.toSpliced(i, 1)).map((rest) => [one, ...rest]));
}
