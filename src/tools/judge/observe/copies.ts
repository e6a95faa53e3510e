import { isKnownToResend } from "../../../core/facts/resending-clients.js";
import { isAtOnce, isByCode } from "../../../lane/ports/explanation.js";
import { type CallFact, type LaneFacts, shopCallsOf } from "./facts.js";

/** A lost call that the shop's HTTP client sent again by itself. */
export interface ClientCopy {
  readonly lost: CallFact;
  readonly copy: CallFact;
}

/**
 * The calls of a lane that the shop's HTTP client most likely sent again. If it is known by name to do so, how soon a copy came
 * doesn't count, because the machine may be busy.
 */
export function clientCopiesIn(lane: Pick<LaneFacts, "facts">): readonly ClientCopy[] {
  const calls = shopCallsOf(lane);
  return calls.flatMap((copy) => {
    const { resend, userAgent } = copy.arrival ?? {};
    const lost = calls.find(({ id }) => id === resend?.of);
    if (lost === undefined || resend === undefined || isByCode({ resend, userAgent })) return [];
    // A client that had left, or was killed with its shop, sends nothing by itself: a later copy is the shop's own.
    if (resend.fault === undefined) return [];
    return isKnownToResend(userAgent) || isAtOnce({ resend, userAgent }) ? [{ lost, copy }] : [];
  });
}
