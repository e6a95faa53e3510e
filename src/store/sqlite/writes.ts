import type { Changes } from "../../app/ports/store.js";
import { foldUserId } from "../../domain/token.js";
import { writeCardEntry } from "./card-entries.js";
import type { Journal } from "./journal.js";
import type { OrderCache } from "./order-cache.js";
import { orderParams, outboxParams, searchStatus } from "./rows.js";
import type { Statements } from "./statements.js";

/** Where the parts of a lane are kept. */
export interface Kept {
  readonly sql: Statements;
  readonly orders: OrderCache;
  readonly journal: Journal;
}

/** Writes all that a unit of work changed. Runs inside a commit. */
export function write({ sql, orders, journal }: Kept, commitId: number, changes: Changes): void {
  writeOrders(sql, orders, changes);
  writeLedger(sql, commitId, changes);
  writeRegister(sql, changes);
  for (const entry of changes.cardEntries ?? []) writeCardEntry(sql, entry);
  for (const { ruleId, key, seen, fired } of changes.counts ?? [])
    sql.of("INSERT OR REPLACE INTO rule_counts VALUES (?, ?, ?, ?)").run(ruleId, key, seen, fired);
  for (const entry of changes.outbox ?? [])
    sql.of("INSERT INTO outbox VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)").run(...outboxParams(entry));
  if (changes.exchange) journal.add(changes.exchange);
}

function writeOrders(sql: Statements, cache: OrderCache, { orders = [] }: Changes): void {
  for (const { before, after } of orders) {
    cache.put(after, !before);
    if (!before) {
      sql.of("INSERT INTO orders VALUES (?, ?, ?, ?, ?, ?, ?, ?)").run(...orderParams(after));
      continue;
    }
    const { options: _, ...rest } = after;
    sql
      .of("UPDATE orders SET status = ?, last_transaction = ?, order_json = ? WHERE id = ?")
      .run(searchStatus(after), after.transactions.at(-1)?.id ?? 0, JSON.stringify(rest), after.id);
  }
}

function writeLedger(sql: Statements, commitId: number, { ledger = [] }: Changes): void {
  for (const l of ledger) {
    sql
      .of(
        "INSERT INTO ledger (commit_id, account, merchant_id, currency, amount, at, order_id, transaction_id, why) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
      )
      .run(
        commitId,
        l.account,
        l.merchantId,
        l.currency,
        l.amount,
        l.at,
        l.orderId ?? null,
        l.transactionId ?? null,
        l.why,
      );
    if (l.account === "unsettled")
      sql
        .of("INSERT INTO balances VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET amount = amount + excluded.amount")
        .run(l.merchantId, l.currency, l.amount);
  }
}

function writeRegister(sql: Statements, { merchants = [], tokens = [], deletedTokens = [] }: Changes): void {
  for (const m of merchants)
    sql
      .of("INSERT OR REPLACE INTO merchants VALUES (?, ?, ?)")
      .run(m.merchantId, JSON.stringify(m.publicKeys), JSON.stringify(m.capabilities));
  for (const t of tokens)
    sql
      .of("INSERT OR REPLACE INTO tokens VALUES (?, ?, ?, ?)")
      .run(t.merchantId, t.tokenId, foldUserId(t.userId), JSON.stringify(t));
  for (const t of deletedTokens)
    sql.of("DELETE FROM tokens WHERE merchant_id = ? AND id = ?").run(t.merchantId, t.tokenId);
}
