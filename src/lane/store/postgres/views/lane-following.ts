import type { Order } from "../../../../core/domain/order.js";
import type { Following, OtherAttempt, OtherChanges, OtherCommit } from "../../../ports/change-feed.js";
import type { Exchange } from "../../../ports/exchange.js";
import type { Row } from "../connection/connection.js";
import type { Database } from "../connection/database.js";
import type { ChangeDoc } from "../units/writes.js";
import { readOrder } from "./rows.js";

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

/** Reads other nodes' changes in a lane, by their write numbers. */
export class LaneFollowing implements Following {
  readonly #database: Database;
  readonly #laneId: number;
  readonly #node: string;
  #exchange: number;
  #change: number;
  #attempt: number;
  #toldAttempts = new Set<number>();

  private constructor(database: Database, laneId: number, node: string, last: Row) {
    this.#database = database;
    this.#laneId = laneId;
    this.#node = node;
    this.#exchange = last.exchange;
    this.#change = last.change;
    this.#attempt = last.attempt;
  }

  static async begin(database: Database, laneId: number, node: string): Promise<LaneFollowing> {
    const [last] = await database.rows(begin, [laneId]);
    const following = new LaneFollowing(database, laneId, node, last);
    await following.#readAttempts();
    return following;
  }

  async read(): Promise<OtherChanges> {
    const commits: Row[] = [];
    for (let more = true; more; ) {
      const [called, changed] = await Promise.all([
        this.#rows(calls, this.#exchange),
        this.#rows(changes, this.#change),
      ]);
      this.#exchange = called.at(-1)?.id ?? this.#exchange;
      this.#change = changed.at(-1)?.id ?? this.#change;
      commits.push(...called, ...changed);
      more = called.length === AT_ONCE || changed.length === AT_ONCE;
    }
    const others = commits.filter(({ is_own }) => !is_own);
    return { commits: await this.#commitsOf(others), attempts: await this.#readAttempts() };
  }

  #rows(statement: string, after: number): Promise<readonly Row[]> {
    return this.#database.rows(statement, [this.#laneId, after, this.#node]);
  }

  async #commitsOf(rows: readonly Row[]): Promise<readonly OtherCommit[]> {
    const read = rows.map(({ doc, changed }) => ({
      exchange: doc ? (JSON.parse(doc) as Exchange) : undefined,
      change: JSON.parse(changed ?? "{}") as ChangeDoc,
    }));
    const ids = new Set(read.flatMap(({ change }) => (change.orders ?? []).map(([id]) => id)));
    const found = ids.size === 0 ? [] : await this.#database.rows(ordersOf, [this.#laneId, [...ids]]);
    const orders = new Map<number, Order>(found.map(readOrder).map((order) => [order.id, order]));
    return read.map(({ exchange, change }) => ({
      exchange,
      orders: (change.orders ?? []).flatMap(([id, statusBefore]) => {
        const order = orders.get(id);
        return order ? [{ order, statusBefore }] : [];
      }),
      changed: change.changed ?? [],
      hasMovedClock: change.clock === true,
    }));
  }

  async #readAttempts(): Promise<readonly OtherAttempt[]> {
    const rows = await this.#rows(attempts, this.#attempt - LOOKED_AT_AGAIN);
    const fresh = rows.filter(({ seq }) => !this.#toldAttempts.has(seq));
    this.#attempt = Math.max(this.#attempt, ...rows.map(({ seq }) => seq));
    this.#toldAttempts = new Set(rows.map(({ seq }) => seq));
    return fresh
      .filter(({ is_own }) => !is_own)
      .map(({ id, doc, order_id, reference, state }) => ({
        id,
        orderId: order_id ?? undefined,
        merchantReference: reference ?? undefined,
        attempt: JSON.parse(doc),
        state,
      }));
  }
}
