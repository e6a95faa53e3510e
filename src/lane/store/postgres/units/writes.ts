import { beginningOfTime } from "../../../../core/domain/money.js";
import { type Order, type OrderStatus, statusOf } from "../../../../core/domain/order.js";
import { foldUserId } from "../../../../core/domain/token.js";
import type { OutboxEntry } from "../../../ports/outbox.js";
import type { Changes, TokenKey } from "../../../ports/store.js";
import { changedParts } from "../../../views/changed-parts.js";
import { exchangeBytes } from "../../exchange-bytes.js";
import { type formerOf, ruleNumber } from "../../former-rules.js";
import { searchStatus } from "../../search-status.js";
import { columnText } from "../connection/text.js";
import type { StoredIds } from "./lane-state.js";

/** What one unit of work writes, with its lane's row. The lane's lock is held. */
export interface UnitWrite {
  readonly changes: Changes;
  readonly ids: StoredIds;
  /** The number of its first ledger line. */
  readonly firstLine: number;
  /** The rules and settings that it replaces. */
  readonly former: ReturnType<typeof formerOf>;
  /** Absent if it is unchanged. */
  readonly clock: object | undefined;
  readonly record: object | undefined;
}

/** One table's part of the statement that writes a unit of work. `$$` stands for its rows; $1 is the lane, $2 the node. */
export interface Part {
  readonly columns: string;
  readonly sql: string;
  readonly rows: (unit: UnitWrite) => readonly Readonly<Record<string, unknown>>[];
}

/** Inserts rows of these columns behind the lane's id. */
const insert = (into: string, columns: string, end = "", more = ""): Pick<Part, "columns" | "sql"> => ({
  columns,
  sql: `INSERT INTO ${into} SELECT $1::bigint, x.*${more} FROM $$ ${end}`,
});

const orderDoc = ({ options: _, ...rest }: Order) => rest;

/** The document leaves out members that have their own columns. */
export const outboxDoc = ({ id: _, orderId: __, state, dueAt, attemptCount, effects, ...doc }: OutboxEntry) => doc;

export const parts: readonly Part[] = [
  {
    ...insert(
      "orders",
      "id bigint, merchant_id bigint, reference text, status text, expires_at bigint, doc json, options json",
    ),
    rows: ({ changes: { orders = [] } }) =>
      orders
        .filter(({ before }) => !before)
        .map(({ after }) => ({
          id: after.id,
          merchant_id: after.merchantId,
          reference: columnText(after.reference),
          status: searchStatus(after),
          expires_at: after.expiresAt,
          doc: orderDoc(after),
          options: after.options,
        })),
  },
  {
    columns: "id bigint, status text, doc json",
    sql: "UPDATE orders o SET status = x.status, doc = x.doc FROM $$ WHERE o.lane_id = $1::bigint AND o.id = x.id",
    rows: ({ changes: { orders = [] } }) =>
      orders
        .filter(({ before }) => before)
        .map(({ after }) => ({ id: after.id, status: searchStatus(after), doc: orderDoc(after) })),
  },
  {
    ...insert("ledger", "id bigint, order_id bigint, merchant_id bigint, doc json"),
    rows: ({ changes: { ledger = [] }, ids, firstLine }) =>
      ledger.map((line, n) => ({
        id: firstLine + n,
        order_id: line.orderId,
        merchant_id: line.merchantId,
        doc: { ...line, commit: ids.commit },
      })),
  },
  {
    ...insert(
      "balances AS b",
      "merchant_id bigint, currency text, amount bigint",
      "ON CONFLICT (lane_id, merchant_id, currency) DO UPDATE SET amount = b.amount + excluded.amount",
    ),
    rows: ({ changes: { ledger = [] } }) => {
      const sums = new Map<string, { merchant_id: number; currency: string; amount: number }>();
      for (const { account, merchantId: merchant_id, currency, amount } of ledger) {
        const key = `${merchant_id} ${currency}`;
        if (account === "unsettled")
          sums.set(key, { merchant_id, currency, amount: amount + (sums.get(key)?.amount ?? 0) });
      }
      return [...sums.values()];
    },
  },
  {
    ...insert("merchants", "id bigint, doc json", "ON CONFLICT (lane_id, id) DO UPDATE SET doc = excluded.doc"),
    rows: ({ changes }) =>
      lastOf(changes.merchants, ({ merchantId }) => merchantId).map((doc) => ({ id: doc.merchantId, doc })),
  },
  {
    ...insert(
      "tokens",
      "merchant_id bigint, id bigint, user_key text, doc json",
      "ON CONFLICT (lane_id, merchant_id, id) DO UPDATE SET user_key = excluded.user_key, doc = excluded.doc",
    ),
    rows: ({ changes: { tokens, deletedTokens = [] } }) => {
      const gone = new Set(deletedTokens.map(tokenKey));
      return lastOf(tokens, tokenKey)
        .filter((token) => !gone.has(tokenKey(token)))
        .map((doc) => ({
          merchant_id: doc.merchantId,
          id: doc.tokenId,
          user_key: columnText(foldUserId(doc.userId)),
          doc,
        }));
    },
  },
  {
    columns: "merchant_id bigint, id bigint",
    sql: "DELETE FROM tokens t USING $$ WHERE t.lane_id = $1::bigint AND t.merchant_id = x.merchant_id AND t.id = x.id",
    rows: ({ changes: { deletedTokens = [] } }) =>
      deletedTokens.map(({ merchantId, tokenId }) => ({ merchant_id: merchantId, id: tokenId })),
  },
  {
    ...insert("card_entries", "id bigint, doc json", "ON CONFLICT (lane_id, id) DO UPDATE SET doc = excluded.doc"),
    rows: ({ changes: { cardEntries } }) => lastOf(cardEntries, ({ id }) => id).map((doc) => ({ id: doc.id, doc })),
  },
  {
    ...insert(
      "rule_counts",
      "rule_id text, key text, seen bigint, fired bigint",
      "ON CONFLICT (lane_id, rule_id, key) DO UPDATE SET seen = excluded.seen, fired = excluded.fired",
    ),
    rows: ({ changes: { counts } }) =>
      lastOf(counts, ({ ruleId, key }) => `${ruleId}\n${key}`).map(({ ruleId, key, seen, fired }) => ({
        rule_id: columnText(ruleId),
        key: columnText(key),
        seen,
        fired,
      })),
  },
  {
    columns: "rule_id text",
    sql: "DELETE FROM rule_counts c USING $$ WHERE c.lane_id = $1::bigint AND c.rule_id = x.rule_id",
    rows: ({ changes: { forgottenCounts = [] } }) => forgottenCounts.map((id) => ({ rule_id: columnText(id) })),
  },
  {
    ...insert("rules", "n bigint, doc json"),
    rows: ({ changes: { rules } }) => (rules?.added ?? []).map((doc) => ({ n: ruleNumber(doc.id), doc })),
  },
  {
    columns: "n bigint",
    sql: "DELETE FROM rules r USING $$ WHERE r.lane_id = $1::bigint AND r.n = x.n",
    // Rules from files have no numeric ids. The lane's record lists them as removed.
    rows: ({ changes: { rules } }) =>
      (rules?.removed ?? []).map((id) => ({ n: ruleNumber(id) })).filter(({ n }) => Number.isInteger(n)),
  },
  {
    ...insert("former_rules", "n bigint, until_exchange bigint, doc json"),
    rows: ({ former: { rules } }) =>
      rules.map(({ until, rule }) => ({ n: ruleNumber(rule.id), until_exchange: until, doc: rule })),
  },
  {
    // If several changes follow one call, the first has the settings that applied to the call.
    ...insert("former_rule_settings", "until_exchange bigint, doc json", "ON CONFLICT DO NOTHING"),
    rows: ({ former: { settings } }) => (settings ? [{ until_exchange: settings.until, doc: settings.settings }] : []),
  },
  {
    ...insert("scheduled_tasks", "id bigint, at bigint, doc json"),
    rows: ({ changes: { tasks } }) => (tasks?.added ?? []).map((doc) => ({ id: doc.id, at: doc.at, doc })),
  },
  {
    columns: "id bigint",
    sql: "DELETE FROM scheduled_tasks t USING $$ WHERE t.lane_id = $1::bigint AND t.id = x.id",
    rows: ({ changes: { tasks } }) => (tasks?.ended ?? []).map((id) => ({ id })),
  },
  {
    // For two seconds, only the node that committed the notification may send it, because the call's answer is sent
    // first.
    ...insert(
      "outbox",
      "id bigint, order_id bigint, state text, due_at bigint, attempt_count bigint, effects json, doc json",
      "",
      ", $2::text, CASE WHEN x.state = 'due' THEN clock_timestamp() + interval '2 seconds' END",
    ),
    rows: ({ changes: { outbox = [] } }) =>
      outbox.map((entry) => ({
        id: entry.id,
        order_id: entry.orderId,
        state: entry.state,
        due_at: entry.dueAt,
        attempt_count: entry.attemptCount,
        effects: entry.effects,
        doc: outboxDoc(entry),
      })),
  },
  {
    ...insert(
      "exchanges (lane_id, id, operation, merchant_id, reference, order_id, code, doc, bytes, changed, node)",
      "id bigint, operation text, merchant_id bigint, reference text, order_id bigint, code text, doc json, bytes bigint, changed json",
      "",
      ", $2::text",
    ),
    rows: ({ changes }) => {
      const { exchange: doc } = changes;
      if (!doc) return [];
      return [
        {
          id: doc.id,
          operation: columnText(doc.operation),
          merchant_id: Number.isSafeInteger(doc.merchantId) ? doc.merchantId : undefined,
          reference: doc.reference === undefined ? undefined : columnText(doc.reference),
          order_id: doc.orderId,
          code: columnText(doc.responseCode),
          doc,
          bytes: exchangeBytes(doc),
          changed: changeDoc(changes),
        },
      ];
    },
  },
  {
    ...insert("lane_changes (lane_id, doc, node)", "doc json", "", ", $2::text"),
    rows: ({ changes }) => {
      const doc = changes.exchange ? undefined : changeDoc(changes);
      return doc ? [{ doc }] : [];
    },
  },
];

/** A unit's changes, for other nodes to report: orders with their earlier status, parts of the lane, the clock. */
export interface ChangeDoc {
  readonly orders?: readonly (readonly [id: number, statusBefore: OrderStatus | null])[] | undefined;
  readonly changed?: readonly string[] | undefined;
  readonly clock?: true | undefined;
}

function changeDoc(changes: Changes): ChangeDoc | undefined {
  const { orders = [], lane } = changes;
  const changed = changedParts(changes);
  const hasClock = lane?.clock !== undefined && lane.clock.standingAt === undefined;
  if (orders.length === 0 && changed.length === 0 && !hasClock) return undefined;
  return {
    orders: orders.map(({ before, after }) => [after.id, before ? statusOf(before, beginningOfTime) : null]),
    changed: changed.length > 0 ? changed : undefined,
    clock: hasClock || undefined,
  };
}

const tokenKey = ({ merchantId, tokenId }: TokenKey): string => `${merchantId} ${tokenId}`;

/** A statement may write each row only once, so the last of those with the same key counts. */
const lastOf = <T>(all: readonly T[] = [], keyOf: (one: T) => unknown): readonly T[] =>
  all.length < 2 ? all : [...new Map(all.map((one) => [keyOf(one), one])).values()];
