import { foldUserId } from "../../../core/domain/token.js";
import type { Changes } from "../../ports/store.js";
import type { Statements } from "./database/statements.js";
import type { LaneIds } from "./lane-ids.js";
import type { Parts } from "./parts.js";
import { writeCardEntry } from "./tables/card-entries.js";
import { writeOrder } from "./tables/orders.js";
import { ledgerTable, merchantTable, outboxTable, taskTable } from "./tables/tables.js";

/** Writes all that a unit of work changed. Runs inside a commit. */
export function write(parts: Parts, ids: LaneIds, changes: Changes): void {
  const { sql, orders, merchants, journal, lane, counters } = parts;
  for (const { before, after } of changes.orders ?? []) orders.put(after, !before, writeOrder(sql, after, !before));
  writeLedger(sql, ids.nextCommit(), changes);
  writeRegister(sql, changes);
  // The next token id follows from those that the lane assigned, not from those that testers chose.
  if (changes.tokens) lane.putLastToken(ids.lastToken);
  for (const page of changes.cardEntries ?? []) writeCardEntry(sql, page);
  if (changes.merchants) merchants.forget();
  for (const count of changes.counts ?? []) counters.put(count);
  if (changes.forgottenCounts) counters.reset(changes.forgottenCounts);
  if (changes.lane || changes.rules) lane.write(changes, journal);
  if (changes.tasks) writeTasks(sql, changes.tasks);
  for (const entry of changes.outbox ?? []) sql.of(outboxTable.insert).run(...outboxTable.values(entry));
  if (changes.exchange) journal.add(changes.exchange);
  // Only a lane without orders and calls can get another seed.
  if (changes.lane?.seed !== undefined) ids.recount(changes.lane.seed);
}

function writeTasks(sql: Statements, { added = [], ended = [] }: NonNullable<Changes["tasks"]>): void {
  for (const task of added) sql.of(taskTable.insert).run(...taskTable.values(task));
  for (const id of ended) sql.of("DELETE FROM scheduled_tasks WHERE id = ?").run(id);
}

function writeLedger(sql: Statements, commitId: number, { ledger = [] }: Changes): void {
  for (const l of ledger) {
    sql.of(ledgerTable.insert).run(...ledgerTable.values({ ...l, commitId }));
    if (l.account === "unsettled")
      sql
        .of("INSERT INTO balances VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET amount = amount + excluded.amount")
        .run(l.merchantId, l.currency, l.amount);
  }
}

function writeRegister(sql: Statements, { merchants = [], tokens = [], deletedTokens = [] }: Changes): void {
  for (const m of merchants) sql.of(merchantTable.replace).run(...merchantTable.values(m));
  for (const t of tokens)
    sql
      .of("INSERT OR REPLACE INTO tokens VALUES (?, ?, ?, ?)")
      .run(t.merchantId, t.tokenId, foldUserId(t.userId), JSON.stringify(t));
  for (const t of deletedTokens)
    sql.of("DELETE FROM tokens WHERE merchant_id = ? AND id = ?").run(t.merchantId, t.tokenId);
}
