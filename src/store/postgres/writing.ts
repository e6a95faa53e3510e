import type { OutboxEntry } from "../../app/ports/outbox.js";
import type { Order } from "../../domain/order.js";
import { foldUserId } from "../../domain/token.js";
import { ruleNumber } from "../rule-name.js";
import { searchStatus } from "../search-status.js";
import type { Statement } from "./database.js";
import type { Pending } from "./pending.js";
import { columnText } from "./text.js";

/** One table's part of the statement that writes a transaction. `$$` stands for its rows, as JSON. */
interface Part {
  readonly name: string;
  readonly sql: string;
  readonly rows: (pending: Pending) => readonly object[];
}

const from = (columns: string): string => `FROM json_to_recordset($$::json) AS x(${columns})`;

const orderDoc = ({ options: _, ...rest }: Order) => rest;

/** What stands in columns of its own is left out of the document. */
export const outboxDoc = ({ id: _, orderId: __, state, dueAt, attemptCount, effects, ...doc }: OutboxEntry) => doc;

const parts: readonly Part[] = [
  {
    name: "orders",
    sql: `INSERT INTO orders SELECT $1::bigint, x.* ${from("id bigint, merchant_id bigint, reference text, status text, expires_at bigint, doc json, options json")}`,
    rows: ({ orders }) =>
      [...orders.values()]
        .filter(({ isNew }) => isNew)
        .map(({ order }) => ({
          id: order.id,
          merchant_id: order.merchantId,
          reference: columnText(order.reference),
          status: searchStatus(order),
          expires_at: order.expiresAt,
          doc: orderDoc(order),
          options: order.options,
        })),
  },
  {
    name: "changed_orders",
    sql: `UPDATE orders o SET status = x.status, doc = x.doc ${from("id bigint, status text, doc json")} WHERE o.lane_id = $1::bigint AND o.id = x.id`,
    rows: ({ orders }) =>
      [...orders.values()]
        .filter(({ isNew }) => !isNew)
        .map(({ order }) => ({ id: order.id, status: searchStatus(order), doc: orderDoc(order) })),
  },
  {
    name: "ledger",
    sql: `INSERT INTO ledger SELECT $1::bigint, x.* ${from("id bigint, order_id bigint, merchant_id bigint, doc json")}`,
    rows: ({ ledger }) =>
      ledger.map(({ id, commit, line }) => ({
        id,
        order_id: line.orderId,
        merchant_id: line.merchantId,
        doc: { ...line, commit },
      })),
  },
  {
    name: "balances",
    sql: `INSERT INTO balances AS b SELECT $1::bigint, x.* ${from("merchant_id bigint, currency text, amount bigint")}
      ON CONFLICT (lane_id, merchant_id, currency) DO UPDATE SET amount = b.amount + excluded.amount`,
    rows: ({ balances }) =>
      [...balances.values()].map(({ merchantId, currency, amount }) => ({ merchant_id: merchantId, currency, amount })),
  },
  {
    name: "merchants",
    sql: `INSERT INTO merchants SELECT $1::bigint, x.* ${from("id bigint, doc json")}
      ON CONFLICT (lane_id, id) DO UPDATE SET doc = excluded.doc`,
    rows: ({ merchants }) => [...merchants.values()].map((doc) => ({ id: doc.merchantId, doc })),
  },
  {
    name: "tokens",
    sql: `INSERT INTO tokens SELECT $1::bigint, x.* ${from("merchant_id bigint, id bigint, user_key text, doc json")}
      ON CONFLICT (lane_id, merchant_id, id) DO UPDATE SET user_key = excluded.user_key, doc = excluded.doc`,
    rows: ({ tokens }) =>
      [...tokens.values()].flatMap(({ token }) =>
        token
          ? [
              {
                merchant_id: token.merchantId,
                id: token.tokenId,
                user_key: columnText(foldUserId(token.userId)),
                doc: token,
              },
            ]
          : [],
      ),
  },
  {
    name: "deleted_tokens",
    sql: `DELETE FROM tokens t USING json_to_recordset($$::json) AS x(merchant_id bigint, id bigint)
      WHERE t.lane_id = $1::bigint AND t.merchant_id = x.merchant_id AND t.id = x.id`,
    rows: ({ tokens }) =>
      [...tokens.values()]
        .filter(({ token }) => !token)
        .map(({ merchantId, tokenId }) => ({ merchant_id: merchantId, id: tokenId })),
  },
  {
    name: "card_entries",
    sql: `INSERT INTO card_entries SELECT $1::bigint, x.* ${from("id bigint, doc json")}
      ON CONFLICT (lane_id, id) DO UPDATE SET doc = excluded.doc`,
    rows: ({ cardEntries }) => [...cardEntries.values()].map((doc) => ({ id: doc.id, doc })),
  },
  {
    name: "rule_counts",
    sql: `INSERT INTO rule_counts SELECT $1::bigint, x.* ${from("rule_id text, key text, seen bigint, fired bigint")}
      ON CONFLICT (lane_id, rule_id, key) DO UPDATE SET seen = excluded.seen, fired = excluded.fired`,
    rows: ({ counts }) =>
      [...counts.values()].map(({ ruleId, key, seen, fired }) => ({
        rule_id: columnText(ruleId),
        key: columnText(key),
        seen,
        fired,
      })),
  },
  {
    name: "rules",
    sql: `INSERT INTO rules SELECT $1::bigint, x.* ${from("n bigint, doc json")}`,
    rows: ({ rulesAdded }) => [...rulesAdded.values()].map((doc) => ({ n: ruleNumber(doc.id), doc })),
  },
  {
    name: "removed_rules",
    sql: `DELETE FROM rules r USING json_to_recordset($$::json) AS x(n bigint) WHERE r.lane_id = $1::bigint AND r.n = x.n`,
    // Rules of files are removed by the record; their ids are no numbers.
    rows: ({ rulesRemoved }) =>
      rulesRemoved.map((id) => ({ n: ruleNumber(id) })).filter(({ n }) => Number.isInteger(n)),
  },
  {
    name: "scheduled_tasks",
    sql: `INSERT INTO scheduled_tasks SELECT $1::bigint, x.* ${from("id bigint, at bigint, doc json")}`,
    rows: ({ tasksAdded }) => [...tasksAdded.values()].map((doc) => ({ id: doc.id, at: doc.at, doc })),
  },
  {
    name: "ended_tasks",
    sql: `DELETE FROM scheduled_tasks t USING json_to_recordset($$::json) AS x(id bigint) WHERE t.lane_id = $1::bigint AND t.id = x.id`,
    rows: ({ tasksEnded }) => tasksEnded.map((id) => ({ id })),
  },
  {
    name: "outbox",
    // Kept for the node that committed it until its answer has left; a node that is gone keeps nothing.
    sql: `INSERT INTO outbox SELECT $1::bigint, x.*, $2::text, CASE WHEN x.state = 'due' THEN clock_timestamp() + interval '2 seconds' END
      ${from("id bigint, order_id bigint, state text, due_at bigint, attempt_count bigint, effects json, doc json")}`,
    rows: ({ outbox }) =>
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
    name: "exchanges",
    sql: `INSERT INTO exchanges SELECT $1::bigint, x.* ${from("id bigint, operation text, merchant_id bigint, reference text, order_id bigint, code text, doc json")}`,
    rows: ({ exchanges }) =>
      exchanges.map((doc) => ({
        id: doc.id,
        operation: columnText(doc.operation),
        merchant_id: Number.isSafeInteger(doc.merchantId) ? doc.merchantId : undefined,
        reference: doc.reference === undefined ? undefined : columnText(doc.reference),
        order_id: doc.orderId,
        code: columnText(doc.responseCode),
        doc,
      })),
  },
];

/** What the lane's own row becomes. */
export interface LaneRow {
  readonly ids: object;
  readonly journalBytes: number;
  /** Absent: as it was. */
  readonly clock?: object | undefined;
  readonly record?: object | undefined;
}

const statements = new Map<string, Statement>();

/** One statement for all that a transaction writes: each of its parts touches rows that no other part does. */
export function writing(
  laneId: number,
  node: string,
  pending: Pending,
  { ids, journalBytes, clock, record }: LaneRow,
): { readonly statement: Statement; readonly values: readonly unknown[] } {
  const used = parts.map((part) => ({ part, rows: part.rows(pending) })).filter(({ rows }) => rows.length > 0);
  const values = [
    laneId,
    node,
    JSON.stringify(ids),
    journalBytes,
    ...(clock ? [JSON.stringify(clock)] : []),
    ...(record ? [JSON.stringify(record)] : []),
    ...used.map(({ rows }) => JSON.stringify(rows)),
  ];
  const name = `write ${[clock && "clock", record && "record", ...used.map(({ part }) => part.name)].filter(Boolean).join(" ")}`;
  let statement = statements.get(name);
  if (!statement) {
    statement = {
      name: shortName(statements.size),
      text: textOf(
        used.map(({ part }) => part),
        clock,
        record,
      ),
    };
    statements.set(name, statement);
  }
  return { statement, values };
}

/** PostgreSQL cuts the names of statements at 63 bytes. */
const shortName = (n: number): string => `write-${n}`;

function textOf(used: readonly Part[], clock: object | undefined, record: object | undefined): string {
  let n = 4;
  const sets = [
    "version = version + 1",
    "used_at = clock_timestamp()",
    "ids = $3::json",
    "journal_bytes = journal_bytes + $4::bigint",
    ...(clock ? [`clock = $${++n}::json`] : []),
    ...(record ? [`record_version = record_version + 1, record = $${++n}::json`] : []),
  ];
  const ctes = [
    // A value that no part names would have no type.
    "node AS (SELECT $2::text)",
    ...used.map(({ name, sql }) => `w_${name} AS (${sql.replace("$$", () => `$${++n}`)})`),
  ];
  return `WITH ${ctes.join(",\n")}\nUPDATE lanes SET ${sets.join(", ")} WHERE id = $1::bigint`;
}
