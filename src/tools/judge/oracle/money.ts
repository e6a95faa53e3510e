import { minorUnitsOf } from "../../../core/domain/money.js";
import { type CallFact, callsOf, isRefund, type NotificationFact } from "../observe/facts.js";
import { type Believed, isShipped } from "./believed.js";
import type { BookEntry } from "./books.js";
import { cartFindings } from "./cart-findings.js";
import { type BooksAndBeliefs, type BothSides, bothSidesOf } from "./carts.js";
import { effectFindings } from "./effects.js";
import { forgottenCharges } from "./forgotten-charges.js";
import { answerTells, isSilent, knowledgeOf } from "./knowledge.js";
import { booksSay, compareOrder, LET_IT_QUERY, shopSays } from "./orders.js";
import { priceFindings } from "./prices.js";
import { hasStoppedAsking } from "./stopped-asking.js";
import type { Ended, Wrong } from "./wrong.js";

/**
 * Compares the shop's final beliefs with the books. A pure function. `dryRun` went well. It shows the price of each
 * cart, and which goods are sent unpaid.
 */
export function judgeMoney(run: Ended, dryRun: Ended): readonly Wrong[] {
  const ofCarts = cartFindings(run, dryRun);
  const ofOrders = bothSidesOf(run).flatMap((sides) => orderFindings(sides, run, dryRun));
  const unknown = ofOrders.filter(({ verdict }) => verdict === "paid-unknown");
  return [
    ...ofCarts,
    ...forgottenCharges(unknown, run, dryRun),
    ...ofOrders,
    ...priceFindings(run, dryRun),
    ...effectFindings(run, dryRun),
  ];
}

function orderFindings(sides: BothSides, run: Ended, dryRun: Ended): readonly Wrong[] {
  const { facts } = run;
  const { reference, belief } = sides;
  const calls = callsOf(run).filter((call) => call.reference === reference);
  const found = compareOrder({
    ...sides,
    knows: (what) => {
      const known = knowledgeOf(facts, reference, what);
      const isStopped = known === "no" && what === "charged" && hasStoppedAsking(sides, run, dryRun);
      return isStopped ? "stopped-asking" : known;
    },
    isSilent: isSilent(facts, reference),
    refundRefused: refundRefused(calls),
  });
  const isVague = found && calls.some(({ isEvolved }) => isEvolved) && !isTold(found.verdict, calls);
  const notifications = facts.filter((fact) => fact.kind === "notification");
  const verdict =
    isVague && hidden.has(found.verdict) ? "unresolved" : found && mended(found.verdict, sides, notifications);
  const isChanged = verdict === "unresolved" && found?.verdict !== verdict;
  const signed = isChanged ? signedMistake(sides, notifications) : undefined;
  const next = isChanged && !signed ? `. ${LET_IT_QUERY}` : "";
  const wrong = found && verdict && { verdict, why: `${signed ? signedText(sides, signed) : found.why}${next}` };
  const shipped = shippedUnpaid(reference, run, dryRun);
  return [...(wrong ? [{ ...wrong, references: [reference], cart: belief?.cart }] : []), ...(shipped ? [shipped] : [])];
}

/** The code that refused the shop's own refund. Undefined if one was carried out: the shop may count that one twice. */
function refundRefused(calls: readonly CallFact[]): string | undefined {
  const own = calls.filter((call) => call.by === "shop" && isRefund(call));
  return own.every(({ ended }) => ended !== undefined) ? own.at(-1)?.responseCode : undefined;
}

/** Verdicts that a shop may get if it received a status that it can't know. */
const hidden: ReadonlySet<string> = new Set(["paid-unknown", "refunded-still-paid", "void-lost", "refund-not-made"]);

const lost = { "paid-unknown": "charged", "refunded-still-paid": "refunded", "void-lost": "voided" } as const;

/** True if another answer had told the shop what it does not believe. A status that it can't know takes nothing back. */
function isTold(verdict: string, calls: readonly CallFact[]): boolean {
  const what = lost[verdict as keyof typeof lost];
  return what !== undefined && calls.some((call) => answerTells(call, what));
}

/**
 * Changes the verdict to `believed-forged` if the shop believed a forged notification. Changes it to `unresolved` if
 * the service itself signed the wrong amount that the shop believed.
 */
function mended(
  verdict: Wrong["verdict"],
  { reference, book, belief }: BothSides,
  notifications: readonly NotificationFact[],
): Wrong["verdict"] {
  const about = notifications.filter(
    ({ forged, says }) => forged !== undefined && says.merchantReference === reference,
  );
  if (verdict === "unresolved" || !belief) return verdict;
  const isForged = ({ forged, status, about }: NotificationFact) =>
    forged !== "amount-signed" && status !== null && about === "payment";
  if (about.filter(isForged).some(({ says }) => isBelieved(says, book, belief))) return "believed-forged";
  return signedMistake({ reference, belief }, about) ? "unresolved" : verdict;
}

/** The notification whose wrong amount the service itself signed, if the shop believes it. */
const signedMistake = (
  { reference, belief }: Pick<BothSides, "reference" | "belief">,
  notifications: readonly NotificationFact[],
): NotificationFact | undefined =>
  notifications.find(
    ({ forged, says }) =>
      forged === "amount-signed" &&
      says.merchantReference === reference &&
      belief?.paid === minorUnitsOf(says.amount ?? ""),
  );

/** What the shop overlooked, and what to do about it. */
const signedText = (sides: BothSides, { says }: NotificationFact): string =>
  `${sides.reference}: a signed notification gave another amount (${says.amount}) than the call that made the order, and the shop believes it. The books: ${booksSay(sides.book)}; the shop: ${shopSays(sides)}. Compare a notification's amount with that of your order; if it differs, query the order`;

/** True if the shop believes what a forged notification says about the order, against the books. */
function isBelieved({ status, amount = "" }: NotificationFact["says"], book: BookEntry | undefined, belief: Believed) {
  if (status === "REFUNDED") return (belief.refunded ?? 0) > (book?.refunded ?? 0);
  const claimed = minorUnitsOf(amount);
  return claimed !== undefined && belief.paid === claimed && claimed !== (book?.paid ?? 0);
}

/** Goods that were sent although no order of the cart was ever paid. */
function shippedUnpaid(reference: string, run: Ended, dryRun: BooksAndBeliefs): Wrong | undefined {
  const belief = run.beliefs.get(reference);
  if (!belief || !isShipped(belief) || wasPaid(reference, belief, run)) return undefined;
  const before = dryRun.beliefs.get(reference);
  if (before && isShipped(before) && !wasPaid(reference, before, dryRun)) return undefined;
  const book = run.books.get(reference);
  if (book?.isAmbiguous || sellsOnAccount(dryRun)) return undefined;
  return {
    verdict: "shipped-unpaid",
    references: [reference],
    cart: belief.cart,
    why: `${reference}: the goods left, and nothing was paid. The books: ${booksSay(book)}; the shop: ${shopSays({ belief })}, shipped`,
  };
}

/** True if the shop sends goods unpaid even in the dry run, so it sells on account. */
const sellsOnAccount = (dryRun: BooksAndBeliefs): boolean =>
  [...dryRun.beliefs].some(([reference, belief]) => isShipped(belief) && !wasPaid(reference, belief, dryRun));

function wasPaid(reference: string, { cart }: Believed, { books, beliefs }: BooksAndBeliefs): boolean {
  const ofCart = [...books.values()].filter(
    (book) => book.reference === reference || (cart !== undefined && beliefs.get(book.reference)?.cart === cart),
  );
  return ofCart.some(({ paid }) => paid > 0);
}
