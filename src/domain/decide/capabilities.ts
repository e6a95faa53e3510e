import { methods, type PaymentMethod } from "../../facts/methods.js";
import type { Circumstances } from "../decision.js";

/** Whether orders paid by `method` may be refunded or voided: the merchant's own setting, else the method's. */
// ASSUMED(method-capabilities): cards and their wallets allow both, the other wallets refund only.
export function allows(
  what: "refund" | "void",
  method: PaymentMethod,
  c: Pick<Circumstances, "capabilities" | "policy">,
): boolean {
  const own = c.capabilities[method]?.[what];
  if (own !== undefined) return own;
  return methods[method][what] || c.policy["method-capabilities"] === "all-void";
}
