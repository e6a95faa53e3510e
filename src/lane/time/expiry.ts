import { decideExpireOrder } from "../../core/domain/decide/close-order.js";
import type { Circumstances, FreshIds } from "../../core/domain/decision.js";
import { evolve } from "../../core/domain/evolve.js";
import { earliest, type Instant, minorUnits } from "../../core/domain/money.js";
import type { Order } from "../../core/domain/order.js";
import type { Policy } from "../../core/facts/assumptions.js";
import type { Choices } from "../choices.js";
import type { Transactions, Tx, UnitResult } from "../ports/store.js";

/** An order that has expired. */
export interface Expired {
  readonly kind: "expiry";
  readonly at: Instant;
  readonly orderId: number;
  readonly merchantReference: string;
}

interface ExpiryLane {
  readonly store: Transactions;
  readonly choices: Choices;
}

const A_COMMIT = 500;

/**
 * Records the expiry of all unpaid orders that have expired at `now`, earliest first. Skips orders that have not
 * expired on the lane's current clock.
 */
export async function expireDue(lane: ExpiryLane, now: Instant): Promise<readonly Expired[]> {
  const all: Expired[] = [];
  for (;;) {
    const some = await lane.store.transact((tx) => expireSome(lane, now, tx));
    all.push(...some);
    if (some.length < A_COMMIT) return all;
  }
}

function expireSome({ choices }: ExpiryLane, now: Instant, tx: Tx): UnitResult<readonly Expired[]> {
  const state = tx.lane();
  // The clock may have been moved back since `now` was read.
  const c = quiet(choices.inForce(state).policy, earliest(now, state.now), tx.fresh);
  const due: readonly Order[] = tx.expired(c.now, A_COMMIT);
  const orders = due.flatMap((before) => {
    const decision = decideExpireOrder(before, c);
    return decision.kind === "accepted" ? [{ before, after: decision.events.reduce(evolve, before) }] : [];
  });
  const result = orders.map(({ after: { expiresAt, id, reference } }) => {
    return { kind: "expiry" as const, at: expiresAt, orderId: id, merchantReference: reference };
  });
  return { result, orders };
}

/** The circumstances of events that time alone causes: no issuer is asked, nothing is charged. */
export const quiet = (policy: Policy, now: Instant, fresh: FreshIds): Circumstances => ({
  now,
  answer: { approved: true },
  unsettled: minorUnits(0),
  fresh,
  policy,
  capabilities: {},
});
