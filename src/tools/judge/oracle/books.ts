import { type Currency, type Instant, type MinorUnits, minorUnits } from "../../../core/domain/money.js";
import { type Order, type OrderStatus, refundOf, saleOf, statusOf, voidOf } from "../../../core/domain/order.js";
import type { LaneFacts } from "../observe/facts.js";
import type { Book } from "../schema/report.js";

/** The true sums over one reference's orders, in minor units. */
export interface BookEntry {
  readonly reference: string;
  readonly currency: Currency;
  /** The sum of its orders' amounts, paid or not. */
  readonly asked: MinorUnits;
  /** The amount charged, before refunds and voids. */
  readonly paid: MinorUnits;
  /** The charges in `paid`, one for each paid order. */
  readonly charges: readonly MinorUnits[];
  /** The user whose stored card was charged. Undefined if no stored card was charged. */
  readonly user: string | undefined;
  readonly refunded: MinorUnits;
  /** The amount that was charged and then voided. */
  readonly voided: MinorUnits;
  readonly status: OrderStatus;
  /** Oldest first. */
  readonly orderIds: readonly number[];
  /**
   * True if two lanes or two merchants have an order with this reference, because it is unknown which one the shop
   * means.
   */
  readonly isAmbiguous: boolean;
}

/** True if both are for the same amount, paid or not. */
export const isForSameAmount = (one: BookEntry, other: BookEntry): boolean =>
  one.asked === other.asked && one.currency === other.currency;

export type BookedMoney = Pick<BookEntry, "paid" | "refunded" | "voided" | "currency">;

export type Books = ReadonlyMap<string, BookEntry>;

/** The books of all lanes of a run, by reference, in the order in which the orders were made. */
export function booksOf(lanes: readonly Pick<LaneFacts, "orders" | "now">[]): Books {
  const books = new Map<string, BookEntry>();
  const owners = new Map<string, string>();
  lanes.forEach(({ orders, now }, lane) => {
    for (const order of orders) {
      const owner = `${lane} ${order.merchantId} ${order.currency}`;
      const before = books.get(order.reference);
      const isAmbiguous = before !== undefined && (before.isAmbiguous || owners.get(order.reference) !== owner);
      owners.set(order.reference, owner);
      books.set(order.reference, merged(before, bookEntry(order, now), isAmbiguous));
    }
  });
  return books;
}

const nothing = minorUnits(0);
const sum = (a: MinorUnits, b: MinorUnits): MinorUnits => minorUnits(a + b);

function bookEntry(order: Order, now: Instant): BookEntry {
  const paid = saleOf(order)?.amount ?? nothing;
  return {
    reference: order.reference,
    currency: order.currency,
    asked: order.amount,
    paid,
    charges: paid > 0 ? [paid] : [],
    user: paid > 0 && order.tokenId !== undefined ? order.userId : undefined,
    refunded: refundOf(order)?.amount ?? nothing,
    voided: voidOf(order) ? paid : nothing,
    status: statusOf(order, now),
    orderIds: [order.id],
    isAmbiguous: false,
  };
}

const merged = (before: BookEntry | undefined, entry: BookEntry, isAmbiguous: boolean): BookEntry =>
  before === undefined
    ? entry
    : {
        ...entry,
        asked: sum(before.asked, entry.asked),
        paid: sum(before.paid, entry.paid),
        charges: [...before.charges, ...entry.charges],
        user: entry.user ?? before.user,
        refunded: sum(before.refunded, entry.refunded),
        voided: sum(before.voided, entry.voided),
        orderIds: [...before.orderIds, ...entry.orderIds],
        isAmbiguous,
      };

/** The book entry for reports, in the currency's main unit. */
export const bookJson = ({ paid, refunded, voided, currency, status, orderIds }: BookEntry): Book => ({
  paid: paid / 100,
  refunded: refunded / 100,
  voided: voided > 0 && voided === paid,
  currency,
  status,
  orderIds: [...orderIds],
});

/** The money of a report's book entry. */
export function inMinorUnits({ paid, refunded, voided, currency }: Book): BookedMoney {
  const [all, back] = [paid, refunded].map((amount) => minorUnits(Math.round(amount * 100))) as [
    MinorUnits,
    MinorUnits,
  ];
  return { paid: all, refunded: back, voided: voided ? all : nothing, currency };
}
