import type { Changes } from "../../app/ports/store.js";
import { foldUserId } from "../../domain/token.js";
import { writeCardEntry } from "./card-entries.js";
import type { OrderCache } from "./order-cache.js";
import type { Parts } from "./parts.js";
import { orderParams, outboxParams, statusColumn } from "./rows.js";
import type { Statements } from "./statements.js";

/** Writes all that a unit of work changed. Runs inside a commit. */
export function write(parts: Parts, commitId: number, changes: Changes): void {
  const { sql, orders, merchants, journal, lane, counters } = parts;
  writeOrders(sql, orders, changes);
  writeLedger(sql, commitId, changes);
  writeRegister(sql, changes);
  for (const page of changes.cardEntries ?? []) writeCardEntry(sql, page);
  if (changes.merchants) merchants.forget();
  for (const count of changes.counts ?? []) counters.put(count);
  if (changes.forgottenCounts) counters.reset(changes.forgottenCounts);
  if (changes.lane || changes.rules) lane.write(changes, journal);
  if (changes.tasks) writeTasks(sql, changes.tasks);
  for (const entry of changes.outbox ?? [])
    sql.of("INSERT INTO outbox VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)").run(...outboxParams(entry));
  if (changes.exchange) journal.add(changes.exchange);
}

function writeTasks(sql: Statements, { added = [], ended = [] }: NonNullable<Changes["tasks"]>): void {
  for (const { id, at, kind, orderId, what } of added)
    sql.of("INSERT INTO scheduled_tasks VALUES (?, ?, ?, ?, ?)").run(id, at, kind, orderId, JSON.stringify(what));
  for (const id of ended) sql.of("DELETE FROM scheduled_tasks WHERE id = ?").run(id);
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
      .run(statusColumn(after), after.transactions.at(-1)?.id ?? 0, JSON.stringify(rest), after.id);
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
