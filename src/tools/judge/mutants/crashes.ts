import { isNotified } from "../../../core/scenario/rule/notified.js";
import { onlyReads } from "../../../core/scenario/values/operations.js";
import { type MutationPoint, mutantAt, type PlannedMutant } from "./mutant.js";
import { sentByJudge } from "./races.js";
import { isPaymentTold } from "./told.js";
import type { CrashAt, Variant } from "./variant.js";

/** The shop's process crashes and restarts: at each call that changes something, and at each notification. */
export const crashMutants = (points: readonly MutationPoint[]): readonly PlannedMutant[] => [
  ...points
    .filter(({ call }) => call.by === "shop" && !onlyReads(call.operation))
    .flatMap((point) => [
      crash(point, "before-answer", "carried out, and the shop was killed before the answer left"),
      crash(point, "after-answer", "answered, and the shop was killed just after the answer"),
    ]),
  ...points
    .filter(isPaymentTold)
    .flatMap((point) => [
      crash(point, "before-ack", "paid, and the shop was killed while it handled the notification"),
      crash(point, "after-ack", "paid, and the shop was killed after it had acknowledged the notification"),
      crash(point, "worker", "paid, and the process that handled the notification was killed"),
    ]),
];

/**
 * The lane's clock stands still until the shop is ready again, so that its notification doesn't arrive in between.
 */
const onceItIsBack = { delay: "1s" } as const;

/** A call without a notification needs a rule, too, by which it is known. On a clock that stands still nothing waits. */
const fires = { delay: "1ms" } as const;

function crash(point: MutationPoint, at: CrashAt, about: string): PlannedMutant {
  const notify = at === "before-answer" || at === "after-answer" ? onceItIsBack : sentByJudge;
  const effect = isNotified(point.call.operation) ? { notify } : fires;
  const variant: Variant = { steps: [], holds: "none", crashAt: at };
  const begins: Variant = { ...variant, isByTime: true, crashAfterMs: 0 };
  const inHandler: Variant = { ...begins, crashAfterMs: IN_HANDLER_MS };
  const variants: Readonly<Record<CrashAt, readonly Variant[]>> = {
    "before-answer": [variant],
    // First right after the answer, before the shop has read it.
    "after-answer": [{ ...variant, crashAfterMs: 0 }, variant],
    // A handler that makes no call is killed at its start, and a moment later.
    "before-ack": [variant, begins, inHandler],
    "after-ack": [variant],
    // At its start, it isn't known yet which process handles it.
    worker: [variant, inHandler],
  };
  return mutantAt(point, `crash/${at}`, `{call} was ${about}.`, effect, { variants: variants[at] });
}
export const IN_HANDLER_MS = 5;
