// The chapter of the order's statuses: what each means, what may follow, and what a shop does.
import { type OrderStatus, orderStatuses, type Transition, transitions } from "../../src/core/facts/transitions.js";
import { table } from "./tables.js";

const statuses: Readonly<Record<OrderStatus, { readonly means: string; readonly next: string }>> = {
  OPEN: {
    means: "Created, and not paid. A declined charge of a stored card leaves it so, too.",
    next: "Ship nothing. Wait for the notification, or query again. After a [declined stored card](#declined-sale-by-token-use-a-new-merchantreference) no shopper can pay this order.",
  },
  SUCCESS: { means: "Paid in full, and not settled yet.", next: "Ship. To cancel, void it or refund it." },
  REFUNDED: {
    means:
      "Given back, in full or in part. `netAmount` is what the shop keeps; 0.00 if all was given back. It stays so when the rest is settled.",
    next: "Book what `netAmount` says. No second refund is possible.",
  },
  VOIDED: { means: "The payment was taken back before settlement. `netAmount` is 0.00.", next: "Do not ship." },
  CLOSED: {
    means: "Never paid, and no longer payable: its time is up.",
    next: "Do not ship. To try again, create an order under a new `merchantReference`.",
  },
  SETTLED: {
    means: "Paid, and the money is on its way to the merchant.",
    next: "Ship, if that is not done. A void is refused; refund it instead.",
  },
  CANCELLED: {
    means:
      "The shopper cancelled. Only if the [assumption](assumptions.md) `cancel` says so: by default the order stays OPEN.",
    next: "As after CLOSED.",
  },
};

/** Each status in a row. */
export const orderStatusTable = (): string =>
  table(
    ["status", "what it means", "what may follow", "what the shop does"],
    orderStatuses.map((status) => [`\`${status}\``, statuses[status].means, followers(status), statuses[status].next]),
  );

/** The other statuses that may follow by default, each with what leads there. */
const followers = (status: OrderStatus): string => {
  const next = transitions.filter(({ from, to, by }) => from === status && to !== status && !isByChoice(by));
  return next.map(({ to, by }) => `\`${to}\` (${by})`).join(", ") || "nothing";
};

/** True if only the choice of another assumption allows it. */
const isByChoice = (by: Transition["by"]): boolean => by.endsWith(", by choice");
