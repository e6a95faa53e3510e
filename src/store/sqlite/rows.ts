import type { Exchange } from "../../app/ports/exchange.js";
import type { AttemptRecord, OutboxEntry } from "../../app/ports/outbox.js";
import type { ScheduledTask } from "../../app/ports/scheduled-task.js";
import type { Merchant } from "../../app/ports/store.js";
import type { CheckoutOptions } from "../../domain/checkout-options.js";
import type { LedgerLine } from "../../domain/ledger.js";
import type { Instant } from "../../domain/money.js";
import { type Order, refundOf } from "../../domain/order.js";
import { searchStatus } from "../search-status.js";

// biome-ignore lint/suspicious/noExplicitAny: rows come untyped from the driver; each reader below states the shape.
type Row = any;

/** Leaves out what is null, so that rows read back equal what was written. */
const present = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, v]) => v !== null && v !== undefined)) as T;

/** Those that a settlement would still move are told apart by whether they were refunded: both are searched for. */
export function statusColumn(order: Order): string {
  const status = searchStatus(order);
  return status === "unsettled" && refundOf(order) ? "unsettled-refunded" : status;
}

export const orderParams = (order: Order): unknown[] => {
  const { options, ...rest } = order;
  return [
    order.id,
    order.merchantId,
    order.reference,
    statusColumn(order),
    order.expiresAt,
    order.transactions.at(-1)?.id ?? 0,
    JSON.stringify(rest),
    JSON.stringify(options),
  ];
};
export const readOrder = (row: Row): Order | undefined =>
  row === undefined ? undefined : withOptions(JSON.parse(row.order_json), row.options_json);

/** Most readers of an order ask nothing of its options: they are parsed when first looked at. */
function withOptions(order: Omit<Order, "options">, text: string): Order {
  let options: CheckoutOptions | undefined;
  return {
    ...order,
    get options() {
      options ??= JSON.parse(text) as CheckoutOptions;
      return options;
    },
  };
}

export const readMerchant = (row: Row): Merchant | undefined =>
  row === undefined
    ? undefined
    : { merchantId: row.id, publicKeys: JSON.parse(row.keys_json), capabilities: JSON.parse(row.capabilities_json) };

export const readLedgerLine = (row: Row): LedgerLine =>
  present({
    account: row.account,
    merchantId: row.merchant_id,
    currency: row.currency,
    amount: row.amount,
    at: row.at as Instant,
    orderId: row.order_id,
    transactionId: row.transaction_id,
    why: row.why,
  });

export const exchangeParams = (e: Exchange): unknown[] => [
  e.id,
  e.at,
  e.operation,
  e.merchantId ?? null,
  e.reference ?? null,
  e.orderId ?? null,
  e.orderStatus ?? null,
  e.cardType ?? null,
  e.signature,
  e.responseCode,
  e.http,
  e.request,
  e.response,
  e.rule ?? null,
  e.explain,
];
export const readExchange = (row: Row): Exchange =>
  present({
    id: row.id,
    at: row.at,
    operation: row.operation,
    merchantId: row.merchant_id,
    reference: row.reference,
    orderId: row.order_id,
    orderStatus: row.order_status,
    cardType: row.card_type,
    signature: row.signature,
    responseCode: row.code,
    http: row.http,
    request: row.request,
    response: row.response,
    rule: row.rule,
    explain: row.explain,
  });

export const outboxParams = (n: OutboxEntry): unknown[] => [
  n.id,
  n.kind,
  n.merchantId,
  n.orderId ?? null,
  n.reference ?? null,
  n.url,
  JSON.stringify(n.fields),
  n.createdAt,
  n.dueAt,
  n.state,
  n.attemptCount,
  JSON.stringify(n.effects),
  n.causedBy,
  n.note ?? null,
];
/** A hundred thousand of them may be read at once: what is null is left out without copying the rest. */
export function readOutbox(row: Row): OutboxEntry {
  const entry: { -readonly [K in keyof OutboxEntry]: OutboxEntry[K] } = {
    id: row.id,
    kind: row.kind,
    merchantId: row.merchant_id,
    url: row.url,
    fields: JSON.parse(row.fields_json),
    createdAt: row.created_at,
    dueAt: row.due_at,
    state: row.state,
    attemptCount: row.attempt_count,
    effects: row.effects_json === "{}" ? {} : JSON.parse(row.effects_json),
    causedBy: row.caused_by,
  };
  if (row.order_id !== null) entry.orderId = row.order_id;
  if (row.reference !== null) entry.reference = row.reference;
  if (row.note !== null) entry.note = row.note;
  return entry;
}
export const readTask = (row: Row): ScheduledTask | undefined =>
  row === undefined
    ? undefined
    : { id: row.id, at: row.at, kind: row.kind, orderId: row.order_id, what: JSON.parse(row.what_json) };

export const readAttempt = (row: Row): AttemptRecord => ({
  n: row.n,
  at: row.at,
  request: row.request,
  status: row.status,
  body: row.body,
  durationMs: row.duration_ms,
  why: row.why,
});
