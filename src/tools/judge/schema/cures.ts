import { verdictTexts } from "./verdict-texts.js";
import type { Accusation } from "./verdicts.js";

/** What a mutant did, as far as it decides what helps. */
export interface Changed {
  readonly family: string;
  readonly change: string;
  /** The call that it changed, such as hosted-checkout/query. */
  readonly operation: string;
}

interface CureRow {
  readonly verdicts: readonly Accusation[];
  /** A pattern of `<last part of the operation> <family>/<change>`. */
  readonly changed: RegExp;
  readonly cure: string;
}

const unknown: readonly Accusation[] = ["paid-unknown", "kept-unfulfilled"];
const moneyBack: readonly Accusation[] = ["refunded-still-paid", "void-lost", "refund-not-made", "amount-differs"];
const unpaid: readonly Accusation[] = ["paid-unpaid", "shipped-unpaid"];

/**
 * Cures that depend on what the mutant did. The first row that fits counts; without one, the verdict's own cure. A
 * finding with two faults is cured by what fits its first fault.
 */
const cures: readonly CureRow[] = [
  {
    verdicts: ["charged-twice", "paid-unknown", "refunded-still-paid", "void-lost", "order-unknown"],
    changed: / lost\//,
    cure: "The HTTP client sent the lost call again by itself, so the shop saw a refusal of its own call (2002, 2004, 2008). Query the reference and take that result. A new reference charges again.",
  },
  {
    verdicts: ["paid-unknown", "order-unknown", "refunded-still-paid", "void-lost", "refund-not-made", "charged-twice"],
    changed: / crash\//,
    cure: "The process ended between a call and its record. Write the order down before the call, and let a job query all open orders when the shop starts.",
  },
  {
    verdicts: ["kept-unfulfilled", "fulfilled-twice", "shipped-unpaid"],
    changed: / crash\//,
    cure: "The process ended between the work and its mark. Do both in one transaction, and let a job finish what is paid and not delivered when the shop starts.",
  },
  {
    verdicts: ["refunded-still-paid", "void-lost"],
    changed: / (race|order)\//,
    cure: "An older answer was written over a newer one. Lock the order from the query to the write, and never let a write undo a refund or a void.",
  },
  {
    verdicts: unpaid,
    changed: / foreign\//,
    cure: "The notification was genuine, and about another order. Find the order by the notification's own reference and amount, never by the address it came to.",
  },
  {
    verdicts: ["believed-forged", ...unpaid],
    changed: / keyless\//,
    cure: "Without the service's public key nothing can be verified. Refuse to start without it, and refuse each notification until it is there.",
  },
  {
    verdicts: unpaid,
    changed: / page\/returns-unpaid/,
    cure: "Anyone can open the success address. Query the order when the shopper comes back, and believe only the answer.",
  },
  {
    verdicts: [...moneyBack, "paid-unpaid"],
    changed: / (again\/|notice\/(doubled|three-copies|replayed|late|down))/,
    cure: "A notification says what was true when it was made. Never move an order back to an earlier state: if a notification disagrees with your books, query the order.",
  },
  {
    verdicts: [...moneyBack, ...unpaid, "refunded-twice"],
    changed: / state\/refunded-/,
    cure: "Someone gave money back in the back office. Query the order before you refund, void or deliver it, and use its netAmount.",
  },
  {
    verdicts: moneyBack,
    changed: / state\/settled/,
    cure: "The order was settled meanwhile, and a settled order can't be voided. Read the answer to the void, and refund instead.",
  },
  {
    verdicts: unknown,
    changed: / again\/work-failed/,
    cure: "The first delivery was acknowledged, its work failed, and the second one was dropped as seen. Mark a notification as seen in the transaction that does its work, and answer with an error if the work fails.",
  },
  {
    verdicts: ["kept-unfulfilled"],
    changed: /^(sale|recurring) (decline|refusal)\//,
    cure: "Only a part of the cart could be charged. Give that part back, or try the rest again, and let a job look for carts that stay half paid.",
  },
  {
    verdicts: unknown,
    changed: / page\/dawdles/,
    cure: "A page can be paid until its order expires. Don't drop the cart sooner: query the order before you close it, and take a payment that comes late.",
  },
  {
    verdicts: unknown,
    changed: / page\/pays-after-the-job/,
    cure: "The job ended an order that could still be paid. Let it query each order and end only what is expired, and take a payment that comes late.",
  },
  {
    verdicts: unknown,
    changed: / notice\/success-after-decline/,
    cure: "An order stays open after a decline, and shoppers try another card. Don't close it because one attempt failed: query it until it expires.",
  },
  {
    verdicts: unknown,
    changed: / page\/cancels-then-pays/,
    cure: "Who cancels in one tab can still pay in another. Keep the order open, and query it before you close it.",
  },
  {
    verdicts: unknown,
    changed: / page\//,
    cure: "The shopper may never come back, and the notification may be late. Let a job query all open orders until they are paid or expired.",
  },
  {
    verdicts: unknown,
    changed: / (notice|again|forged)\//,
    cure: "Notifications can be late, lost or false. Let a job query all open orders, and never close one because no notification came.",
  },
  {
    verdicts: [...unknown, ...moneyBack],
    changed: /^query (refusal|future)\//,
    cure: "A query that is refused or can't be read says nothing about the order. Keep it as unknown, and ask again later.",
  },
  {
    verdicts: [...unknown, ...moneyBack, "charged-twice"],
    changed: / future\//,
    cure: "A later version of the service may add members, codes and statuses. Read only the members that you need, and treat what you don't know as unknown: query the order.",
  },
  {
    verdicts: ["paid-unpaid", "order-unknown"],
    changed: / (decline|refusal)\//,
    cure: 'Refusals and declines come with HTTP 200 too. Only responseCode "0000" means success.',
  },
  {
    verdicts: ["charged-twice"],
    changed: / (page|notice|shopper|decline)\//,
    cure: "Before you make another order for a cart, query the one that it already has. Make a new one only if that one is unpaid and can't be paid any more.",
  },
];

/** The cure that fits both the mistake and what the mutant did. */
export function cureOf(verdict: Accusation, { family, change, operation }: Changed): string {
  const changed = `${operation.replace(/^.*\//, "")} ${family}/${change}`;
  const row = cures.find((one) => one.verdicts.includes(verdict) && one.changed.test(changed));
  return row?.cure ?? verdictTexts[verdict].cure;
}
