import type { CardEntry } from "../../../../core/domain/card-entry.js";
import type { LedgerLine } from "../../../../core/domain/ledger.js";
import type { Currency, Instant, MinorUnits } from "../../../../core/domain/money.js";
import type { Order } from "../../../../core/domain/order.js";
import type { Token } from "../../../../core/domain/token.js";
import type { Exchange } from "../../../ports/exchange.js";
import type { OutboxEntry } from "../../../ports/outbox.js";
import type { Merchant, PageAfter, RuleCount, TokenKey } from "../../../ports/store.js";
import type { ScheduledTask } from "../../../ports/time.js";
import type { Asking, Row } from "../connection/connection.js";
import { columnText, textOfColumn } from "../connection/text.js";

export function readOrder(row: Row): Order {
  const order = JSON.parse(row.doc);
  order.options = row.options === null ? {} : JSON.parse(row.options);
  return order;
}

// biome-ignore lint/suspicious/noExplicitAny: the table says what the document is.
export const readDoc = (row: Row): any => JSON.parse(row.doc);

export function readLedgerLine(row: Row): LedgerLine {
  const { commit: _, ...line } = JSON.parse(row.doc) as LedgerLine & { commit: number };
  return line;
}

/** Names the columns, because a prepared `*` fails after a migration adds one. */
export const OUTBOX_COLUMNS = "id, doc, order_id, due_at, state, attempt_count, effects";

export function readOutbox(row: Row): OutboxEntry {
  return {
    id: row.id,
    ...JSON.parse(row.doc),
    ...(row.order_id !== null && { orderId: row.order_id }),
    dueAt: row.due_at,
    state: row.state,
    attemptCount: row.attempt_count,
    effects: JSON.parse(row.effects),
  };
}

/** Runs a statement over a lane's rows. $1 is the lane. */
export type ReadRows = (text: string, ...values: readonly unknown[]) => Promise<readonly Row[]>;

export const laneRows =
  (asked: Asking, laneId: number): ReadRows =>
  async (text, ...values) => {
    // A number that can't be an id matches nothing.
    if (values.some((value) => typeof value === "number" && !Number.isSafeInteger(value))) return [];
    return asked(text, [laneId, ...values.map((value) => (typeof value === "string" ? columnText(value) : value))]);
  };

const ORDER = "SELECT doc, options FROM orders WHERE lane_id = $1";
const COUNTS = "SELECT rule_id, key, seen, fired FROM rule_counts WHERE lane_id = $1";
/** If a lane has more counters than this, each is read only when it is needed. */
export const COUNTS_AT_ONCE = 200;

const NO_TOKEN: TokenKey = { merchantId: 0, tokenId: 0 };

const readCount = ({ rule_id, key, seen, fired }: Row): RuleCount => ({
  ruleId: textOfColumn(rule_id),
  key: textOfColumn(key),
  seen,
  fired,
});

/** The reads of single records and of what is due, for units of work and for views. */
export function readsOf(rows: ReadRows) {
  const all =
    <Given extends readonly unknown[], T>(text: string, read: (row: Row) => T) =>
    async (...given: Given): Promise<readonly T[]> =>
      (await rows(text, ...given)).map(read);
  const one = <Given extends readonly unknown[], T>(text: string, read: (row: Row) => T) => {
    const found = all<Given, T>(text, read);
    return async (...given: Given): Promise<T | undefined> => (await found(...given))[0];
  };
  const merchants = "SELECT doc FROM merchants WHERE lane_id = $1 AND id > $2 ORDER BY id LIMIT $3";
  const tokens = `SELECT doc FROM tokens
    WHERE lane_id = $1 AND (merchant_id, id) > ($2, $3) ORDER BY merchant_id, id LIMIT $4`;
  return {
    order: one<[id: number], Order>(`${ORDER} AND id = $2`, readOrder),
    orderByReference: one<[merchantId: number, reference: string], Order>(
      `${ORDER} AND merchant_id = $2 AND reference = $3 ORDER BY id DESC LIMIT 1`,
      readOrder,
    ),
    orderInAnyCase: one<[merchantId: number, reference: string], Order>(
      `${ORDER} AND merchant_id = $2 AND lower(reference COLLATE "C") = lower($3 COLLATE "C")
        ORDER BY reference = $3 DESC, id DESC LIMIT 1`,
      readOrder,
    ),
    merchant: one<[id: number], Merchant>("SELECT doc FROM merchants WHERE lane_id = $1 AND id = $2", readDoc),
    merchants: async ({ after = 0, limit }: PageAfter<number> = {}): Promise<readonly Merchant[]> =>
      (await rows(merchants, after, limit)).map(readDoc),
    token: one<[merchantId: number, id: number], Token>(
      "SELECT doc FROM tokens WHERE lane_id = $1 AND merchant_id = $2 AND id = $3",
      readDoc,
    ),
    tokens: async ({ after = NO_TOKEN, limit }: PageAfter<TokenKey> = {}): Promise<readonly Token[]> =>
      (await rows(tokens, after.merchantId, after.tokenId, limit)).map(readDoc),
    cardEntry: one<[id: number], CardEntry>("SELECT doc FROM card_entries WHERE lane_id = $1 AND id = $2", readDoc),
    // ASSUMED(opening-balance): nothing was sold yet.
    balances: async (merchantId: number): Promise<Record<Currency, MinorUnits>> => {
      const found = await rows(
        "SELECT currency, amount FROM balances WHERE lane_id = $1 AND merchant_id = $2",
        merchantId,
      );
      return { HKD: 0, USD: 0, ...Object.fromEntries(found.map((row) => [row.currency, row.amount])) } as never;
    },
    ruleCounts: all<[], RuleCount>(`${COUNTS} ORDER BY rule_id, key`, readCount),
    someCounts: all<[], RuleCount>(`${COUNTS} LIMIT ${COUNTS_AT_ONCE}`, readCount),
    count: one<[ruleId: string, key: string], RuleCount>(`${COUNTS} AND rule_id = $2 AND key = $3`, readCount),
    tokensOf: all<[merchantId: number, userKey: string | null], Token>(
      "SELECT doc FROM tokens WHERE lane_id = $1 AND merchant_id = $2 AND ($3::text IS NULL OR user_key = $3) ORDER BY id",
      readDoc,
    ),
    hasHistory: one<[], boolean>(
      "SELECT EXISTS (SELECT 1 FROM orders WHERE lane_id = $1) OR EXISTS (SELECT 1 FROM exchanges WHERE lane_id = $1) AS has",
      ({ has }) => has,
    ),
    dueTask: one<[now: Instant], ScheduledTask>(
      "SELECT doc FROM scheduled_tasks WHERE lane_id = $1 AND at <= $2 ORDER BY at, id LIMIT 1",
      readDoc,
    ),
    expired: all<[now: Instant, limit: number], Order>(
      `${ORDER} AND status = 'OPEN' AND expires_at <= $2 ORDER BY expires_at, id LIMIT $3`,
      readOrder,
    ),
    settleable: all<[afterId: number, merchantId: number | undefined, limit: number], Order>(
      `${ORDER} AND status = 'unsettled' AND id > $2 AND ($3::bigint IS NULL OR merchant_id = $3) ORDER BY id LIMIT $4`,
      readOrder,
    ),
    exchange: one<[id: number], Exchange>("SELECT doc FROM exchanges WHERE lane_id = $1 AND id = $2", readDoc),
    exchangesAfter: all<[id: number, limit: number], Exchange>(
      "SELECT doc FROM exchanges WHERE lane_id = $1 AND id > $2 ORDER BY id LIMIT $3",
      readDoc,
    ),
    /** The tokens whose ids a tester has chosen. `after`: the newest id that the sandbox chose. */
    takenTokens: all<[after: number], number>(
      "SELECT DISTINCT id FROM tokens WHERE lane_id = $1 AND id > $2",
      ({ id }) => id,
    ),
  };
}

export type Reads = ReturnType<typeof readsOf>;
