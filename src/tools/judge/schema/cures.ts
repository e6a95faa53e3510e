import { BY_REFERENCE, mistakeCures, NOT_REFUNDED } from "./mistake-cures.js";
import type { PracticeId } from "./practice-texts.js";
import { type Sides, toldBy } from "./told-by.js";
import type { Accusation } from "./verdicts.js";

/** What a mutant did, as far as it decides what helps. */
export interface Changed {
  readonly family: string;
  readonly change: string;
  /** The call that it changed, such as hosted-checkout/query. */
  readonly operation: string;
  /** The call of a second fault. */
  readonly then?: string;
}

interface CureRow {
  readonly of: readonly Accusation[];
  /** A pattern of `<last part of the operation> <family>/<change>`, then words such as `, known`, as `toldBy` says. */
  readonly changed: RegExp;
  readonly cure: string;
}

const moneyBack: readonly Accusation[] = ["refunded-still-paid", "void-lost", "refund-not-made", "amount-differs"];
const unpaid: readonly Accusation[] = ["paid-unpaid", "shipped-unpaid"];

/**
 * Cures that depend on the change. The first row that fits counts; without one, the mistake's own cure. A finding with two
 * faults is cured by the row of its first fault.
 */
const byChange: readonly CureRow[] = [
  {
    of: [...unpaid, "paid-unknown", "kept-unfulfilled"],
    changed: /, mixed up/,
    cure: `A genuine notification of another order with the same amount came in this run. ${BY_REFERENCE}`,
  },
  {
    of: ["paid-unknown", "kept-unfulfilled"],
    changed: / (?!(crash|race|order|keyless|amounts)\/)\S+.*, spared/,
    cure: "The fault was another order's, and this one was left undone after it: an error at one order stops the job. Catch errors order by order and go on with the next one, and let the job come round again for what is open.",
  },
  {
    of: ["fulfilled-twice"],
    changed: /, one back/,
    cure: "One of the cart's payments went back, and goods had left for each. Before you deliver an order, look whether its cart was delivered for an earlier one; if that one's payment goes back, take its goods back, too, and tell the judge by an effect such as returned.",
  },
  {
    of: ["amount-differs"],
    changed: /, off price/,
    cure: "The shop and the service agree about the charge, but the cart costs something else. Reckon what is due once, write it into the order before the call, and send that amount again at each further try.",
  },
  {
    of: ["amount-differs", "refunded-twice"],
    changed: /, as net/,
    cure: "What the shop counts as refunded is the order's netAmount, and that is what it keeps. What went back is amount minus netAmount.",
  },
  {
    of: moneyBack,
    changed: / state\/settled(?!.*, then).*, void/,
    cure: "The order was settled meanwhile, and a settled order can't be voided. Read the answer to the void, and refund instead.",
  },
  {
    of: ["refund-not-made"],
    changed: / state\/(settled|balance-short).*, refund refused/,
    cure: 'Refunds are paid from the sales that are not settled yet. If these are too few, a refund is refused (2006): count it only if its answer says responseCode "0000", keep it open otherwise, and try again after the next sales.',
  },
  { of: ["refund-not-made"], changed: /^\S+ (?!state\/).*, (refund|void) refused/, cure: NOT_REFUNDED },
  {
    of: ["charged-twice", "paid-unknown", "refunded-still-paid", "void-lost", "order-unknown"],
    changed: / lost\//,
    cure: "The HTTP client sent the lost call again by itself, so the shop saw a refusal of its own call (2002, 2004, 2008). Query the reference and take that result. A new reference charges again.",
  },
  {
    of: ["charged-twice"],
    changed: / crash\/.*, known/,
    cure: "The shop knows each charge: after the crash it made a second order for the same cart. Let a request that comes again, or a job, take the order that the cart already has, and query that one before you charge.",
  },
  {
    of: ["paid-unknown", "order-unknown", "refunded-still-paid", "void-lost", "charged-twice"],
    changed: / crash\/.*, used/,
    cure: "After the restart the shop made the call again, and read its refusal (2002, 2004, 2008) as a failure. It says that the first call was carried out: query the reference, and take that result.",
  },
  {
    // At these moments the call was answered long before, and the shop was quiet. Else several orders are gone at once.
    of: ["paid-unknown", "charged-twice", "refunded-still-paid", "void-lost"],
    changed: / crash\/((before-ack|after-ack|worker).*, gone|.*, all gone)/,
    cure: "The shop's own data did not survive the kill: it was only in memory, or in a file that was emptied to be written anew. Write a new file and rename it over the old one, or use a transaction of a database.",
  },
  {
    of: ["paid-unknown", "order-unknown", "refunded-still-paid", "void-lost", "refund-not-made", "charged-twice"],
    changed: / crash\//,
    cure: "The process ended between a call and its record. Write the order down before the call, and let a job query all open orders when the shop starts.",
  },
  {
    of: ["kept-unfulfilled", "fulfilled-twice", "shipped-unpaid"],
    changed: / crash\//,
    cure: "The process ended between the work and its mark. Do both in one transaction, and let a job finish what is paid and not delivered when the shop starts.",
  },
  {
    of: ["refunded-still-paid", "void-lost"],
    changed: / (race|order)\//,
    cure: "An older answer was written over a newer one. Lock the order from the query to the write, and never let a write undo a refund or a void.",
  },
  {
    of: unpaid,
    changed: / foreign\//,
    cure: "The notification was genuine, and about another order. Find the order by the notification's own reference and amount, never by the address it came to.",
  },
  {
    of: ["believed-forged", ...unpaid],
    changed: / keyless\//,
    cure: "Without the service's public key nothing can be verified. Refuse to start without it, and refuse each notification until it is there.",
  },
  {
    of: unpaid,
    changed: / page\/returns-unpaid/,
    cure: "Anyone can open the success address. Query the order when the shopper comes back, and believe only its status.",
  },
  {
    of: [...moneyBack, "paid-unpaid"],
    changed: / (again\/|notice\/(doubled|three-copies|replayed|late|down))/,
    cure: "A notification says what was true when it was made. Never move an order back to an earlier state: if a notification disagrees with your books, query the order.",
  },
  {
    of: ["amount-differs"],
    changed: / state\/refunded-.*, told/,
    cure: "Someone gave money back in the back office, and the shop was told: it queried the order afterwards. What went back is that answer's amount minus its netAmount, not what the shop asked for, and not all of it because the status is REFUNDED.",
  },
  {
    of: ["amount-differs"],
    changed: / state\/refunded-.*, refund refused/,
    cure: "Someone gave money back in the back office, so the shop's own refund was refused (2004): it gave nothing back. Query the order, and book as refunded its amount minus its netAmount.",
  },
  {
    of: [...moneyBack, ...unpaid, "refunded-twice"],
    changed: / state\/refunded-/,
    cure: "Someone gave money back in the back office. Query the order before you refund, void or deliver it, and use its netAmount.",
  },
  {
    of: ["kept-unfulfilled"],
    changed: / state\/refunded-|, refunded/,
    cure: "An order that was refunded in part has the status REFUNDED, and the rest of it is still paid. Deliver it on every path that finds an order paid (answer, notification, query and recovery job), unless netAmount is 0.",
  },
  {
    of: ["paid-unknown"],
    changed: / state\/refunded-|, refunded/,
    cure: "An order that was refunded is still one that was paid: amount is what was paid, and amount minus netAmount what went back. Don't read REFUNDED as unpaid.",
  },
  {
    of: ["paid-unknown", "kept-unfulfilled"],
    changed: / again\/work-failed.*, acknowledged/,
    cure: "The first delivery was acknowledged, its work failed, and the second one was dropped as seen. Mark a notification as seen in the transaction that does its work, and answer with an error if the work fails.",
  },
  {
    of: ["kept-unfulfilled"],
    changed: /^(sale|recurring) (decline|refusal)\/.*, in part/,
    cure: "Only a part of the cart could be charged. Give that part back, or try the rest again, and let a job look for carts that stay half paid.",
  },
  {
    of: ["paid-unknown"],
    changed: / page\/dawdles/,
    cure: "A page can be paid until its order expires. Don't drop the cart sooner: query the order before you close it, and take a payment that comes late.",
  },
  {
    of: ["paid-unknown"],
    changed: / page\/pays-after-the-job/,
    cure: "The job ended an order that could still be paid. Let it query each order and end only what is expired, and take a payment that comes late.",
  },
  {
    of: ["paid-unknown"],
    changed: / notice\/success-after-decline/,
    cure: "An order stays open after a decline, and shoppers try another card. Don't close it because one attempt failed: query it until it expires.",
  },
  {
    of: ["paid-unknown"],
    changed: / page\/cancels-then-pays/,
    cure: "Who cancels in one tab can still pay in another. Keep the order open, and query it before you close it.",
  },
  {
    of: ["paid-unknown"],
    changed: / page\//,
    cure: "The shopper may never come back, and the notification may be late. Let a job query all open orders until they are paid or expired.",
  },
  {
    of: ["paid-unknown"],
    changed: / (notice|again|forged)\//,
    cure: "Notifications can be late, lost or false. Let a job query all open orders, and never close one because no notification came.",
  },
  {
    of: ["paid-unknown", "kept-unfulfilled"],
    changed: /^query state\/settled/,
    cure: "The order was settled meanwhile. SETTLED is paid, as SUCCESS is: book it and deliver it on every path, if that is not done.",
  },
  {
    of: ["paid-unknown", "kept-unfulfilled", "charged-twice", ...moneyBack],
    changed: /^query future\/unknown-status/,
    cure: "The query was answered with a status that the shop does not know. Such an order is neither paid nor failed: never sell it again for that, keep it as unknown, and ask again later.",
  },
  {
    of: ["paid-unknown", ...moneyBack],
    changed: /^query (refusal|future)\//,
    cure: "A query that is refused or can't be read says nothing about the order. Keep it as unknown, and ask again later.",
  },
  {
    of: ["paid-unknown", "kept-unfulfilled", ...moneyBack, "charged-twice"],
    changed: / future\//,
    cure: "A later version of the service may add members, codes and statuses. Read only the members that you need, and treat what you don't know as unknown: query the order.",
  },
  {
    of: unpaid,
    changed: / decline-lost\//,
    cure: 'The charge was declined, and its answer was lost. Query the reference and read order.status: OPEN means that nobody paid. The query\'s own responseCode "0000" says only that the order exists, and 2002 that the reference is used.',
  },
  {
    of: ["paid-unpaid", "order-unknown"],
    changed: /^(?!pay ).* (decline|refusal)\//,
    cure: 'Refusals and declines come with HTTP 200 too. Only responseCode "0000" means success.',
  },
  {
    of: ["charged-twice"],
    changed: / (page|notice|shopper|decline)\//,
    cure: "Before you make another order for a cart, query the one that it already has. Make a new one only if that one is unpaid and can't be paid any more.",
  },
];

/** The cure that fits the mistake and, if it is known, the change of the mutant. */
export function cureOf(mistake: Accusation | PracticeId, mutant?: Changed, sides?: Sides): string {
  const did =
    mutant &&
    `${mutant.operation.replace(/^.*\//, "")} ${mutant.family}/${mutant.change}${mutant.then === undefined ? "" : ", then another"}${sides ? toldBy(sides) : ""}`;
  const fits = ({ of, changed }: CureRow) =>
    did !== undefined && of.some((one) => one === mistake) && changed.test(did);
  const cure = byChange.find(fits)?.cure ?? mistakeCures[mistake];
  return sides?.schedule?.at(-1) === READY_AGAIN ? `${cure} ${SILENT}` : cure;
}

/** The event after which a restarted shop's calls stand. */
export const READY_AGAIN = "the shop is ready again, and time goes on";
const SILENT =
  "Here it made no call after its restart: if your driver starts that job, let it repeat calls that fail while the shop is down.";
