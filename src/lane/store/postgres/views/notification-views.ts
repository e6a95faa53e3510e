import type { AttemptRecord } from "../../../ports/outbox.js";
import type { Views } from "../../../ports/store.js";
import type { Row } from "../connection/connection.js";
import { newest } from "./reading.js";
import type { ReadRows } from "./reads.js";
import { OUTBOX_COLUMNS, readOutbox } from "./rows.js";

/** Notifications that a dead node had in flight are due again, whoever reads them. */
const WORK_DUE = `SELECT (SELECT due_at FROM outbox WHERE lane_id = $1 AND state = 'due' ORDER BY due_at LIMIT 1) AS at
  UNION ALL SELECT (SELECT due_at FROM outbox WHERE lane_id = $1 AND state = 'in-flight' AND lease_until < clock_timestamp()
    ORDER BY lease_until LIMIT 1)
  UNION ALL SELECT (SELECT at FROM scheduled_tasks WHERE lane_id = $1 ORDER BY at LIMIT 1)`;
const EXPIRY = `SELECT (SELECT expires_at FROM orders WHERE lane_id = $1 AND status = 'OPEN' ORDER BY expires_at LIMIT 1)`;

/** In the order in which they were recorded. */
const EARLIER = "a.seq < (SELECT seq FROM attempts WHERE lane_id = $1 AND notification_id = $2 AND n = $3)";

const ATTEMPTS = `(SELECT coalesce(json_agg(a.doc ORDER BY a.n), '[]') FROM attempts a
  WHERE a.lane_id = o.lane_id AND a.notification_id = o.id) AS attempts`;

/** Notifications, their attempts, and what is due. */
export const notificationViews = (
  rows: ReadRows,
): Pick<Views, "notifications" | "attempts" | "nextDue" | "inFlight"> => ({
  attempts: async ({ before, limit }) => {
    const key = before === undefined ? [] : [before.notificationId, before.n];
    const found = await rows(
      `SELECT a.doc AS attempt, o.id, o.doc, o.order_id, o.due_at, o.state, o.attempt_count, o.effects
        FROM attempts a JOIN outbox o ON o.lane_id = a.lane_id AND o.id = a.notification_id
        WHERE a.lane_id = $1${before ? ` AND ${EARLIER}` : ""} ORDER BY a.seq DESC LIMIT $${key.length + 2}`,
      ...key,
      limit,
    );
    return found.map((row) => ({ ...(JSON.parse(row.attempt) as AttemptRecord), notification: readOutbox(row) }));
  },
  notifications: ({ orderId, id, ...page }) => {
    const read = (row: Row) => ({ ...readOutbox(row), attempts: JSON.parse(row.attempts) as AttemptRecord[] });
    const select = `SELECT ${OUTBOX_COLUMNS}, ${ATTEMPTS} FROM outbox o`;
    return newest(rows, select, read, { where: { order_id: orderId, id }, ...page });
  },
  nextDue: async ({ expiries }) => {
    const [row] = await rows(
      `SELECT min(at) AS at FROM (${expiries ? `${WORK_DUE} UNION ALL ${EXPIRY}` : WORK_DUE}) due`,
    );
    return row.at ?? undefined;
  },
  inFlight: async () =>
    (await rows("SELECT count(*) AS n FROM outbox WHERE lane_id = $1 AND state = 'in-flight'"))[0].n,
});
