import { methods } from "../../facts/methods.js";
import type { ChargeParent, Purchase } from "../commands.js";
import { type Circumstances, type Decision, reject } from "../decision.js";
import { type Order, saleOf, voidOf } from "../order.js";
import { isSameUser } from "../token.js";
import { acceptCharge, newOrder, usedReference } from "./purchase.js";
import { saleEvent } from "./sale.js";

/** Rejects, in this order: a used reference, an unknown parent, a parent that is not recurring, paid and unvoided. */
export function decideChargeParent(command: ChargeParent, c: Circumstances): Decision {
  const used = usedReference(command, "hosted-recurring", c);
  if (used) return used;
  const unfit = unfitParent(command, c);
  if (unfit) return unfit;
  const parent = c.parent!;
  const { method, maskedPan, cardType } = saleOf(parent)!;
  const order = newOrder(
    { ...withParentsEmail(command, c), notifyUrl: notifyUrlOf(command, parent, c) },
    { origin: "hosted-recurring", currency: parent.currency, recurring: true, parentOrderId: parent.id },
    c,
  );
  const sale = saleEvent({ amount: order.amount, method, maskedPan, cardType }, c);
  return acceptCharge(c, order, sale);
}

/** Who is notified of a hosted recurring charge. */
// ASSUMED(hosted-recurring-notify): the table has no callbackUrl; one that is sent is used, the parent's is not.
function notifyUrlOf({ notifyUrl }: ChargeParent, parent: Order, { policy }: Circumstances): string | undefined {
  if (notifyUrl === parent.notifyUrl && notifyUrl === undefined) return undefined;
  switch (policy["hosted-recurring-notify"]) {
    case "own":
      return notifyUrl;
    case "parent":
      return parent.notifyUrl;
    case "none":
      return undefined;
  }
}

/** A charge without an email of its own. */
// ASSUMED(recurring-email): the request has none, and the parent's is not taken over.
export const withParentsEmail = <P extends Purchase>(purchase: P, { parent, policy }: Circumstances): P =>
  parent && parent.email !== purchase.email && purchase.email === "" && policy["recurring-email"] === "parent"
    ? { ...purchase, email: parent.email }
    : purchase;

interface OfParent {
  readonly parentOrderId: number;
  readonly userId?: string | undefined;
  readonly tokenId?: number | undefined;
}

/** True if both are known and differ. */
const differs = <T>(a: T | undefined, b: T | undefined, isSame: (a: T, b: T) => boolean = Object.is): boolean =>
  a !== undefined && b !== undefined && !isSame(a, b);

const PARENT = "recurring-parent";

/** Why an order cannot be the parent of a recurring charge; undefined when it can. */
// ASSUMED(recurring-parent): it is the merchant's and the user's, recurring, paid and not voided.
export function unfitParent({ parentOrderId, userId, tokenId }: OfParent, c: Circumstances): Decision | undefined {
  const parent = c.parent;
  if (!parent || differs(parent.userId, userId, (one, other) => isSameUser(one, other, c.policy)))
    return reject("parent-order-not-found", `parentOrderId ${parentOrderId}`, PARENT);
  // ASSUMED(parent-other-token): a user may pay on with another card.
  if (differs(parent.tokenId, tokenId) && c.policy["parent-other-token"] === "refuse")
    return reject(
      "parent-order-not-found",
      `order ${parent.id} was paid with token ${parent.tokenId}`,
      "parent-other-token",
    );
  // ASSUMED(parent-is-recurring): a recurring payment's order is recurring too.
  if (parent.origin.endsWith("-recurring") && c.policy["parent-is-recurring"] === "refuse")
    return reject("parent-not-recurring", `order ${parent.id} is a recurring payment itself`, "parent-is-recurring");
  if (!parent.recurring && c.policy["recurring-parent"] === "strict")
    return reject("parent-not-recurring", `order ${parent.id} was made without isRecurring`, PARENT);
  if (!saleOf(parent)) return reject("parent-not-recurring", `order ${parent.id} is not paid`, PARENT);
  // ASSUMED(wallet-parent): the docs name no method.
  if (!methods[saleOf(parent)!.method].isCard && c.policy["wallet-parent"] === "refuse")
    return reject("parent-not-recurring", `order ${parent.id} was paid by a wallet`, "wallet-parent");
  if (voidOf(parent)) return reject("parent-not-recurring", `order ${parent.id} is voided`, PARENT);
  return undefined;
}
