import { cardEntriesSchema } from "./card-entries.js";
import { laneSchema } from "./lane-table.js";

/** Goes up with every change of the tables. */
export const SCHEMA_VERSION = 4;

/**
 * One lane. Orders are kept whole as JSON, with columns only for what is searched;
 * a text column that is read back as JSON says so in its name.
 */
export const schema = `
CREATE TABLE merchants (id INTEGER PRIMARY KEY, keys_json TEXT NOT NULL, capabilities_json TEXT NOT NULL);
CREATE TABLE tokens (
  merchant_id INTEGER NOT NULL, id INTEGER NOT NULL, user_key TEXT NOT NULL, token_json TEXT NOT NULL,
  PRIMARY KEY (merchant_id, id)) WITHOUT ROWID;
CREATE TABLE orders (
  id INTEGER PRIMARY KEY, merchant_id INTEGER NOT NULL, reference TEXT NOT NULL, status TEXT NOT NULL,
  expires_at INTEGER NOT NULL, last_transaction INTEGER NOT NULL, order_json TEXT NOT NULL, options_json TEXT NOT NULL);
CREATE INDEX orders_by_reference ON orders (merchant_id, reference);
CREATE INDEX orders_by_status ON orders (status);
CREATE INDEX orders_by_expiry ON orders (expires_at) WHERE status = 'OPEN';
CREATE INDEX orders_settleable ON orders (id) WHERE status IN ('unsettled', 'unsettled-refunded');
CREATE TABLE ledger (
  id INTEGER PRIMARY KEY, commit_id INTEGER NOT NULL, account TEXT NOT NULL, merchant_id INTEGER NOT NULL,
  currency TEXT NOT NULL, amount INTEGER NOT NULL, at INTEGER NOT NULL, order_id INTEGER, transaction_id INTEGER, why TEXT NOT NULL);
CREATE INDEX ledger_by_order ON ledger (order_id) WHERE order_id IS NOT NULL;
CREATE TABLE balances (
  merchant_id INTEGER NOT NULL, currency TEXT NOT NULL, amount INTEGER NOT NULL,
  PRIMARY KEY (merchant_id, currency)) WITHOUT ROWID;
CREATE TABLE rule_counts (
  rule_id TEXT NOT NULL, key TEXT NOT NULL, seen INTEGER NOT NULL, fired INTEGER NOT NULL,
  PRIMARY KEY (rule_id, key)) WITHOUT ROWID;
CREATE TABLE exchanges (
  id INTEGER PRIMARY KEY, at INTEGER NOT NULL, operation TEXT NOT NULL, merchant_id INTEGER, reference TEXT,
  order_id INTEGER, order_status TEXT, card_type TEXT, signature TEXT NOT NULL, code TEXT NOT NULL, http INTEGER NOT NULL,
  request TEXT NOT NULL, response TEXT NOT NULL, rule TEXT, explain TEXT NOT NULL);
CREATE TABLE outbox (
  id INTEGER PRIMARY KEY, kind TEXT NOT NULL, merchant_id INTEGER NOT NULL, order_id INTEGER, reference TEXT, url TEXT NOT NULL,
  fields_json TEXT NOT NULL, created_at INTEGER NOT NULL, due_at INTEGER, state TEXT NOT NULL, attempt_count INTEGER NOT NULL,
  effects_json TEXT NOT NULL, caused_by INTEGER NOT NULL, note TEXT);
CREATE INDEX outbox_due ON outbox (due_at, id) WHERE state = 'due';
CREATE INDEX outbox_by_order ON outbox (order_id);
CREATE TABLE attempts (
  notification_id INTEGER NOT NULL, n INTEGER NOT NULL, at INTEGER NOT NULL, request TEXT NOT NULL, status INTEGER,
  body TEXT NOT NULL, duration_ms INTEGER NOT NULL, why TEXT, PRIMARY KEY (notification_id, n)) WITHOUT ROWID;
${cardEntriesSchema}${laneSchema}PRAGMA user_version = ${SCHEMA_VERSION};
`;
