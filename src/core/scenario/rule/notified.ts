import type { Then } from "../effects/effects.js";
import { unpaidForgeries } from "../effects/forgeries.js";
import { operationRow } from "../values/operations.js";

/** Where a rule about notifications belongs. */
export const NOTIFYING =
  "checkout/pay for an order, card-entry/save for a stored card, or a charge of a stored card (tokenization/sale, tokenization/recurring, hosted-checkout/recurring)";

type Notify = NonNullable<Then["notify"]>;

/** True if the service notifies the shop after such a call or act of a shopper, if it succeeds. */
export const isNotified = (operation: string): boolean => operationRow(operation).notice === "genuine";

/** The members of `notify` that have no effect on an operation. */
export const idleAfter = (operation: string, notify: Notify): readonly string[] => {
  const { notice } = operationRow(operation);
  if (notice === "genuine") return [];
  const isAdded = (member: string): boolean =>
    (member === "again" && notice === "paid") ||
    (member === "beside" && notice !== "none" && unpaidForgeries.some((one) => one === notify.beside?.forge));
  return membersOf(notify).filter((member) => !isAdded(member));
};

export const membersOf = (notify: Notify): readonly string[] =>
  Object.entries(notify).flatMap(([member, value]) => (value === undefined ? [] : [member]));
