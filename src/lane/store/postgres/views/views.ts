import { type Order, statusOf } from "../../../../core/domain/order.js";
import type { LaneState } from "../../../ports/lane-record.js";
import type { Views } from "../../../ports/store.js";
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
    cardEntries: (page) => newest(rows, "SELECT id, doc FROM card_entries", readDoc, page),
    ...orderViews(rows, state),
    ...journalViews(rows),
    ...notificationViews(rows),
  };
}

const ORDERS = "SELECT id, doc, options FROM orders";
const LEDGER = "SELECT id, doc FROM ledger";
const OF_ANY_MERCHANT = " AND merchant_id IN (SELECT id FROM merchants WHERE lane_id = $1)";

const orderViews = (
  rows: ReadRows,
  state: ViewParts["state"],
): Pick<Views, "orders" | "orderCounts" | "ledger" | "movements"> => ({
  orders: async ({ merchantId, merchantReference: reference, status, before, limit = DEFAULT_LIMIT }) => {
    if (status === undefined || reference !== undefined) {
      const now = status === undefined ? undefined : (await state()).now;
      return newest(rows, ORDERS, readOrder, {
        where: { merchant_id: merchantId, reference },
        // There are few orders per reference, and their index needs the merchants.
        and: reference !== undefined && merchantId === undefined ? OF_ANY_MERCHANT : "",
        isWanted: now === undefined ? undefined : (order) => statusOf(order, now) === status,
        ...{ before, limit },
      });
    }
    // Whether an order is CLOSED depends on the clock, which no index contains.
    const { now } = await state();
    const isWanted = (order: Order): boolean =>
      statusOf(order, now) === status && (merchantId === undefined || order.merchantId === merchantId);
    const found = searchedAs[status].map((searched) =>
      newest(rows, ORDERS, readOrder, { where: { status: searched }, before, limit, isWanted }),
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
