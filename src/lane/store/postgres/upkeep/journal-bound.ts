import { WHOLE_LANE_MS } from "../connection/connection.js";
import type { Database } from "../connection/database.js";

/** How many calls are deleted at once. */
const AT_ONCE = 500;
/** How much of the limit is freed at once, so that a full journal isn't shortened at each check. */
const FREED_PART = 1 / 64;
/** How many batches to delete per check, at most. The next check continues. */
const PIECES = 200;

const total = "SELECT coalesce(sum(journal_bytes), 0)::bigint AS bytes FROM lanes WHERE dropped_at IS NULL";
const largest = "SELECT id FROM lanes WHERE dropped_at IS NULL ORDER BY journal_bytes DESC LIMIT 1";

/**
 * The oldest calls of a lane, except the newest one. Only one process at a time, because two would count their
 * deletions twice.
 */
const shorten = `WITH gone AS (DELETE FROM exchanges WHERE lane_id = $1 AND id IN (
        SELECT id FROM exchanges WHERE lane_id = $1
          AND id < (SELECT id FROM exchanges WHERE lane_id = $1 ORDER BY id DESC LIMIT 1)
        ORDER BY id LIMIT ${AT_ONCE})
      RETURNING coalesce(bytes, octet_length(doc::text)) AS bytes),
    freed AS (SELECT coalesce(sum(bytes), 0)::bigint AS bytes FROM gone)
    UPDATE lanes SET journal_bytes = greatest(journal_bytes - freed.bytes, 0) FROM freed WHERE id = $1
    RETURNING freed.bytes`;
/** Former rules that no longer apply to any call in the journal. */
const forgetRules = ["former_rules", "former_rule_settings"].map(
  (table) => `DELETE FROM ${table} WHERE lane_id = $1
    AND until_exchange < (SELECT id FROM exchanges WHERE lane_id = $1 ORDER BY id LIMIT 1)`,
);
const alone = "SELECT pg_try_advisory_xact_lock(46552, hashtext(current_schema())) AS is_alone";

/** Deletes the oldest calls of the largest lanes if all journals together hold more than `maxBytes`. */
export async function boundJournal(database: Database, maxBytes: number): Promise<void> {
  for (let piece = 0, wanted = maxBytes; piece < PIECES; piece++) {
    const [{ bytes }] = (await database.rows(total)) as [{ bytes: number }];
    if (bytes <= wanted) return;
    wanted = maxBytes * (1 - FREED_PART);
    const freed = await database.transaction(async (connection) => {
      const [{ is_alone }] = (await connection.rows(alone)) as [{ is_alone: boolean }];
      if (!is_alone) return 0;
      const [lane] = await connection.rows(largest);
      const [shortened] = await connection.rows(shorten, [lane.id], WHOLE_LANE_MS);
      for (const statement of forgetRules) await connection.rows(statement, [lane.id]);
      return shortened?.bytes ?? 0;
    });
    // A journal with a single call keeps it, whatever its size.
    if (freed === 0) return;
  }
}
