import type Database from "better-sqlite3";
import { ownTables } from "./lane-table.js";
import { cardEntriesTable } from "./tables/card-entries.js";
import { ordersSchema } from "./tables/orders.js";
import { attemptTable, exchangeTable, ledgerTable, merchantTable, outboxTable } from "./tables/tables.js";

/** Increased with every change of the tables. */
export const SCHEMA_VERSION = 4;

/** Files of the same version may be older than this index. */
const attemptsByTime = "CREATE INDEX IF NOT EXISTS attempts_by_time ON attempts (at, notification_id, n);";

/**
 * The schema of one lane. A column whose text is read back as JSON has a name ending in `_json`. Tables that store an
 * object member by member are in tables.ts.
 */
export const schema = `
${merchantTable.create}
CREATE TABLE tokens (
  merchant_id INTEGER NOT NULL, id INTEGER NOT NULL, user_key TEXT NOT NULL, token_json TEXT NOT NULL,
  PRIMARY KEY (merchant_id, id)) WITHOUT ROWID;
${ordersSchema}${ledgerTable.create}
CREATE INDEX ledger_by_order ON ledger (order_id) WHERE order_id IS NOT NULL;
CREATE TABLE balances (
  merchant_id INTEGER NOT NULL, currency TEXT NOT NULL, amount INTEGER NOT NULL,
  PRIMARY KEY (merchant_id, currency)) WITHOUT ROWID;
CREATE TABLE rule_counts (
  rule_id TEXT NOT NULL, key TEXT NOT NULL, seen INTEGER NOT NULL, fired INTEGER NOT NULL,
  PRIMARY KEY (rule_id, key)) WITHOUT ROWID;
${exchangeTable.create}
${outboxTable.create}
CREATE INDEX outbox_due ON outbox (due_at, id) WHERE state = 'due';
CREATE INDEX outbox_by_order ON outbox (order_id);
${attemptTable.create}
${attemptsByTime}
${cardEntriesTable}${ownTables}PRAGMA user_version = ${SCHEMA_VERSION};
`;

/** The data was written by another version of the sandbox, or by another program. */
export class SchemaMismatch extends Error {}

/** Returns true if the tables are new and empty, so that a reset can skip queries with known results. */
export function migrate(db: Database.Database, from: string | Buffer | undefined): boolean {
  const version = db.pragma("user_version", { simple: true });
  if (version === SCHEMA_VERSION) {
    db.exec(attemptsByTime);
    return false;
  }
  const what = typeof from === "string" ? from : "the snapshot";
  if (version !== 0)
    throw new SchemaMismatch(
      `${what} has schema ${version}, this version reads ${SCHEMA_VERSION}: start with another --data-dir, delete the file, or use the version that wrote it`,
    );
  if (db.prepare("SELECT 1 FROM sqlite_schema").get() !== undefined)
    throw new SchemaMismatch(`${what} is a database of another program`);
  db.exec(`BEGIN;${schema}COMMIT;PRAGMA synchronous = NORMAL`);
  return true;
}
