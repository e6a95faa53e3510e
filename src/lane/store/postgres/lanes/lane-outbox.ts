import type { MovedNotification, Outbox } from "../../../ports/store.js";
import type { Database } from "../connection/database.js";
import { OUTBOX_COLUMNS, readOutbox } from "../views/reads.js";

/** How long a notification is reserved for the node that committed or requested it, as a PostgreSQL interval. */
const RESERVED = "interval '2 seconds'";

/**
 * Two nodes claim one after another in the same lane, so that an order's first attempts are not split. No call waits
 * for this.
 */
const claiming = "SELECT pg_advisory_xact_lock(46550, hashtext(current_schema() || ' ' || $1::bigint))";

/**
 * If a notification is in flight for longer than an attempt can take, its node is gone or has lost it. It is then due
 * again.
 */
const takeBack = `UPDATE outbox SET state = 'due', claimed_by = NULL, lease_until = NULL
    WHERE lane_id = $1 AND state = 'in-flight' AND lease_until < clock_timestamp()`;

const claim = `UPDATE outbox SET state = 'in-flight', claimed_by = $2, lease_until = clock_timestamp() + $5::bigint * interval '1 ms'
    WHERE lane_id = $1 AND id = ANY (ARRAY(
      SELECT o.id FROM outbox o
      WHERE o.lane_id = $1 AND o.state = 'due' AND o.due_at <= $3
        AND (o.lease_until IS NULL OR o.lease_until < clock_timestamp() OR o.claimed_by = $2)
        AND NOT EXISTS (SELECT 1 FROM lanes l
          WHERE l.id = $1 AND (l.dropped_at IS NOT NULL OR l.moved_by <> $2 AND l.moved_until > clock_timestamp()))
        AND NOT (o.attempt_count = 0 AND o.order_id IS NOT NULL AND EXISTS (SELECT 1 FROM outbox e
          WHERE e.lane_id = $1 AND e.order_id = o.order_id AND e.id < o.id AND e.attempt_count = 0
            AND e.claimed_by <> $2 AND e.lease_until > clock_timestamp() AND e.state IN ('due', 'in-flight')))
      ORDER BY o.due_at, o.id LIMIT $4 FOR UPDATE SKIP LOCKED))
    RETURNING ${OUTBOX_COLUMNS}`;

/** The lease starts when the attempt is sent, because the notification may have waited long in this node's queue. */
const sending = `UPDATE outbox SET lease_until = clock_timestamp() + $4::bigint * interval '1 ms'
    WHERE lane_id = $1 AND id = $2 AND state = 'in-flight' AND claimed_by = $3 RETURNING ${OUTBOX_COLUMNS}`;

const attempted = `WITH fenced AS (
      UPDATE outbox SET attempt_count = $4, state = $5, due_at = $6, claimed_by = NULL, lease_until = NULL
      WHERE lane_id = $1 AND id = $2 AND state = 'in-flight' AND claimed_by = $3 AND attempt_count = $4 - 1
      RETURNING id)
    INSERT INTO attempts (lane_id, notification_id, n, doc, node) SELECT $1, id, $4, $7::json, $3 FROM fenced RETURNING n`;

const requeue = `UPDATE outbox SET state = $3, due_at = $4, effects = coalesce($5::json, effects),
      claimed_by = $6, lease_until = clock_timestamp() + ${RESERVED}
    WHERE lane_id = $1 AND id = $2 RETURNING id`;

const inFlightBesides = `SELECT count(*) AS others FROM outbox
    WHERE lane_id = $1 AND state = 'in-flight' AND NOT (claimed_by = $2 AND id = ANY ($3::bigint[]))`;

const letGo = `UPDATE outbox SET state = 'due', claimed_by = NULL, lease_until = NULL
    WHERE lane_id = $1 AND state = 'in-flight' AND claimed_by = $2`;

export interface OutboxOptions {
  readonly database: Database;
  readonly laneId: number;
  /** Identifies this process among those that share the database. */
  readonly node: string;
  /** How long a claim lasts after its attempt was sent. */
  readonly leaseMs: number;
}

interface LaneOutbox extends Outbox {
  /**
   * This node stops, so its notifications in flight become due for other nodes at once. If the database can't be
   * reached, the leases expire by themselves.
   */
  letGo(): Promise<void>;
}

/**
 * The notifications of a lane. Any node may claim them, and the database's clock measures the leases. `moved`: called
 * after an attempt or a manual change was written.
 */
export function outboxOf(
  { database, laneId, node, leaseMs }: OutboxOptions,
  moved: (moved: MovedNotification) => void,
): LaneOutbox {
  let hasClaimed = false;
  const attemptedOne: Outbox["attempted"] = async (id, attempt, { state, dueAt }) => {
    const doc = JSON.stringify(attempt);
    const rows = await database.rows(attempted, [laneId, id, node, attempt.n, state, dueAt, doc]);
    moved({ id, state, attempt });
    return rows.length === 1;
  };
  return {
    attempted: attemptedOne,
    claim: async (now, limit) => {
      const [, , rows] = await database.transaction((connection) =>
        Promise.all([
          connection.rows(claiming, [laneId]),
          connection.rows(takeBack, [laneId]),
          connection.rows(claim, [laneId, node, now, limit, leaseMs]),
        ]),
      );
      hasClaimed ||= rows.length > 0;
      return rows.map(readOutbox).sort((a, b) => (a.dueAt ?? 0) - (b.dueAt ?? 0) || a.id - b.id);
    },
    sending: async (id) => (await database.rows(sending, [laneId, id, node, leaseMs])).map(readOutbox)[0],
    attemptedTogether: async (ids, attempt, next) => {
      const kept = await Promise.all(ids.map((id) => attemptedOne(id, attempt, next)));
      return ids.filter((_, n) => kept[n]);
    },
    requeue: async (id, { state, dueAt, effects }) => {
      const changed = effects === undefined ? null : JSON.stringify(effects);
      const rows = await database.rows(requeue, [laneId, id, state, dueAt, changed, node]);
      moved({ id, state });
      return rows.length === 1;
    },
    inFlightBesides: async (own) => (await database.rows(inFlightBesides, [laneId, node, own]))[0].others,
    letGo: async () => {
      if (hasClaimed) await database.rows(letGo, [laneId, node]).catch(() => {});
    },
  };
}
