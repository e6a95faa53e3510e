import type { Then } from "../effects/effects.js";
import { unpaidForgeries } from "../effects/forgeries.js";
import type { Operation } from "../values/operations.js";

/**
 * What can be sent because of an operation. `genuine`: the service notifies the shop if it succeeds. The others cause
 * no notification. A rule can still add one to them. `paid`: it can send the order's own again, or a forged one.
 * `open`: only a forged one, because nothing is paid yet. `none`: the operation has no order.
 */
const notified = {
  "hosted-checkout/create": "open",
  "hosted-checkout/query": "paid",
  "hosted-checkout/refund": "paid",
  "hosted-checkout/void": "paid",
  "hosted-checkout/recurring": "genuine",
  "tokenization/sale": "genuine",
  "tokenization/recurring": "genuine",
  "tokenization/query-token": "none",
  "tokenization/add-token": "none",
  "tokenization/delete-token": "none",
  "tokenization/void": "paid",
  "direct/sale": "open",
  "direct/query": "paid",
  "direct/refund": "paid",
  "direct/void": "paid",
  "checkout/open": "paid",
  "checkout/pay": "genuine",
  "checkout/cancel": "open",
  "card-entry/save": "genuine",
  "card-entry/cancel": "none",
} as const satisfies Readonly<Record<Operation, "genuine" | "paid" | "open" | "none">>;

/** Where a rule about notifications belongs. */
export const NOTIFYING =
  "checkout/pay for an order, card-entry/save for a stored card, or a charge of a stored card (tokenization/sale, tokenization/recurring, hosted-checkout/recurring)";

type Notify = NonNullable<Then["notify"]>;

/** True if the service notifies the shop after such a call or act of a shopper, if it succeeds. */
export const isNotified = (operation: string): boolean => notified[operation as Operation] === "genuine";

/** The members of `notify` that have no effect on an operation. */
export const idleAfter = (operation: string, notify: Notify): readonly string[] => {
  if (isNotified(operation)) return [];
  const kind = notified[operation as Operation] ?? "none";
  const isAdded = (member: string): boolean =>
    (member === "again" && kind === "paid") ||
    (member === "beside" && kind !== "none" && unpaidForgeries.some((one) => one === notify.beside?.forge));
  return membersOf(notify).filter((member) => !isAdded(member));
};

export const membersOf = (notify: Notify): readonly string[] =>
  Object.entries(notify).flatMap(([member, value]) => (value === undefined ? [] : [member]));
