import type { Order } from "../../../../core/domain/order.js";
import type { Following, OtherAttempt, OtherCommit } from "../../../ports/change-feed.js";
import type { Exchange } from "../../../ports/exchange.js";
import type { Row } from "../connection/connection.js";
import type { Database } from "../connection/database.js";
import type { ChangeDoc } from "../units/writes.js";
import { readOrder } from "./reads.js";

/** The maximum number of records of each kind per read. The next read continues. */
const AT_ONCE = 500;
/** Attempts get their numbers before they are committed, so this many of the last ones are read again. */
const LOOKED_AT_AGAIN = 200;

const begin = `SELECT coalesce((SELECT id FROM exchanges WHERE lane_id = $1 ORDER BY id DESC LIMIT 1), 0) AS exchange,
    coalesce((SELECT id FROM lane_changes WHERE lane_id = $1 ORDER BY id DESC LIMIT 1), 0) AS change,
    coalesce((SELECT seq FROM attempts WHERE lane_id = $1 AND seq IS NOT NULL ORDER BY seq DESC LIMIT 1), 0) AS attempt`;
const calls = `SELECT id, node IS NOT DISTINCT FROM $3 AS is_own, CASE WHEN node IS DISTINCT FROM $3 THEN doc END AS doc, changed
    FROM exchanges WHERE lane_id = $1 AND id > $2 ORDER BY id LIMIT ${AT_ONCE}`;
const changes = `SELECT id, node = $3 AS is_own, doc AS changed FROM lane_changes WHERE lane_id = $1 AND id > $2 ORDER BY id LIMIT ${AT_ONCE}`;
const attempts = `SELECT a.seq, a.node = $3 AS is_own, a.notification_id AS id, a.doc, o.order_id, o.doc->>'reference' AS reference, o.state FROM attempts a
    JOIN outbox o ON o.lane_id = a.lane_id AND o.id = a.notification_id
    WHERE a.lane_id = $1 AND a.seq > $2 ORDER BY a.seq LIMIT ${AT_ONCE + LOOKED_AT_AGAIN}`;
const ordersOf = "SELECT doc, options FROM orders WHERE lane_id = $1 AND id = ANY ($2::bigint[])";

/** Reads other nodes' changes in a lane from now on, by their write numbers. */
export async function followLane(database: Database, laneId: number, node: string): Promise<Following> {
  const rows = (statement: string, after: number) => database.rows(statement, [laneId, after, node]);
  const [last] = await database.rows(begin, [laneId]);
  let { exchange, change, attempt } = last as Record<"exchange" | "change" | "attempt", number>;
  let toldAttempts = new Set<number>();

  const newAttempts = async (): Promise<readonly OtherAttempt[]> => {
    const found = await rows(attempts, attempt - LOOKED_AT_AGAIN);
    const earlier = toldAttempts;
    toldAttempts = new Set(found.map(({ seq }) => seq));
    attempt = Math.max(attempt, ...toldAttempts);
    return found
      .filter(({ seq, is_own }) => !earlier.has(seq) && !is_own)
      .map(({ id, doc, order_id, reference, state }) => ({
        id,
        orderId: order_id ?? undefined,
        merchantReference: reference ?? undefined,
        attempt: JSON.parse(doc),
        state,
      }));
  };

  const commitsOf = async (read: readonly Row[]): Promise<readonly OtherCommit[]> => {
    const changesOf = read.map(({ changed }) => JSON.parse(changed ?? "{}") as ChangeDoc);
    const ids = new Set(changesOf.flatMap(({ orders = [] }) => orders.map(([id]) => id)));
    const found = ids.size === 0 ? [] : await database.rows(ordersOf, [laneId, [...ids]]);
    const known = new Map<number, Order>(found.map(readOrder).map((order) => [order.id, order]));
    return read.map(({ doc }, n) => {
      const { orders = [], changed = [], clock } = changesOf[n]!;
      const others = orders.map(([id, statusBefore]) => ({ order: known.get(id)!, statusBefore }));
      return {
        exchange: doc ? (JSON.parse(doc) as Exchange) : undefined,
        orders: others.filter(({ order }) => order !== undefined),
        changed,
        hasMovedClock: clock === true,
      };
    });
  };

  const newCommits = async (): Promise<readonly Row[]> => {
    const commits: Row[] = [];
    for (let more = true; more; ) {
      const [called, changed] = await Promise.all([rows(calls, exchange), rows(changes, change)]);
      exchange = called.at(-1)?.id ?? exchange;
      change = changed.at(-1)?.id ?? change;
      commits.push(...called, ...changed);
      more = called.length === AT_ONCE || changed.length === AT_ONCE;
    }
    return commits.filter(({ is_own }) => !is_own);
  };

  await newAttempts();
  return { read: async () => ({ commits: await commitsOf(await newCommits()), attempts: await newAttempts() }) };
}
