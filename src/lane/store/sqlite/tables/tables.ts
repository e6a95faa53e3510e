import type { LedgerLine } from "../../../../core/domain/ledger.js";
import type { Exchange } from "../../../ports/exchange.js";
import type { AttemptRecord, OutboxEntry } from "../../../ports/outbox.js";
import type { Merchant } from "../../../ports/store.js";
import type { ScheduledTask } from "../../../ports/time.js";
import { Table } from "./table.js";

// Tables with one column per member: the column's definition is the value. If you change one, increase
// SCHEMA_VERSION.

export const merchantTable = new Table<Merchant>("merchants", {
  merchantId: "id INTEGER PRIMARY KEY",
  publicKeys: "keys_json TEXT NOT NULL",
  capabilities: "capabilities_json TEXT NOT NULL",
});

export const exchangeTable = new Table<Exchange>("exchanges", {
  id: "id INTEGER PRIMARY KEY",
  at: "at INTEGER NOT NULL",
  operation: "operation TEXT NOT NULL",
  merchantId: "merchant_id INTEGER",
  reference: "reference TEXT",
  orderId: "order_id INTEGER",
  orderStatus: "order_status TEXT",
  cardType: "card_type TEXT",
  signature: "signature TEXT NOT NULL",
  responseCode: "code TEXT NOT NULL",
  http: "http INTEGER NOT NULL",
  request: "request TEXT NOT NULL",
  response: "response TEXT NOT NULL",
  rule: "rule TEXT",
  explain: "explain TEXT NOT NULL",
});

export const outboxTable = new Table<OutboxEntry>(
  "outbox",
  {
    id: "id INTEGER PRIMARY KEY",
    kind: "kind TEXT NOT NULL",
    merchantId: "merchant_id INTEGER NOT NULL",
    orderId: "order_id INTEGER",
    reference: "reference TEXT",
    url: "url TEXT NOT NULL",
    fields: "fields_json TEXT NOT NULL",
    createdAt: "created_at INTEGER NOT NULL",
    dueAt: "due_at INTEGER",
    state: "state TEXT NOT NULL",
    attemptCount: "attempt_count INTEGER NOT NULL",
    effects: "effects_json TEXT NOT NULL",
    causedBy: "caused_by INTEGER NOT NULL",
    note: "note TEXT",
  },
  { nulls: ["dueAt"] },
);

type OfNotification = AttemptRecord & { readonly notificationId: number };

export const attemptTable = new Table<OfNotification>(
  "attempts",
  {
    notificationId: "notification_id INTEGER NOT NULL",
    n: "n INTEGER NOT NULL",
    at: "at INTEGER NOT NULL",
    request: "request TEXT NOT NULL",
    status: "status INTEGER",
    body: "body TEXT NOT NULL",
    durationMs: "duration_ms INTEGER NOT NULL",
    why: "why TEXT",
  },
  { nulls: ["status", "why"], key: "PRIMARY KEY (notification_id, n)", suffix: " WITHOUT ROWID" },
);

export function readAttempt(row: unknown): AttemptRecord {
  const { notificationId: _, ...attempt } = attemptTable.read(row);
  return attempt;
}

type InLedger = LedgerLine & { readonly id?: number; readonly commitId: number };

export const ledgerTable = new Table<InLedger>("ledger", {
  id: "id INTEGER PRIMARY KEY",
  commitId: "commit_id INTEGER NOT NULL",
  account: "account TEXT NOT NULL",
  merchantId: "merchant_id INTEGER NOT NULL",
  currency: "currency TEXT NOT NULL",
  amount: "amount INTEGER NOT NULL",
  at: "at INTEGER NOT NULL",
  orderId: "order_id INTEGER",
  transactionId: "transaction_id INTEGER",
  why: "why TEXT NOT NULL",
});

export function readLedgerLine(row: unknown): LedgerLine {
  const { id: _, commitId: __, ...line } = ledgerTable.read(row);
  return line;
}

export const taskTable = new Table<ScheduledTask>("scheduled_tasks", {
  id: "id INTEGER PRIMARY KEY",
  at: "at INTEGER NOT NULL",
  kind: "kind TEXT NOT NULL",
  orderId: "order_id INTEGER NOT NULL",
  what: "what_json TEXT NOT NULL",
});
