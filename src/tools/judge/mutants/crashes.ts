import type { LaneFacts } from "../observe/facts.js";
import { type Change, type MutationPoint, mutantAt, numberedCall, type PlannedMutant, ruleAt } from "./mutant.js";
import { sentByJudge } from "./races.js";
import { paymentsTold } from "./told.js";
import type { CrashAt, Variant } from "./variant.js";

/** The shop's process crashes and restarts: at each call that changes something, and at each notification. */
export function crashMutants(lane: LaneFacts, targets: readonly MutationPoint[]): readonly PlannedMutant[] {
  const calls = targets.filter(({ call }) => call.by === "shop" && !asks(call.operation));
  return [
    ...calls.flatMap((target) => [
      crash(target, "before-answer", "was carried out, and the shop was killed before the answer left"),
      crash(target, "after-answer", "was answered, and the shop was killed just after the answer"),
    ]),
    ...paymentsTold(lane, targets).flatMap((target) => [
      crash(target, "before-ack", "was paid, and the shop was killed while it handled the notification"),
      crash(target, "after-ack", "was paid, and the shop was killed after it had acknowledged the notification"),
      crash(target, "worker", "was paid, and the process that handled the notification was killed"),
    ]),
  ];
}

/**
 * The lane's clock stands still until the shop is ready again, so that its notification doesn't arrive in between.
 */
const onceItIsBack = { delay: "1s" } as const;

const asks = (operation: string): boolean => /\/(query|query-token)$/.test(operation);

function crash(target: MutationPoint, at: CrashAt, about: string): PlannedMutant {
  const isNotified = at !== "before-answer" && at !== "after-answer";
  const variant: Variant = { steps: [], holds: "none", crashAt: at };
  const change: Change = {
    family: "crash",
    change: at,
    about: `${numberedCall(target)} ${about}.`,
    rules: [ruleAt(target, { notify: isNotified ? sentByJudge : onceItIsBack })],
    variants: [...atOnce(variant), variant, ...byTime(variant)],
  };
  return mutantAt(target, change);
}

/** A crash right after the answer, before the shop has read it. */
const atOnce = (variant: Variant): readonly Variant[] =>
  variant.crashAt === "after-answer" ? [{ ...variant, crashAfterMs: 0 }] : [];

/** A handler that makes no call is killed at its start, and a moment later. */
function byTime(variant: Variant): readonly Variant[] {
  if (variant.crashAt !== "before-ack" && variant.crashAt !== "worker") return [];
  const begins = { ...variant, isByTime: true, crashAfterMs: 0 };
  // At its start, it isn't known yet which process handles it.
  return [...(variant.crashAt === "worker" ? [] : [begins]), { ...begins, crashAfterMs: IN_HANDLER_MS }];
}
export const IN_HANDLER_MS = 5;
