import type { Exchange } from "../ports/exchange.js";
import { type Explanation, type Resend, reachedClient, readExplanation } from "../ports/explanation.js";
import type { Views } from "../ports/store.js";

type Reading = Pick<Views, "exchanges" | "exchangesAfter">;

/** How long the same bytes count as the same call, in milliseconds of real time. */
const RESEND_MAX_MS = 10_000;
const LOOKED_AT = 200;

/**
 * The lost call whose bytes this one repeats. Another node may have lost it, and then only the journal knows: it is
 * found by what the call was about.
 */
export async function resendOf(views: Reading, call: Exchange, { arrival }: Explanation): Promise<Resend | undefined> {
  if (!arrival || arrival.resend) return arrival?.resend;
  const { id, operation, merchantId, orderId, reference } = call;
  const about = orderId === undefined ? { merchantId, merchantReference: reference } : { orderId };
  const before = await views.exchanges({ operation, before: id, limit: LOOKED_AT, ...about });
  for (const earlier of before) {
    const found = readExplanation(earlier);
    const afterMs = arrival.realAt - (found.arrival?.realAt ?? 0);
    if (!found.arrival || !isSame(earlier, call) || Math.abs(afterMs) > RESEND_MAX_MS) continue;
    // Each lost call is repeated once, so the newest call with these bytes decides.
    if (reachedClient(found) || found.isUnsent) return undefined;
    return {
      of: earlier.id,
      afterMs: Math.max(0, afterMs),
      fault: found.effects?.fault as Resend["fault"],
      ...(found.arrival.place === 1 && { isOnNew: true }),
      ...(earlier.id !== id - 1 && { isAfterOthers: true }),
    };
  }
  return undefined;
}

/** A later call with the same bytes. */
export interface Resent {
  readonly call: Exchange;
  readonly resend: Resend;
}

/** The calls that repeat a lost one, oldest first. */
export async function resentAs(views: Reading, call: Exchange, explanation: Explanation): Promise<readonly Resent[]> {
  if (reachedClient(explanation) || !explanation.arrival) return [];
  const resent: Resent[] = [];
  for (const later of await views.exchangesAfter(call.id, LOOKED_AT)) {
    if (later.operation !== call.operation) continue;
    const found = readExplanation(later);
    if (!found.arrival || !isSame(later, call)) continue;
    const resend = await resendOf(views, later, found);
    if (resend?.of === call.id) resent.push({ call: later, resend });
  }
  return resent;
}

/** The signature and the spaces around it aren't kept, but the same text has the same signature. */
const isSame = (one: Exchange, other: Exchange): boolean =>
  one.request === other.request &&
  (one.request !== "" || readExplanation(one).received?.body === readExplanation(other).received?.body);
