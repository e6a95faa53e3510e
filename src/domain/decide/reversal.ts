import type { Circumstances } from "../decision.js";
import type { OrderEvent } from "../events.js";
import type { MinorUnits } from "../money.js";
import type { Transaction } from "../order.js";

const types = { refunded: "REFUND", voided: "SALE_VOID" } as const;

/** The attempt to give a sale's money back, on the way on which it came, ended as the acquirer said. */
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
