import { formatAmount, type MinorUnits } from "../../../core/domain/money.js";
import type { MoneyFact } from "../observe/facts.js";
import type { Accusation } from "../schema/verdicts.js";
import type { Believed } from "./believed.js";
import type { BookEntry, BookedMoney } from "./books.js";
import type { BothSides } from "./carts.js";
import type { Knowledge } from "./knowledge.js";

/** The result for one order: an accusation, or unresolved. */
export interface Said {
  readonly verdict: Accusation | "unresolved";
  /** The books and the shop's belief, as a sentence. */
  readonly why: string;
}

/** An order, and whether the shop could know about each kind of its events. */
interface KnownSides extends BothSides {
  readonly knows: (what: MoneyFact["what"]) => Knowledge;
  /** True if the shop asked again and again, and nothing told it: then "not known" is right. */
  readonly isSilent?: boolean | undefined;
  /** The code that refused the shop's own refund, if none of its refunds was carried out. */
  readonly refundRefused?: string | undefined;
}

/** Compares the shop's belief about an order with the books; undefined if both agree. */
export function compareOrder(sides: KnownSides): Said | undefined {
  const { book, belief } = sides;
  if (book?.isAmbiguous) return undefined;
  const isOpen = belief && (belief.paid === null || belief.refunded === null);
  if (isOpen && sides.isSilent) return undefined;
  if (!book) return unknownOrder(sides);
  if (isOpen) return notYet(sides);
  if (isWrongPayer(book, belief)) return said("wrong-payer", sides, `the card of ${book.user} was charged`);
  if (agrees(book, belief)) return undefined;
  if (belief?.currency !== undefined && belief.currency !== book.currency && belief.paid !== 0)
    return said("amount-differs", sides, "the currencies differ");
  return book.voided > 0 ? ofVoided(sides, book) : (ofCharge(sides, book) ?? ofRefund(sides, book));
}

/** The service treats user names as case-insensitive. */
const isSameUser = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** True if another user's stored card was charged and the money was kept. */
const isWrongPayer = (book: BookEntry, belief: Believed | undefined): boolean =>
  belief?.user !== undefined &&
  book.user !== undefined &&
  !isSameUser(belief.user, book.user) &&
  book.paid > book.refunded + book.voided;

function unknownOrder(sides: BothSides): Said | undefined {
  const { belief } = sides;
  if (belief?.paid === null) return notYet(sides);
  return belief && belief.paid > 0 ? said("order-unknown", sides, "no such order was ever made") : undefined;
}

/** True if the shop counts what went back as never paid: its net is right, and a paid and a refunded amount would differ. */
export const isBookedNet = (book: BookedMoney, belief: Believed | undefined): boolean =>
  belief?.refunded === 0 &&
  belief.paid !== null &&
  belief.paid > 0 &&
  book.refunded > 0 &&
  belief.paid === book.paid - book.refunded - book.voided;

/** A voided or fully refunded order may be reported as unpaid, or as paid and refunded. Net amounts are right too. */
export function agrees(book: BookedMoney, belief: Believed | undefined): boolean {
  const paid = belief?.paid ?? 0;
  const refunded = belief?.refunded ?? 0;
  const isSameCurrency = belief?.currency === undefined || belief.currency === book.currency || paid === 0;
  const back = book.refunded + book.voided;
  if (paid === book.paid && refunded === back) return isSameCurrency;
  if (isBookedNet(book, belief)) return isSameCurrency;
  return paid === 0 && refunded === 0 && book.paid === back;
}

function ofVoided(sides: KnownSides, book: BookEntry): Said {
  const { belief } = sides;
  if (belief?.refunded === 0 && belief.paid === book.paid)
    return unlessUnknown(sides.knows("voided"), said("void-lost", sides, "the void was made, the shop does not know"));
  return said("amount-differs", sides, "the order was voided");
}

/** Undefined if both sides agree about the charge. */
function ofCharge(sides: KnownSides, book: BookEntry): Said | undefined {
  const paid = sides.belief?.paid ?? 0;
  if (paid === book.paid) return undefined;
  if (book.paid === 0) return said("paid-unpaid", sides, "no money came");
  if (paid === 0)
    return unlessUnknown(sides.knows("charged"), said("paid-unknown", sides, "money came, the shop does not know"));
  return said("amount-differs", sides, "another amount was paid");
}

function ofRefund(sides: KnownSides, book: BookEntry): Said {
  const refunded = sides.belief?.refunded ?? 0;
  if (book.refunded === 0) return said("refund-not-made", sides, "no money went back");
  if (refunded === 0)
    return unlessUnknown(sides.knows("refunded"), said("refunded-still-paid", sides, "the money went back"));
  if (sides.refundRefused !== undefined)
    return said(
      "amount-differs",
      sides,
      `another amount went back, and the shop's own refund was refused (${sides.refundRefused})`,
    );
  if (timesCounted.has(refunded / book.refunded))
    return said("refunded-twice", sides, "the shop counts one refund more than once");
  return said("amount-differs", sides, "another amount went back");
}

/** So many times a shop may count one refund. A cent that went back by hand divides every amount. */
const timesCounted = new Set([2, 3]);

/** Unresolved if only a later query could have told the shop, because then it is not to blame. */
function unlessUnknown(known: Knowledge, { verdict, why }: Said): Said {
  if (known === "stopped-asking")
    return {
      verdict,
      why: `${why}. In the first run the shop queried it; here another order's fault kept it from that`,
    };
  if (known !== "no") return { verdict, why };
  return {
    verdict: "unresolved",
    why: `${why}; only a later query could have told (no finding here, but conformance has tests that ask for that query). ${LET_IT_QUERY}`,
  };
}

/** What to do about an order that is open. */
export const LET_IT_QUERY = "Let the shop query the order until it knows, before its test ends";

function notYet(sides: BothSides): Said {
  const { verdict, why } = said("unresolved", sides, "the shop does not know yet");
  return { verdict, why: `${why}. ${LET_IT_QUERY}` };
}

function said(verdict: Said["verdict"], sides: BothSides, what: string): Said {
  return {
    verdict,
    why: `${sides.reference}: ${what}. The books: ${booksSay(sides.book)}; the shop: ${shopSays(sides)}`,
  };
}

export function booksSay(book: BookEntry | undefined): string {
  if (!book) return "no such order";
  const back = book.voided > 0 ? `, voided ${formatAmount(book.voided)}` : `, refunded ${formatAmount(book.refunded)}`;
  return `paid ${formatAmount(book.paid)} ${book.currency}${back}`;
}

export function shopSays({ belief }: Pick<BothSides, "belief">): string {
  if (!belief) return "does not know the order";
  const currency = belief.currency === undefined ? "" : ` ${belief.currency}`;
  const user = belief.user === undefined ? "" : `, for ${belief.user}`;
  return `paid ${amountText(belief.paid)}${currency}, refunded ${amountText(belief.refunded)}${user}`;
}

const amountText = (amount: MinorUnits | null): string => (amount === null ? "not known" : formatAmount(amount));
