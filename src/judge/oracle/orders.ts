import { formatAmount, type MinorUnits } from "../../domain/money.js";
import type { Accusation } from "../../library/language.js";
import type { Believed } from "./believed.js";
import type { BookEntry } from "./books.js";
import type { Knowledge } from "./knowledge.js";

/** What the shop could know of what happened to an order. */
export interface Known {
  readonly charged: Knowledge;
  readonly refunded: Knowledge;
  readonly voided: Knowledge;
}

/** What is to be said of one order: an accusation, or that it is not resolved. */
export interface Said {
  readonly verdict: Accusation | "unresolved";
  /** Both sides, as a sentence. */
  readonly why: string;
}

/** One order, as both sides see it. */
export interface BothSides {
  readonly reference: string;
  /** Undefined where the sandbox never saw it. */
  readonly book: BookEntry | undefined;
  /** Undefined where the shop says nothing of it. */
  readonly belief: Believed | undefined;
  readonly known: Known;
}

/** Compares what the shop believes of an order with the books; undefined where both agree. */
export function compareOrder(sides: BothSides): Said | undefined {
  const { book, belief } = sides;
  if (book?.isAmbiguous) return undefined;
  if (!book) return unknownOrder(sides);
  if (belief && (belief.paid === null || belief.refunded === null))
    return said("unresolved", sides, "the shop does not know yet");
  if (agrees(book, belief)) return undefined;
  if (belief?.currency !== undefined && belief.currency !== book.currency && belief.paid !== 0)
    return said("amount-differs", sides, "the currencies differ");
  return book.voided > 0 ? ofVoided(sides, book) : (ofCharge(sides, book) ?? ofRefund(sides, book));
}

function unknownOrder(sides: BothSides): Said | undefined {
  const { belief } = sides;
  if (belief?.paid === null) return said("unresolved", sides, "the shop does not know yet");
  return belief && belief.paid > 0 ? said("order-unknown", sides, "no such order was ever made") : undefined;
}

/** A void may be told as nothing paid, or as all given back. So may what was refunded in full, where nothing is left of it. */
function agrees(book: BookEntry, belief: Believed | undefined): boolean {
  const paid = belief?.paid ?? 0;
  const refunded = belief?.refunded ?? 0;
  const isSameCurrency = belief?.currency === undefined || belief.currency === book.currency || paid === 0;
  const back = book.refunded + book.voided;
  if (paid === book.paid && refunded === back) return isSameCurrency;
  return paid === 0 && refunded === 0 && book.paid === back;
}

function ofVoided(sides: BothSides, book: BookEntry): Said {
  const { belief } = sides;
  if (belief?.refunded === 0 && belief.paid === book.paid)
    return unlessUnknown(sides.known.voided, said("void-lost", sides, "the void was made, the shop does not know"));
  return said("amount-differs", sides, "the order was voided");
}

/** Undefined where both sides say the same of the charge. */
function ofCharge(sides: BothSides, book: BookEntry): Said | undefined {
  const paid = sides.belief?.paid ?? 0;
  if (paid === book.paid) return undefined;
  if (book.paid === 0) return said("paid-unpaid", sides, "no money came");
  if (paid === 0)
    return unlessUnknown(sides.known.charged, said("paid-unknown", sides, "money came, the shop does not know"));
  return said("amount-differs", sides, "another amount was paid");
}

function ofRefund(sides: BothSides, book: BookEntry): Said {
  const refunded = sides.belief?.refunded ?? 0;
  if (book.refunded === 0) return said("refund-not-made", sides, "no money went back");
  if (refunded === 0)
    return unlessUnknown(sides.known.refunded, said("refunded-still-paid", sides, "the money went back"));
  if (refunded > book.refunded && refunded % book.refunded === 0)
    return said("refunded-twice", sides, "the shop counts one refund more than once");
  return said("amount-differs", sides, "another amount went back");
}

/** What only a later query could mend is no fault. */
const unlessUnknown = (known: Knowledge, accusation: Said): Said =>
  known === "no" ? { verdict: "unresolved", why: `${accusation.why}; only a later query could have told` } : accusation;

function said(verdict: Said["verdict"], sides: BothSides, what: string): Said {
  return {
    verdict,
    why: `${sides.reference}: ${what}. The books: ${bookText(sides.book)}; the shop: ${beliefText(sides)}`,
  };
}

export function bookText(book: BookEntry | undefined): string {
  if (!book) return "no such order";
  const back = book.voided > 0 ? `, voided ${formatAmount(book.voided)}` : `, refunded ${formatAmount(book.refunded)}`;
  return `paid ${formatAmount(book.paid)} ${book.currency}${back}`;
}

export function beliefText({ belief }: Pick<BothSides, "belief">): string {
  if (!belief) return "does not know the order";
  const currency = belief.currency === undefined ? "" : ` ${belief.currency}`;
  return `paid ${amountText(belief.paid)}${currency}, refunded ${amountText(belief.refunded)}`;
}

const amountText = (amount: MinorUnits | null): string => (amount === null ? "not known" : formatAmount(amount));
