import type { LedgerLine } from "../../core/domain/ledger.js";
import { formatInstant, type Instant, type MinorUnits } from "../../core/domain/money.js";
import { netAmount, type Order, saleOf, statusOf, transactionStatus, updatedAtOf } from "../../core/domain/order.js";
import { fieldsSaid, forgedFields } from "../../core/scenario/effects/forgeries.js";
import { noteOf } from "../notifications/non-delivery.js";
import { acceptedForgery } from "../ports/attempt-failures.js";
import type { Notice, OutboxEntry } from "../ports/outbox.js";
import type { NotificationJson } from "./schemas/notification-schema.js";
import type { LedgerLineJson, OrderJson, TransactionJson } from "./schemas/order-schema.js";

const decimal = (minor: MinorUnits): number => minor / 100;
export const iso = formatInstant;

/** An order as the control API shows it. Amounts are decimals in the main unit. */
export function orderSummary(order: Order, now: Instant): OrderJson {
  return {
    id: order.id,
    merchantId: order.merchantId,
    merchantReference: order.reference,
    status: statusOf(order, now),
    currency: order.currency,
    amount: decimal(order.amount),
    netAmount: decimal(netAmount(order)),
    cardType: saleOf(order)?.cardType,
    origin: order.origin,
    recurring: order.recurring,
    email: order.email,
    userId: order.userId,
    tokenId: order.tokenId,
    parentOrderId: order.parentOrderId,
    createTime: iso(order.createdAt),
    updateTime: iso(updatedAtOf(order, statusOf(order, now))),
    expiryTime: iso(order.expiresAt),
    settledTime: order.settledAt === undefined ? undefined : iso(order.settledAt),
    notifyUrl: order.notifyUrl,
  };
}

export const transactionsOf = (order: Order): TransactionJson[] =>
  order.transactions.map((t) => ({
    id: t.id,
    type: t.type,
    status: transactionStatus(order, t),
    amount: decimal(t.amount),
    currency: order.currency,
    method: t.method,
    cardType: t.cardType,
    maskedPan: t.maskedPan,
    stan: t.stan,
    declined: t.declined,
    at: iso(t.at),
  }));

export const ledgerLineJson = (line: LedgerLine): LedgerLineJson => ({
  ...line,
  amount: decimal(line.amount),
  at: iso(line.at),
});

/**
 * As they are sent: what a rule forges is forged here, too. The signature is made for each attempt, so a frozen notification
 * has an empty one in its place.
 */
function sentFields({
  fields,
  effects: { forge },
}: Pick<OutboxEntry, "fields" | "effects">): NotificationJson["fields"] {
  const { signature: _, ...sent } = forgedFields(fieldsSaid(fields, forge), forge);
  return sent;
}

export const notificationJson = ({
  effects: { traceparent, wasAcknowledged: _, manual = [], ...effects },
  ...n
}: Notice): NotificationJson => ({
  id: n.id,
  kind: n.kind,
  orderId: n.orderId,
  merchantReference: n.reference,
  url: n.url,
  state: n.state,
  nextAt: n.dueAt === null ? null : iso(n.dueAt),
  createdAt: iso(n.createdAt),
  fields: sentFields({ ...n, effects }),
  effects,
  causedBy: `req-${n.causedBy}`,
  traceparent,
  note: noteOf({ ...n, effects }),
  attempts: n.attempts.map(({ at, ...rest }) => ({
    at: iso(at),
    ...rest,
    isManual: manual.includes(rest.n) || undefined,
    warning: acceptedForgery(effects, rest),
  })),
});
