import type { OrderFilter, RequestFilter, Views } from "../app/ports.js";
import type { Order } from "../domain/order.js";
import type { MerchantShelf } from "./reads.js";
import { readAttempt, readExchange, readLedgerLine, readMerchant, readOrder, readOutbox } from "./rows.js";
import type { Statements } from "./statements.js";
import { listTokenPages, readTokenPage } from "./token-pages.js";

const ORDER = "SELECT order_json, wish FROM orders";
const DEFAULT_LIMIT = 100;

/** Builds `WHERE a = ? AND …` of what is given; nothing given, no clause. */
function where(conditions: Readonly<Record<string, unknown>>): { readonly clause: string; readonly values: unknown[] } {
  const given = Object.entries(conditions).filter(([, value]) => value !== undefined);
  return {
    clause: given.length === 0 ? "" : ` WHERE ${given.map(([column]) => `${column} = ?`).join(" AND ")}`,
    values: given.map(([, value]) => value),
  };
}

/** Lists for people and tests: they read what was committed. */
export function viewsOf(sql: Statements, merchants: MerchantShelf): Views {
  return {
    order: (id) => readOrder(sql.of(`${ORDER} WHERE id = ?`).get(id)),
    orderByReference: (merchantId, reference) =>
      readOrder(
        sql.of(`${ORDER} WHERE merchant_id = ? AND reference = ? ORDER BY id DESC LIMIT 1`).get(merchantId, reference),
      ),
    orders: (filter) => orders(sql, filter),
    merchant: (id) => merchants.of(id),
    merchants: () =>
      sql
        .of("SELECT * FROM merchants ORDER BY id")
        .all()
        .map((row) => readMerchant(row)!),
    balances: (merchantId) => {
      const rows = sql.of("SELECT currency, amount FROM balances WHERE merchant_id = ?").all(merchantId);
      return { HKD: 0, USD: 0, ...Object.fromEntries(rows.map((row) => [row.currency, row.amount])) };
    },
    tokens: () =>
      sql
        .of("SELECT token_json FROM tokens ORDER BY merchant_id, id")
        .all()
        .map((row) => JSON.parse(row.token_json)),
    tokenPage: (id) => readTokenPage(sql, id),
    tokenPages: (limit) => listTokenPages(sql, limit),
    token: (merchantId, tokenId) => {
      const row = sql.of("SELECT token_json FROM tokens WHERE merchant_id = ? AND id = ?").get(merchantId, tokenId);
      return row && JSON.parse(row.token_json);
    },
    ledger: ({ orderId, merchantId }) => {
      const { clause, values } = where({ order_id: orderId, merchant_id: merchantId });
      return sql
        .of(`SELECT * FROM ledger${clause} ORDER BY id`)
        .all(...values)
        .map(readLedgerLine);
    },
    exchange: (id) => {
      const row = sql.of("SELECT * FROM exchanges WHERE id = ?").get(id);
      return row && readExchange(row);
    },
    exchanges: (filter) => exchanges(sql, filter),
    journal: () => journal(sql),
    notifications: ({ orderId, id, limit = DEFAULT_LIMIT }) => {
      const { clause, values } = where({ order_id: orderId, id });
      return sql
        .of(`SELECT * FROM outbox${clause} ORDER BY id DESC LIMIT ?`)
        .all(...values, limit)
        .map((row) => ({
          ...readOutbox(row),
          attempts: sql.of("SELECT * FROM attempts WHERE notification_id = ? ORDER BY n").all(row.id).map(readAttempt),
        }));
    },
    ruleCounts: () =>
      sql
        .of("SELECT rule_id, key, seen, fired FROM rule_counts")
        .all()
        .map(({ rule_id, ...rest }) => ({ ruleId: rule_id, ...rest })),
    nextDue: ({ expiries }) => {
      const row = sql
        .of(
          expiries
            ? "SELECT min(at) AS at FROM (SELECT min(due_at) AS at FROM outbox WHERE state = 'due' UNION ALL SELECT min(expires_at) FROM orders WHERE status = 'OPEN')"
            : "SELECT min(due_at) AS at FROM outbox WHERE state = 'due'",
        )
        .get();
      return row.at ?? undefined;
    },
    inFlight: () => sql.of("SELECT count(*) AS n FROM outbox WHERE state = 'in-flight'").get().n,
  };
}

function orders(
  sql: Statements,
  { merchantId, merchantReference, status, limit = DEFAULT_LIMIT }: OrderFilter,
): readonly Order[] {
  const { clause, values } = where({ merchant_id: merchantId, reference: merchantReference });
  // Whether an order is CLOSED depends on the clock, so the caller filters by status; a status scans.
  const rows = sql.of(`${ORDER}${clause} ORDER BY id DESC LIMIT ?`).all(...values, status === undefined ? limit : -1);
  return rows.map((row) => readOrder(row)!);
}

function exchanges(sql: Statements, filter: RequestFilter) {
  const { clause, values } = where({
    operation: filter.operation,
    merchant_id: filter.merchantId,
    reference: filter.merchantReference,
    order_id: filter.orderId,
    code: filter.responseCode,
  });
  const rows = sql
    .of(`SELECT * FROM exchanges${clause} ORDER BY id DESC LIMIT ?`)
    .all(...values, filter.limit ?? DEFAULT_LIMIT);
  return rows.map(readExchange);
}

/** Pages by key, so that a long journal is never held whole. */
function* journal(sql: Statements) {
  let after = 0;
  for (;;) {
    const page = sql.of("SELECT * FROM exchanges WHERE id > ? ORDER BY id LIMIT 500").all(after);
    if (page.length === 0) return;
    for (const row of page) yield readExchange(row);
    after = page.at(-1).id;
  }
}
