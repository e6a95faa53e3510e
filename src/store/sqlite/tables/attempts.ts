import type { AttemptRecord } from "../../../app/ports/outbox.js";
import type { NextAttempt } from "../../../app/ports/store.js";
import type { Statements } from "../database/statements.js";
import { attemptTable } from "./tables.js";

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
