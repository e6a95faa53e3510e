import type { Circumstances } from "../decision.js";
import type { OrderEvent } from "../events.js";
import type { MinorUnits } from "../money.js";
import type { Transaction } from "../order.js";

const types = { refunded: "REFUND", voided: "SALE_VOID" } as const;

/** The event of a refund or void. It has the sale's payment method. If the acquirer declines it, the event says so. */
export function reversalEvent(
  type: keyof typeof types,
  amount: MinorUnits,
  sale: Transaction,
  c: Circumstances,
): OrderEvent {
  const { method, maskedPan, cardType } = sale;
  const attempt = { ...c.fresh.transaction(), type: types[type], at: c.now, amount, method, maskedPan, cardType };
  return c.answer.approved
    ? { type, at: c.now, transaction: attempt }
    : { type: "declined", at: c.now, transaction: { ...attempt, declined: c.answer.decline } };
}
