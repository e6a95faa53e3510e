import type { Instant } from "../../../core/domain/money.js";
import type { Tx, Views } from "../../ports/store.js";
import { onDisk } from "./database/failures.js";
import type { Statements } from "./database/statements.js";
import type { Parts } from "./parts.js";
import { listCardEntries } from "./tables/card-entries.js";
import { countOrders, listOrders } from "./tables/list-orders.js";
import { where } from "./tables/table.js";
import { merchantTable, outboxTable, readAttempt, readLedgerLine } from "./tables/tables.js";

const WORK_DUE =
  "SELECT min(due_at) AS at FROM outbox WHERE state = 'due' UNION ALL SELECT min(at) FROM scheduled_tasks";
const DEFAULT_LIMIT = 100;
/** SQLite's value for "no limit". */
const ALL = -1;
const NO_TOKEN = { merchantId: 0, tokenId: 0 };

/** The sources of the views. */
interface ViewParts extends Parts {
  readonly tx: Tx;
  /** Throws LaneGone if the lane was closed. */
  readonly assertOpen: () => void;
  /** Commits the open transaction, so that a view never shows anything that a crash could undo. */
  readonly commitOpen: () => void;
}

/** The reads of the control API and the pages. The lane and its merchants are read without ending the group commit. */
export function viewsOf(parts: ViewParts): Views {
  const { merchants, lane, commitOpen, assertOpen } = parts;
  const committed = Object.entries(listsOf(parts)).map(([name, view]) => [
    name,
    async (...given: never[]) =>
      onDisk(() => {
        commitOpen();
        return (view as (...given: never[]) => unknown)(...given);
      }),
  ]);
  return {
    ...Object.fromEntries(committed),
    lane: () => {
      assertOpen();
      return onDisk(() => lane.state());
    },
    merchant: (id) => {
      assertOpen();
      return onDisk(() => merchants.of(id));
    },
  };
}

type Lists = {
  readonly [Name in keyof Omit<Views, "lane" | "merchant">]: (
    ...given: Parameters<Views[Name]>
  ) => Awaited<ReturnType<Views[Name]>>;
};

/** Lists for people and tests. */
function listsOf({ sql, journal, lane, tx: { order, orderByReference, token, cardEntry } }: ViewParts): Lists {
  return {
    ...{ order, orderByReference, token, cardEntry },
    orders: (filter) => listOrders(sql, lane.state().now, filter),
    orderCounts: (limit) => countOrders(sql, lane.state().now, limit),
    merchants: ({ after = 0, limit = ALL } = {}) =>
      sql
        .of("SELECT * FROM merchants WHERE id > ? ORDER BY id LIMIT ?")
        .all(after, limit)
        .map((row) => merchantTable.read(row)),
    balances: (merchantId) => {
      const rows = sql.of("SELECT currency, amount FROM balances WHERE merchant_id = ?").all(merchantId);
      return { HKD: 0, USD: 0, ...Object.fromEntries(rows.map((row) => [row.currency, row.amount])) };
    },
    tokens: ({ after = NO_TOKEN, limit = ALL } = {}) =>
      sql
        .of("SELECT token_json FROM tokens WHERE (merchant_id, id) > (?, ?) ORDER BY merchant_id, id LIMIT ?")
        .all(after.merchantId, after.tokenId, limit)
        .map((row) => JSON.parse(row.token_json)),
    cardEntries: (page) => listCardEntries(sql, page),
    ledger: ({ orderId, merchantId }) => {
      const { clause, values } = where({ order_id: orderId, merchant_id: merchantId });
      return sql
        .of(`SELECT * FROM ledger${clause} ORDER BY id`)
        .all(...values)
        .map(readLedgerLine);
    },
    exchange: (id) => journal.get(id),
    exchanges: (filter) => journal.list(filter, filter.limit ?? DEFAULT_LIMIT),
    droppedExchanges: () => Math.max(0, journal.firstId() - 1),
    rulesFor: (id) => lane.recordFor(id),
    exchangesAfter: (id, limit) => journal.after(id, limit),
    notifications: ({ orderId, id, before, limit = DEFAULT_LIMIT }) => {
      const { clause, values } = where({ order_id: orderId, id }, before);
      return sql
        .of(`SELECT * FROM outbox${clause} ORDER BY id DESC LIMIT ?`)
        .all(...values, limit)
        .map((row) => ({
          ...outboxTable.read(row),
          attempts: sql.of("SELECT * FROM attempts WHERE notification_id = ? ORDER BY n").all(row.id).map(readAttempt),
        }));
    },
    attempts: ({ before, limit }) => {
      const earlier =
        "(at, notification_id, n) < (SELECT at, notification_id, n FROM attempts WHERE notification_id = ? AND n = ?)";
      const key = before === undefined ? [] : [before.notificationId, before.n];
      return sql
        .of(
          `SELECT * FROM attempts${before ? ` WHERE ${earlier}` : ""} ORDER BY at DESC, notification_id DESC, n DESC LIMIT ?`,
        )
        .all(...key, limit)
        .map((row) => ({
          ...readAttempt(row),
          notification: outboxTable.read(sql.of("SELECT * FROM outbox WHERE id = ?").get(row.notification_id)),
        }));
    },
    movements: ({ orderId, merchantId, before, limit }) => {
      const { clause, values } = where({ order_id: orderId, merchant_id: merchantId, account: "unsettled" }, before);
      return sql
        .of(`SELECT * FROM ledger${clause} ORDER BY id DESC LIMIT ?`)
        .all(...values, limit)
        .map((row) => ({ ...readLedgerLine(row), id: row.id }));
    },
    ruleCounts: () =>
      sql
        .of("SELECT rule_id, key, seen, fired FROM rule_counts")
        .all()
        .map(({ rule_id, ...rest }) => ({ ruleId: rule_id, ...rest })),
    nextDue: (after) => earliestDue(sql, after),
    inFlight: () => sql.of("SELECT count(*) AS n FROM outbox WHERE state = 'in-flight'").get().n,
  };
}

/** The earliest instant at which something is due. */
export function earliestDue(sql: Statements, { expiries }: { readonly expiries: boolean }): Instant | undefined {
  const row = sql
    .of(
      expiries
        ? `SELECT min(at) AS at FROM (${WORK_DUE} UNION ALL SELECT min(expires_at) FROM orders WHERE status = 'OPEN')`
        : `SELECT min(at) AS at FROM (${WORK_DUE})`,
    )
    .get();
  return row.at ?? undefined;
}
