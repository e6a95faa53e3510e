import { SUCCESS_CODE } from "../../../core/facts/codes.js";

interface BelievedSums {
  readonly paid: number | null;
  readonly refunded?: number | null | undefined;
  readonly price?: number | undefined;
  readonly currency?: string | undefined;
}

/** The books and the beliefs of the orders that a finding is about, by reference. */
export interface Sides {
  readonly books: Readonly<
    Record<
      string,
      { readonly paid: number; readonly refunded: number; readonly voided?: boolean; readonly currency?: string }
    >
  >;
  readonly beliefs: Readonly<Record<string, BelievedSums | null>>;
  /** The events that the judge enforced, with the calls after a restart. */
  readonly schedule?: readonly string[];
  /** How many paid orders of the whole run the shop does not know. */
  readonly forgotten?: number;
  /** What the dry run charged for the same goods. */
  readonly price?: number;
  /** True if the change was at the calls of other orders. */
  readonly isSpared?: boolean;
  /** True if the shop may have booked one order's notification on another one with the same amount. */
  readonly isMixedUp?: boolean;
}

/**
 * What is known about the mistake: that the charge is not the price that the shop tells, that it takes netAmount for the
 * refund, how the last refund or void ended, whether the first notification was acknowledged and only a part was charged,
 * that the shop knows each charge, that some of the money went back, that one of two payments did, that a call that came
 * again was refused and the shop never queried, that it queried after the back office's refund, that the shop has lost an
 * order, or several, that the change was at other orders, and that it may have mixed up two.
 */
export function toldBy({
  books,
  beliefs,
  schedule = [],
  forgotten = 0,
  price = 0,
  isSpared,
  isMixedUp,
}: Sides): string {
  const back = schedule.findLast((event) => BACK.test(event))?.match(BACK);
  const paid = Object.values(books).reduce((sum, book) => sum + book.paid, 0);
  const isKnown = Object.values(beliefs).every((belief) => (belief?.paid ?? 0) > 0);
  const isRefunded = Object.values(books).some(({ refunded }) => refunded > 0);
  const refused = schedule.findLastIndex((event) => /: (2002|2004|2008)$/.test(event));
  const asksAfter = (place: number) => place >= 0 && schedule.slice(place).some((event) => QUERIED.test(event));
  const isUsed = refused >= 0 && !asksAfter(refused);
  const isTold = asksAfter(schedule.findLastIndex((event) => event.startsWith("back-office/")));
  const payments = Object.values(books).filter((book) => book.paid > 0);
  const whole = payments.filter(({ paid, refunded, voided }) => voided || refunded >= paid);
  const isGone = Object.values(beliefs).includes(null);
  // Of a half that was given back, a cent more or less is a matter of rounding.
  const isNet = Object.entries(books).some(([reference, { paid, refunded }]) => {
    const counted = beliefs[reference]?.refunded ?? 0;
    const isRounded = Math.abs(counted - refunded) < CENT * 1.5;
    return refunded > 0 && !isRounded && Math.abs(counted - (paid - refunded)) < CENT / 2;
  });
  const isOffPrice = Object.entries(beliefs).some(([reference, belief]) => {
    const book = books[reference];
    if (!book || belief?.price === undefined) return false;
    const { paid, refunded = 0, price: due, currency = book.currency } = belief;
    return paid === book.paid && refunded === book.refunded && currency === book.currency && isOff(paid, due);
  });
  return [
    isOffPrice && ", off price",
    isNet && ", as net",
    back && `, ${back[1]}${back[2] === SUCCESS_CODE ? "" : " refused"}`,
    / → 2\d\d "OK/.test(schedule.find((event) => event.startsWith("notice")) ?? "") && ", acknowledged",
    paid < price && ", in part",
    isKnown && ", known",
    isKnown && isRefunded && ", refunded",
    whole.length > 0 && whole.length < payments.length && ", one back",
    isUsed && ", used",
    isTold && ", told",
    isGone && (forgotten > 1 ? ", all gone" : ", gone"),
    isSpared && ", spared",
    isMixedUp && ", mixed up",
  ]
    .filter(Boolean)
    .join("");
}

/** A query that was answered, as an event. */
const QUERIED = /\/query\b.*: 0000\b(?!.*the answer was lost)/;

const CENT = 0.01;
/** Prices that a program added up have more decimals. */
const isOff = (paid: number, price: number): boolean => Math.abs(paid - price) > CENT / 2;

/** A refund or void that the service decided, as an event. */
const BACK = /\/(refund|void)\b.*?: (\d{4})/;
