import type { ChargeToken } from "../commands.js";
import { type Circumstances, type Decision, reject } from "../decision.js";
import { isExpired, transactionMask } from "../token.js";
import { unfitParent, withParentsEmail } from "./charge-parent.js";
import { acceptCharge, newOrder, usedReference } from "./purchase.js";
import { saleEvent } from "./sale.js";

/** Rejects, in this order: a used reference, an unknown token, an expired token, an unsuitable parent. */
export function decideChargeToken(command: ChargeToken, c: Circumstances): Decision {
  const used = usedReference(command, command.origin, c);
  if (used) return used;
  const token = c.token;
  if (!token) return reject("token-not-found", `tokenId ${command.tokenId} of user ${command.userId}`);
  // ASSUMED(expired-token): the gateway refuses before it asks the issuer.
  const lapsed = isExpired(token.expiryDate, c.now);
  if (lapsed && c.policy["expired-token"] === "refuse")
    return reject("token-expired", `valid until ${token.expiryDate}`, "expired-token");
  if (command.parentOrderId !== undefined) {
    const unfit = unfitParent({ ...command, parentOrderId: command.parentOrderId }, c);
    if (unfit) return unfit;
  }
  // ASSUMED(recurring-parent): without a currency of its own a charge takes its parent's.
  const currency = command.currency ?? c.parent?.currency ?? "HKD";
  const order = newOrder(withParentsEmail(command, c), { ...command, currency }, c);
  // A rule's decline is the issuer's answer already.
  const asked: Circumstances =
    lapsed && c.answer.approved ? { ...c, answer: { approved: false, decline: "expired-card" } } : c;
  const charge = {
    amount: order.amount,
    method: "CARD" as const,
    maskedPan: transactionMask(token),
    cardType: token.brand,
    issuerCountry: token.issuerCountry,
  };
  return acceptCharge(c, order, saleEvent(charge, asked));
}
