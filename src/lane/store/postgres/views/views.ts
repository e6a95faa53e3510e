import { type Order, statusOf } from "../../../../core/domain/order.js";
import type { LaneState } from "../../../ports/lane-record.js";
import type { AttemptRecord } from "../../../ports/outbox.js";
import type { Views } from "../../../ports/store.js";
import { LaneGone } from "../../../ports/store-errors.js";
import { recordFor } from "../../former-rules.js";
import { searchedAs } from "../../search-status.js";
import type { Asking, Row } from "../connection/connection.js";
import {
  laneRows,
  OUTBOX_COLUMNS,
  type ReadRows,
  readDoc,
  readLedgerLine,
  readOrder,
  readOutbox,
  readsOf,
} from "./reads.js";

type ReadState = () => Promise<LaneState>;

/** Reads for the control API and the pages. Each sees the latest commits of all nodes. */
export function viewsOf(asked: Asking, laneId: number, state: ReadState): Views {
  const rows = laneRows(asked, laneId);
  return {
    ...readsOf(rows),
    lane: state,
    cardEntries: (page) => newest(rows, "SELECT id, doc FROM card_entries", readDoc, page),
    ...orderViews(rows, state),
    ...journalViews(rows),
    ...notificationViews(rows),
  };
}

const ORDERS = "SELECT id, doc, options FROM orders";
const LEDGER = "SELECT id, doc FROM ledger";
const OF_ANY_MERCHANT = " AND merchant_id IN (SELECT id FROM merchants WHERE lane_id = $1)";

type OrderViews = Pick<Views, "orders" | "orderCounts" | "ledger" | "movements">;

const orderViews = (rows: ReadRows, state: ReadState): OrderViews => ({
  orders: async ({ merchantId, merchantReference: reference, status, before, limit = DEFAULT_LIMIT }) => {
    const now = status && (await state()).now;
    // Whether an order is CLOSED depends on the clock, which no index contains.
    const isWanted = (order: Order): boolean =>
      statusOf(order, now!) === status && (merchantId === undefined || order.merchantId === merchantId);
    // There are few orders per reference, and their index needs the merchants.
    const byStatus = reference === undefined && status ? searchedAs[status] : [undefined];
    const found = byStatus.map((searched) =>
      newest(rows, ORDERS, readOrder, {
        where: { status: searched, merchant_id: searched ? undefined : merchantId, reference },
        and: reference !== undefined && merchantId === undefined ? OF_ANY_MERCHANT : "",
        isWanted: status && isWanted,
        ...{ before, limit },
      }),
    );
    return (await Promise.all(found))
      .flat()
      .sort((a, b) => b.id - a.id)
      .slice(0, limit);
  },
  orderCounts: async (limit) => {
    const { now } = await state();
    const found = await newest(rows, ORDERS, readOrder, { limit });
    const groups = Object.groupBy(found, (order) => statusOf(order, now));
    return Object.fromEntries(Object.entries(groups).map(([status, orders]) => [status, orders.length]));
  },
  ledger: async ({ orderId, merchantId }) => {
    const where = { order_id: orderId, merchant_id: merchantId };
    const lines = await newest(rows, LEDGER, readLedgerLine, { where, limit: Number.POSITIVE_INFINITY });
    return lines.toReversed();
  },
  movements: ({ orderId, merchantId, ...page }) => {
    const where = { order_id: orderId, merchant_id: merchantId, "doc->>'account'": "unsettled" };
    return newest(rows, LEDGER, (row) => ({ ...readLedgerLine(row), id: row.id }), { where, ...page });
  },
});

/** A single statement, so that no change can happen in between. */
const RULES_FOR = `SELECT record,
    (SELECT coalesce(json_agg(doc ORDER BY n), '[]') FROM rules WHERE lane_id = $1) AS rules,
    (SELECT coalesce(json_agg(doc ORDER BY n), '[]') FROM former_rules WHERE lane_id = $1 AND until_exchange >= $2) AS former,
    (SELECT doc FROM former_rule_settings WHERE lane_id = $1 AND until_exchange >= $2 ORDER BY until_exchange LIMIT 1) AS settings
  FROM lanes WHERE id = $1`;

const journalViews = (rows: ReadRows): Pick<Views, "exchanges" | "rulesFor" | "droppedExchanges"> => ({
  exchanges: ({ operation, merchantId, merchantReference: reference, orderId, responseCode: code, before, limit }) =>
    newest(rows, "SELECT id, doc FROM exchanges", readDoc, {
      where: { operation, merchant_id: merchantId, reference, order_id: orderId, code },
      ...{ before, limit },
    }),
  rulesFor: async (exchangeId) => {
    const [found] = await rows(RULES_FOR, exchangeId);
    if (!found) throw new LaneGone();
    const former = { rules: JSON.parse(found.former), settings: found.settings && JSON.parse(found.settings) };
    return recordFor(exchangeId, { ...JSON.parse(found.record), rules: JSON.parse(found.rules) }, former);
  },
  droppedExchanges: async () => {
    const [first] = await rows("SELECT id FROM exchanges WHERE lane_id = $1 ORDER BY id LIMIT 1");
    return Math.max(0, (first?.id ?? 1) - 1);
  },
});

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
const notificationViews = (rows: ReadRows): Pick<Views, "notifications" | "attempts" | "nextDue" | "inFlight"> => ({
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

const DEFAULT_LIMIT = 100;

/** The most rows of a statement, so that none takes long, and a silent connection is noticed in each. */
const PIECE_MAX = 10_000;
/** How many rows to read at once if some of them are not wanted. */
const SIFTED = 500;

interface Wanted<T> {
  /** Values of columns. An undefined one is no condition. */
  readonly where?: Readonly<Record<string, unknown>>;
  readonly and?: string;
  /** Only ids below this one. */
  readonly before?: number | undefined;
  readonly limit?: number | undefined;
  /** Left out: all are. */
  readonly isWanted?: ((one: T) => boolean) | undefined;
}

/** The lane's newest rows, in pieces. `select` names a table and reads at least the id. */
async function newest<T>(
  rows: ReadRows,
  select: string,
  read: (row: Row) => T,
  { where = {}, and = "", before, limit = DEFAULT_LIMIT, isWanted }: Wanted<T>,
): Promise<readonly T[]> {
  const given = Object.entries(where).filter(([, value]) => value !== undefined);
  const equal = given.map(([column], n) => ` AND ${column} = $${n + 2}`).join("");
  const values = given.map(([, value]) => value);
  const found: T[] = [];
  for (let below = before; ; ) {
    const all = below === undefined ? values : [...values, below];
    const older = below === undefined ? "" : ` AND id < $${all.length + 1}`;
    const size = isWanted ? SIFTED : Math.min(PIECE_MAX, limit - found.length);
    const text = `${select} WHERE lane_id = $1${equal}${older}${and} ORDER BY id DESC LIMIT $${all.length + 2}`;
    const piece = await rows(text, ...all, size);
    for (const one of piece.map(read)) if (isWanted?.(one) !== false) found.push(one);
    if (piece.length < size || found.length >= limit) return found.slice(0, limit);
    below = piece.at(-1).id;
  }
}
