// The room `meanwhile`: acts of others around a call, if a rule asks for them. The others are the back office, the
// bank, and the shopper's browser.

import { minorUnits } from "../../core/domain/money.js";
import type { Order } from "../../core/domain/order.js";
import type { Token } from "../../core/domain/token.js";
import type { Meanwhile } from "../../core/scenario/effects/effects.js";
import type { Lane, Prelude } from "../lane.js";
import type { UnitResult } from "../ports/store.js";
import { setBalance } from "../scenarios/given.js";
import { expireOrder, refundByHand, settleOrder } from "../shopper/checkout.js";
import { visit } from "./visit.js";

/**
 * Carries out the acts of others that a rule asks for, before its call is decided. Skips acts that the state forbids.
 */
export async function prepare(lane: Lane, { then, order, token, merchantId, amount }: Prelude): Promise<void> {
  if (then.meanwhile) await act(lane, then.meanwhile, { order, token, merchantId, amount });
  for (const { to, at } of then.visits ?? []) if (at === "before-paying" && order) await visit(lane, order, to);
}

async function act(lane: Lane, what: Meanwhile, call: Omit<Prelude, "then">): Promise<void> {
  const { order, token, merchantId, amount } = call;
  switch (what) {
    case "settle":
      return order && done(settleOrder(lane, keyOf(order), { isMeanwhile: true }));
    case "expire":
      return order && done(expireOrder(lane, keyOf(order), { isMeanwhile: true }));
    case "refund":
      return order && done(refundByHand(lane, keyOf(order), amount ?? order.amount));
    case "refund-a-cent":
      return order && done(refundByHand(lane, keyOf(order), CENT));
    case "refund-all-but-a-cent":
      return order && done(refundByHand(lane, keyOf(order), minorUnits(order.amount - CENT)));
    case "delete-token":
      return token && lane.store.transact(() => changeToken(token, "gone"));
    case "expire-token":
      return token && lane.store.transact(() => changeToken(token, "expired"));
    case "drain-balance": {
      const none = minorUnits(0);
      return setBalance(lane, merchantId, order ? { [order.currency]: none } : { HKD: none, USD: none });
    }
  }
}

const CENT = minorUnits(1);

const keyOf = ({ merchantId, id: orderId }: Order) => ({ merchantId, orderId });

const done = async (acting: Promise<{ readonly release?: (() => void) | undefined }>): Promise<void> =>
  (await acting).release?.();

/** An expiry month in the past, for a card that has expired in the meantime. */
const LONG_AGO = "200001";

function changeToken(token: Token, to: "gone" | "expired"): UnitResult<void> {
  return to === "gone"
    ? { result: undefined, deletedTokens: [token] }
    : { result: undefined, tokens: [{ ...token, expiryDate: LONG_AGO }] };
}
