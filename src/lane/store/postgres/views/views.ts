import type { Instant } from "../../../../core/domain/money.js";
import { type Order, type OrderStatus, statusOf } from "../../../../core/domain/order.js";
import type { LaneState } from "../../../ports/lane-record.js";
import type { OrderFilter, Views } from "../../../ports/store.js";
import { LaneGone } from "../../../ports/store-errors.js";
import { recordFor } from "../../former-rules.js";
import { searchedAs } from "../../search-status.js";
import type { Asking } from "../connection/connection.js";
import { notificationViews } from "./notification-views.js";
import { DEFAULT_LIMIT, newest } from "./reading.js";
import { laneRows, type ReadRows, readsOf } from "./reads.js";
import { readDoc, readLedgerLine, readOrder } from "./rows.js";

export interface ViewParts {
  readonly asked: Asking;
  readonly laneId: number;
  readonly state: () => Promise<LaneState>;
  /** Throws LaneGone if the lane was closed. */
  readonly assertOpen: () => void;
}

/** Reads for the control API and the pages. Each sees the latest commits of all nodes. */
export function viewsOf({ asked, laneId, state, assertOpen }: ViewParts): Views {
  const laneRow = laneRows(asked, laneId);
  const rows: ReadRows = async (...read) => {
    assertOpen();
    return laneRow(...read);
  };
  return {
    ...readsOf(rows),
    lane: async () => {
      assertOpen();
      return state();
    },
    cardEntries: async (page) => (await newest(rows, "SELECT id, doc FROM card_entries", page)).map(readDoc),
    ...orderViews(rows, state),
    ...journalViews(rows),
    ...notificationViews(rows),
  };
}

const ORDER = "SELECT doc, options FROM orders";
const LEDGER = "SELECT id, doc FROM ledger";
const OF_ANY_MERCHANT = " AND merchant_id IN (SELECT id FROM merchants WHERE lane_id = $1)";

const orderViews = (
  rows: ReadRows,
  state: ViewParts["state"],
): Pick<Views, "orders" | "orderCounts" | "ledger" | "movements"> => ({
  orders: async ({ merchantId, merchantReference, status, before, limit = DEFAULT_LIMIT }: OrderFilter) => {
    // There are few orders per reference, and their index needs the merchants.
    if (status !== undefined && merchantReference === undefined)
      return ordersOfStatus(rows, (await state()).now, { status, merchantId, before, limit });
    const found = await newest(rows, "SELECT id, doc, options FROM orders", {
      where: { merchant_id: merchantId, reference: merchantReference },
      and: merchantReference !== undefined && merchantId === undefined ? OF_ANY_MERCHANT : "",
      before,
      limit: status === undefined ? limit : Number.POSITIVE_INFINITY,
    });
    const orders = found.map(readOrder);
    if (status === undefined) return orders;
    const { now } = await state();
    return orders.filter((order) => statusOf(order, now) === status).slice(0, limit);
  },
  orderCounts: async (limit) => {
    const { now } = await state();
    const found = await newest(rows, "SELECT id, doc, options FROM orders", { limit });
    const groups = Object.groupBy(found.map(readOrder), (order) => statusOf(order, now));
    return Object.fromEntries(Object.entries(groups).map(([status, orders]) => [status, orders.length]));
  },
  ledger: async ({ orderId, merchantId }) => {
    const given = { order_id: orderId, merchant_id: merchantId };
    return (await newest(rows, LEDGER, { where: given, limit: Number.POSITIVE_INFINITY }))
      .map(readLedgerLine)
      .reverse();
  },
  movements: async ({ orderId, merchantId, ...page }) => {
    const given = { order_id: orderId, merchant_id: merchantId, "doc->>'account'": "unsettled" };
    const found = await newest(rows, LEDGER, { where: given, ...page });
    return found.map((row) => ({ ...readLedgerLine(row), id: row.id }));
  },
});

const PIECE = 500;
export const readByStatus = `${ORDER} WHERE lane_id = $1 AND status = $2 AND id < $3 ORDER BY id DESC LIMIT ${PIECE}`;

type StatusFilter = Pick<OrderFilter, "merchantId" | "before"> & {
  readonly status: OrderStatus;
  readonly limit: number;
};

/**
 * Reads in pieces until there are enough orders: whether an order is CLOSED depends on the clock, which no index
 * contains.
 */
async function ordersOfStatus(
  rows: ReadRows,
  now: Instant,
  { status, merchantId, before = Number.MAX_SAFE_INTEGER, limit }: StatusFilter,
): Promise<readonly Order[]> {
  const fits = (order: Order): boolean =>
    statusOf(order, now) === status && (merchantId === undefined || order.merchantId === merchantId);
  const found: Order[] = [];
  for (const searched of searchedAs[status]) {
    const enough = found.length + limit;
    for (let below = before; found.length < enough; ) {
      const piece = (await rows(readByStatus, searched, below)).map(readOrder);
      found.push(...piece.filter(fits));
      if (piece.length < PIECE) break;
      below = piece.at(-1)!.id;
    }
  }
  return found.sort((a, b) => b.id - a.id).slice(0, limit);
}

/** A single statement, so that no change can happen in between. */
const RULES_FOR = `SELECT record,
    (SELECT coalesce(json_agg(doc ORDER BY n), '[]') FROM rules WHERE lane_id = $1) AS rules,
    (SELECT coalesce(json_agg(doc ORDER BY n), '[]') FROM former_rules WHERE lane_id = $1 AND until_exchange >= $2) AS former,
    (SELECT doc FROM former_rule_settings WHERE lane_id = $1 AND until_exchange >= $2 ORDER BY until_exchange LIMIT 1) AS settings
  FROM lanes WHERE id = $1`;

const journalViews = (rows: ReadRows): Pick<Views, "exchanges" | "rulesFor" | "droppedExchanges"> => ({
  exchanges: async ({ operation, merchantId, merchantReference, orderId, responseCode, before, limit }) => {
    const found = await newest(rows, "SELECT id, doc FROM exchanges", {
      where: {
        operation,
        merchant_id: merchantId,
        reference: merchantReference,
        order_id: orderId,
        code: responseCode,
      },
      before,
      limit: limit ?? DEFAULT_LIMIT,
    });
    return found.map(readDoc);
  },
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
