import { methods, type PaymentMethod } from "../../facts/methods.js";
import { type Circumstances, type Decision, reject } from "../decision.js";
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

/**
 * The rejection of a refund or void that orders paid by `method` don't allow: by the merchant's own setting, else by
 * the method's. Undefined if they do.
 */
// ASSUMED(method-capabilities): cards and their wallets allow both, the other wallets refund only.
export function forbiddenByMethod(
  what: "refund" | "void",
  method: PaymentMethod,
  c: Pick<Circumstances, "capabilities" | "policy">,
): Decision<never> | undefined {
  const own = c.capabilities[method]?.[what];
  if (own ?? (methods[method][what] || c.policy["method-capabilities"] === "all-void")) return undefined;
  const guesses = own === undefined ? (["method-capabilities"] as const) : [];
  return reject(`${what}-not-allowed`, `${method} allows no ${what}`, ...guesses);
}
