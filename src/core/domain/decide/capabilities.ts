import { methods, type PaymentMethod } from "../../facts/methods.js";
import { type Circumstances, type Decision, reject } from "../decision.js";

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
