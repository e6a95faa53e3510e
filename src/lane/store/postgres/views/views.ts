import type { Instant } from "../../../../core/domain/money.js";
import { type Order, type OrderStatus, statusOf } from "../../../../core/domain/order.js";
import type { LaneState } from "../../../ports/lane-record.js";
import type { OrderFilter, Views } from "../../../ports/store.js";
import { LaneGone } from "../../../ports/store-errors.js";
import { recordFor } from "../../former-rules.js";
import { searchedAs } from "../../search-status.js";
import type { Asking } from "../connection/connection.js";
import { columnText, textOfColumn } from "../connection/text.js";
import { notificationViews } from "./notification-views.js";
import { DEFAULT_LIMIT, newest, type ReadRows } from "./reading.js";
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
  const rows: ReadRows = async (text, ...values) => {
    assertOpen();
    // A number that can't be an id matches nothing.
    if (values.some((value) => typeof value === "number" && !Number.isSafeInteger(value))) return [];
    return asked(text, [laneId, ...values]);
  };
  return {
    lane: async () => {
      assertOpen();
      return state();
    },
    ...registerViews(rows),
    ...orderViews(rows, state),
    ...journalViews(rows),
    ...notificationViews(rows),
  };
}

const text = (value: string | undefined): string | undefined => (value === undefined ? undefined : columnText(value));

const registerViews = (
  rows: ReadRows,
): Pick<
  Views,
  "merchant" | "merchants" | "balances" | "tokens" | "token" | "cardEntry" | "cardEntries" | "ruleCounts"
> => ({
  merchant: async (id) => (await rows("SELECT doc FROM merchants WHERE lane_id = $1 AND id = $2", id)).map(readDoc)[0],
  merchants: async ({ after = 0, limit = null } = {}) =>
    (await rows("SELECT doc FROM merchants WHERE lane_id = $1 AND id > $2 ORDER BY id LIMIT $3", after, limit)).map(
      readDoc,
    ),
  balances: async (merchantId) => {
    const found = await rows(
      "SELECT currency, amount FROM balances WHERE lane_id = $1 AND merchant_id = $2",
      merchantId,
    );
    return { HKD: 0, USD: 0, ...Object.fromEntries(found.map((row) => [row.currency, row.amount])) } as never;
  },
  tokens: async ({ after, limit = null } = {}) => {
    const found = await rows(
      "SELECT doc FROM tokens WHERE lane_id = $1 AND (merchant_id, id) > ($2, $3) ORDER BY merchant_id, id LIMIT $4",
      after?.merchantId ?? 0,
      after?.tokenId ?? 0,
      limit,
    );
    return found.map(readDoc);
  },
  token: async (merchantId, tokenId) => {
    const found = await rows(
      "SELECT doc FROM tokens WHERE lane_id = $1 AND merchant_id = $2 AND id = $3",
      merchantId,
      tokenId,
    );
    return found.map(readDoc)[0];
  },
  cardEntry: async (id) =>
    (await rows("SELECT doc FROM card_entries WHERE lane_id = $1 AND id = $2", id)).map(readDoc)[0],
  cardEntries: async (page) => (await newest(rows, "SELECT id, doc FROM card_entries", page)).map(readDoc),
  ruleCounts: async () =>
    (await rows("SELECT rule_id, key, seen, fired FROM rule_counts WHERE lane_id = $1 ORDER BY rule_id, key")).map(
      ({ rule_id, key, seen, fired }) => ({ ruleId: textOfColumn(rule_id), key: textOfColumn(key), seen, fired }),
    ),
});

const ORDER = "SELECT doc, options FROM orders";
const LEDGER = "SELECT id, doc FROM ledger";
const OF_ANY_MERCHANT = " AND merchant_id IN (SELECT id FROM merchants WHERE lane_id = $1)";

const orderViews = (
  rows: ReadRows,
  state: ViewParts["state"],
): Pick<Views, "order" | "orderByReference" | "orders" | "orderCounts" | "ledger" | "movements"> => ({
  order: async (id) => (await rows(`${ORDER} WHERE lane_id = $1 AND id = $2`, id)).map(readOrder)[0],
  orderByReference: async (merchantId, reference) =>
    (
      await rows(
        `${ORDER} WHERE lane_id = $1 AND merchant_id = $2 AND reference = $3 ORDER BY id DESC LIMIT 1`,
        merchantId,
        columnText(reference),
      )
    ).map(readOrder)[0],
  orders: async ({ merchantId, merchantReference, status, before, limit = DEFAULT_LIMIT }: OrderFilter) => {
    // There are few orders per reference, and their index needs the merchants.
    if (status !== undefined && merchantReference === undefined)
      return ordersOfStatus(rows, (await state()).now, { status, merchantId, before, limit });
    const found = await newest(rows, "SELECT id, doc, options FROM orders", {
      where: { merchant_id: merchantId, reference: text(merchantReference) },
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

const journalViews = (
  rows: ReadRows,
): Pick<Views, "exchange" | "exchanges" | "rulesFor" | "exchangesAfter" | "droppedExchanges"> => ({
  exchange: async (id) => (await rows("SELECT doc FROM exchanges WHERE lane_id = $1 AND id = $2", id)).map(readDoc)[0],
  exchanges: async ({ operation, merchantId, merchantReference, orderId, responseCode, before, limit }) => {
    const found = await newest(rows, "SELECT id, doc FROM exchanges", {
      where: {
        operation: text(operation),
        merchant_id: merchantId,
        reference: text(merchantReference),
        order_id: orderId,
        code: text(responseCode),
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
  exchangesAfter: async (id, limit) =>
    (await rows("SELECT doc FROM exchanges WHERE lane_id = $1 AND id > $2 ORDER BY id LIMIT $3", id, limit)).map(
      readDoc,
    ),
  droppedExchanges: async () => {
    const [first] = await rows("SELECT id FROM exchanges WHERE lane_id = $1 ORDER BY id LIMIT 1");
    return Math.max(0, (first?.id ?? 1) - 1);
  },
});
