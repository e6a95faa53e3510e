import type { Instant } from "../../../../core/domain/money.js";
import type { AttemptRecord, OutboxEntry } from "../../../ports/outbox.js";
import type { NextAttempt, Store } from "../../../ports/store.js";
import type { Statements } from "../database/statements.js";
import { attemptTable, outboxTable } from "./tables.js";

/** Marks due notifications as in flight. The earliest comes first. */
export function claimDue(sql: Statements, now: Instant, limit: number): readonly OutboxEntry[] {
  const rows = sql
    .of(
      "UPDATE outbox SET state = 'in-flight' WHERE id IN (SELECT id FROM outbox WHERE state = 'due' AND due_at <= ? ORDER BY due_at, id LIMIT ?) RETURNING *",
    )
    .all(now, limit);
  return rows.map((row) => outboxTable.read(row)).sort((a, b) => (a.dueAt ?? 0) - (b.dueAt ?? 0) || a.id - b.id);
}

export function inFlight(sql: Statements, id: number): OutboxEntry | undefined {
  const row = sql.of("SELECT * FROM outbox WHERE id = ? AND state = 'in-flight'").get(id);
  return row && outboxTable.read(row);
}

/** Changes a notification's state. False if there is no such notification. */
export function requeue(sql: Statements, id: number, next: Parameters<Store["requeue"]>[1]): boolean {
  const effects = next.effects === undefined ? null : JSON.stringify(next.effects);
  const done = sql
    .of("UPDATE outbox SET state = ?, due_at = ?, effects_json = coalesce(?, effects_json) WHERE id = ?")
    .run(next.state, next.dueAt, effects, id);
  return done.changes === 1;
}

/** Records an attempt of a notification and its next state. */
export function writeAttempt(sql: Statements, id: number, a: AttemptRecord, next: NextAttempt): void {
  sql.db.transaction(() => {
    sql.of(attemptTable.replace).run(...attemptTable.values({ notificationId: id, ...a }));
    sql
      .of("UPDATE outbox SET attempt_count = ?, state = ?, due_at = ? WHERE id = ?")
      .run(a.n, next.state, next.dueAt, id);
  })();
}

/** The same for several notifications in flight with equal attempt counts. Returns their ids. */
export function writeAttempts(
  sql: Statements,
  ids: readonly number[],
  a: AttemptRecord,
  next: NextAttempt,
): readonly number[] {
  return sql.db.transaction(() => {
    const kept = sql
      .of(
        `UPDATE outbox SET attempt_count = ?, state = ?, due_at = ?
         WHERE id IN (SELECT value FROM json_each(?)) AND state = 'in-flight' AND attempt_count = ? RETURNING id`,
      )
      .all(a.n, next.state, next.dueAt, JSON.stringify(ids), a.n - 1)
      .map(({ id }) => id as number);
    sql
      .of("INSERT OR REPLACE INTO attempts SELECT value, ?, ?, ?, ?, ?, ?, ? FROM json_each(?)")
      .run(a.n, a.at, a.request, a.status, a.body, a.durationMs, a.why, JSON.stringify(kept));
    return kept;
  })();
}
