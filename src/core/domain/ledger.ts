import type { CardEntryEvent, OrderEvent } from "./events.js";
import { type Currency, type Instant, type MinorUnits, minorUnits, negated } from "./money.js";
import { netAmount, type Order } from "./order.js";

/** `unsettled` is the merchant's account. Its money comes from the other accounts, or goes to them. */
export type Account = "unsettled" | "scheme" | "payout" | "adjustment";

/** A line of a settlement that pays out less than the order's net amount. */
export const WITHHELD = "withheld";

/** One side of a transfer of money. For each currency, the lines of a commit sum to zero. */
export interface LedgerLine {
  readonly account: Account;
  readonly merchantId: number;
  readonly currency: Currency;
  readonly amount: MinorUnits;
  readonly at: Instant;
  readonly orderId?: number;
  readonly transactionId?: number;
  readonly why: string;
}

type Move = Omit<LedgerLine, "account" | "amount"> & { readonly into: MinorUnits; readonly against: Account };

/**
 * Two lines that cancel out: one changes the unsettled balance by `into` (negative: money leaves), one the other
 * account.
 */
export function move({ into, against, ...rest }: Move): readonly LedgerLine[] {
  if (into === 0) return [];
  return [
    { ...rest, account: "unsettled", amount: into },
    { ...rest, account: against, amount: negated(into) },
  ];
}

/** The ledger lines of an order's event. `before`: the order before this event. */
export function ledgerOf(before: Order, event: OrderEvent): readonly LedgerLine[] {
  const line = { merchantId: before.merchantId, currency: before.currency, orderId: before.id };
  switch (event.type) {
    case "sale-approved":
      return move({
        ...line,
        at: event.at,
        transactionId: event.transaction.id,
        into: event.transaction.amount,
        against: "scheme",
        why: "sale",
      });
    case "refunded":
      return move({
        ...line,
        at: event.at,
        transactionId: event.transaction.id,
        into: negated(event.transaction.amount),
        against: "scheme",
        why: "refund",
      });
    case "voided":
      return move({
        ...line,
        at: event.at,
        transactionId: event.transaction.id,
        into: negated(netAmount(before)),
        against: "scheme",
        why: "void",
      });
    case "settled":
      return [
        ...move({ ...line, at: event.at, into: negated(netAmount(before)), against: "payout", why: "settlement" }),
        ...move({ ...line, at: event.at, into: event.withheld ?? minorUnits(0), against: "payout", why: WITHHELD }),
      ];
    case "order-created":
    case "email-given":
    case "declined":
    case "closed":
    case "cancelled":
      return [];
  }
}

/** The ledger lines of a card entry's event. A charge and its void leave the balance unchanged. */
export function ledgerOfCardEntry(merchantId: number, event: CardEntryEvent): readonly LedgerLine[] {
  switch (event.type) {
    case "card-saved": {
      const { charge, reversal } = event;
      const line = { merchantId, currency: "HKD", at: event.at, against: "scheme" } as const;
      return [
        ...move({ ...line, transactionId: charge.id, into: charge.amount, why: "verification" }),
        ...move({ ...line, transactionId: reversal.id, into: negated(charge.amount), why: "verification void" }),
      ];
    }
    case "card-entry-opened":
    case "card-declined":
    case "card-entry-cancelled":
      return [];
  }
}
