import { neverResentText, resendsAfterAnswer } from "../../../core/facts/resending-clients.js";
import { type CallFact, type LaneFacts, shopCallsOf } from "./facts.js";

/** A lost call that the shop's HTTP client sent again by itself. */
export interface ClientCopy {
  readonly lost: CallFact;
  readonly copy: CallFact;
}

/**
 * The calls of a lane that the shop's HTTP client most likely sent again. How soon a copy came doesn't count, because the
 * machine may be busy.
 */
export function clientCopiesIn(lane: Pick<LaneFacts, "facts">): readonly ClientCopy[] {
  const calls = shopCallsOf(lane).toSorted((a, b) => a.id - b.id);
  return calls.flatMap((copy, i) => {
    const { resend, userAgent } = copy.arrival ?? {};
    const lost = calls.find(({ id }) => id === resend?.of);
    if (lost === undefined || resend?.isInProcess) return [];
    if (neverResentText(userAgent) && !resendsAfterAnswer(resend?.fault, userAgent)) return [];
    // A client that had left, or was killed with its shop, sends nothing by itself: a later copy is the shop's own.
    if (resend?.fault === undefined) return [];
    // If the shop made a call in between, its own code may have sent the copy. Clients that are known by name always do.
    return lost === calls[i - 1] || userAgent !== undefined ? [{ lost, copy }] : [];
  });
}
