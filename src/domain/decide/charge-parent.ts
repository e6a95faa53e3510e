import type { ChargeParent } from "../commands.js";
import { type Circumstances, type Decision, reject } from "../decision.js";
import { saleOf, voidOf } from "../order.js";
import { foldUserId } from "../token.js";
import { acceptOrder, newOrder, usedReference } from "./purchase.js";
import { saleEvent } from "./sale.js";

/** Rejects, in this order: a used reference, an unknown parent, one that is not recurring, paid and unvoided. */
export function decideChargeParent(command: ChargeParent, c: Circumstances): Decision {
  const used = usedReference(command, "hosted-recurring", c);
  if (used) return used;
  const unfit = unfitParent(command.parentOrderId, {}, c);
  if (unfit) return unfit;
  const parent = c.parent!;
  const { method, maskedPan, cardType } = saleOf(parent)!;
  const order = newOrder(
    command,
    { origin: "hosted-recurring", currency: parent.currency, recurring: true, parentOrderId: parent.id },
    c,
  );
  const sale = saleEvent({ amount: order.amount, method, maskedPan, cardType }, c);
  return acceptOrder(c, { type: "order-created", at: c.now, order }, sale);
}

/** Why an order cannot be the parent of a recurring charge; undefined when it can. */
// ASSUMED(recurring-parent): it is the merchant's and the user's, recurring, paid and not voided.
export function unfitParent(
  parentOrderId: number,
  by: { readonly userId?: string | undefined },
  c: Circumstances,
): Decision | undefined {
  const parent = c.parent;
  const foreign =
    parent?.userId !== undefined && by.userId !== undefined && foldUserId(parent.userId) !== foldUserId(by.userId);
  if (!parent || foreign) return reject("parent-order-not-found", `parentOrderId ${parentOrderId}`);
  if (!parent.recurring) return reject("parent-not-recurring", `order ${parent.id} was made without isRecurring`);
  if (!saleOf(parent)) return reject("parent-not-recurring", `order ${parent.id} is not paid`);
  if (voidOf(parent)) return reject("parent-not-recurring", `order ${parent.id} is voided`);
  return undefined;
}
