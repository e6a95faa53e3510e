import type { OutboxEntry } from "../../../app/ports/outbox.js";
import type { Order } from "../../../domain/order.js";
import { foldUserId } from "../../../domain/token.js";
import { bytesOf } from "../../exchange-bytes.js";
import { ruleNumber } from "../../former-rules.js";
import { searchStatus } from "../../search-status.js";
import { columnText } from "../connection/text.js";
import type { Pending } from "./pending.js";

/** One table's part of the statement that writes units of work. `$$` stands for its rows, as JSON. */
export interface Part {
  readonly name: string;
  readonly sql: string;
  readonly rows: (pending: Pending, lane_id: number) => readonly object[];
}

/** Each row contains its lane's id, so that the query planner never reads another lane. */
export const OF_LANES = "ANY ($2::bigint[])";

const from = (columns: string): string => `FROM json_to_recordset($$::json) AS x(lane_id bigint, ${columns})`;

const using = (columns: string): string => from(columns).replace("FROM", "USING");

const orderDoc = ({ options: _, ...rest }: Order) => rest;

/** The document leaves out members that have their own columns. */
export const outboxDoc = ({ id: _, orderId: __, state, dueAt, attemptCount, effects, ...doc }: OutboxEntry) => doc;

export const parts: readonly Part[] = [
  {
    name: "orders",
    sql: `INSERT INTO orders SELECT x.* ${from("id bigint, merchant_id bigint, reference text, status text, expires_at bigint, doc json, options json")}`,
    rows: ({ orders }, lane_id) =>
      [...orders.values()]
        .filter(({ isNew }) => isNew)
        .map(({ order }) => ({
          lane_id,
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
    sql: `UPDATE orders o SET status = x.status, doc = x.doc ${from("id bigint, status text, doc json")} WHERE o.lane_id = ${OF_LANES} AND o.lane_id = x.lane_id AND o.id = x.id`,
    rows: ({ orders }, lane_id) =>
      [...orders.values()]
        .filter(({ isNew }) => !isNew)
        .map(({ order }) => ({ lane_id, id: order.id, status: searchStatus(order), doc: orderDoc(order) })),
  },
  {
    name: "ledger",
    sql: `INSERT INTO ledger SELECT x.* ${from("id bigint, order_id bigint, merchant_id bigint, doc json")}`,
    rows: ({ ledger }, lane_id) =>
      ledger.map(({ id, commit, line }) => ({
        lane_id,
        id,
        order_id: line.orderId,
        merchant_id: line.merchantId,
        doc: { ...line, commit },
      })),
  },
  {
    name: "balances",
    sql: `INSERT INTO balances AS b SELECT x.* ${from("merchant_id bigint, currency text, amount bigint")}
      ON CONFLICT (lane_id, merchant_id, currency) DO UPDATE SET amount = b.amount + excluded.amount`,
    rows: ({ balances }, lane_id) =>
      [...balances.values()].map(({ merchantId, currency, amount }) => ({
        lane_id,
        merchant_id: merchantId,
        currency,
        amount,
      })),
  },
  {
    name: "merchants",
    sql: `INSERT INTO merchants SELECT x.* ${from("id bigint, doc json")}
      ON CONFLICT (lane_id, id) DO UPDATE SET doc = excluded.doc`,
    rows: ({ merchants }, lane_id) => [...merchants.values()].map((doc) => ({ lane_id, id: doc.merchantId, doc })),
  },
  {
    name: "tokens",
    sql: `INSERT INTO tokens SELECT x.* ${from("merchant_id bigint, id bigint, user_key text, doc json")}
      ON CONFLICT (lane_id, merchant_id, id) DO UPDATE SET user_key = excluded.user_key, doc = excluded.doc`,
    rows: ({ tokens }, lane_id) =>
      [...tokens.values()].flatMap(({ token }) =>
        token
          ? [
              {
                lane_id,
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
    sql: `DELETE FROM tokens t ${using("merchant_id bigint, id bigint")}
      WHERE t.lane_id = ${OF_LANES} AND t.lane_id = x.lane_id AND t.merchant_id = x.merchant_id AND t.id = x.id`,
    rows: ({ tokens }, lane_id) =>
      [...tokens.values()]
        .filter(({ token }) => !token)
        .map(({ merchantId, tokenId }) => ({ lane_id, merchant_id: merchantId, id: tokenId })),
  },
  {
    name: "card_entries",
    sql: `INSERT INTO card_entries SELECT x.* ${from("id bigint, doc json")}
      ON CONFLICT (lane_id, id) DO UPDATE SET doc = excluded.doc`,
    rows: ({ cardEntries }, lane_id) => [...cardEntries.values()].map((doc) => ({ lane_id, id: doc.id, doc })),
  },
  {
    name: "rule_counts",
    sql: `INSERT INTO rule_counts SELECT x.* ${from("rule_id text, key text, seen bigint, fired bigint")}
      ON CONFLICT (lane_id, rule_id, key) DO UPDATE SET seen = excluded.seen, fired = excluded.fired`,
    rows: ({ counts }, lane_id) =>
      [...counts.values()].map(({ ruleId, key, seen, fired }) => ({
        lane_id,
        rule_id: columnText(ruleId),
        key: columnText(key),
        seen,
        fired,
      })),
  },
  {
    name: "rules",
    sql: `INSERT INTO rules SELECT x.* ${from("n bigint, doc json")}`,
    rows: ({ rulesAdded }, lane_id) => [...rulesAdded.values()].map((doc) => ({ lane_id, n: ruleNumber(doc.id), doc })),
  },
  {
    name: "removed_rules",
    sql: `DELETE FROM rules r ${using("n bigint")} WHERE r.lane_id = ${OF_LANES} AND r.lane_id = x.lane_id AND r.n = x.n`,
    // Rules from files have no numeric ids. The lane's record lists them as removed.
    rows: ({ rulesRemoved }, lane_id) =>
      rulesRemoved.map((id) => ({ lane_id, n: ruleNumber(id) })).filter(({ n }) => Number.isInteger(n)),
  },
  {
    name: "former_rules",
    sql: `INSERT INTO former_rules SELECT x.* ${from("n bigint, until_exchange bigint, doc json")}`,
    rows: ({ formerRules }, lane_id) =>
      formerRules.map(({ until, rule }) => ({ lane_id, n: ruleNumber(rule.id), until_exchange: until, doc: rule })),
  },
  {
    name: "former_rule_settings",
    // If several changes follow one call, the first has the settings that applied to the call.
    sql: `INSERT INTO former_rule_settings SELECT x.* ${from("until_exchange bigint, doc json")} ON CONFLICT DO NOTHING`,
    rows: ({ formerSettings }, lane_id) =>
      formerSettings.map(({ until, settings }) => ({ lane_id, until_exchange: until, doc: settings })),
  },
  {
    name: "scheduled_tasks",
    sql: `INSERT INTO scheduled_tasks SELECT x.* ${from("id bigint, at bigint, doc json")}`,
    rows: ({ tasksAdded }, lane_id) =>
      [...tasksAdded.values()].map((doc) => ({ lane_id, id: doc.id, at: doc.at, doc })),
  },
  {
    name: "ended_tasks",
    sql: `DELETE FROM scheduled_tasks t ${using("id bigint")} WHERE t.lane_id = ${OF_LANES} AND t.lane_id = x.lane_id AND t.id = x.id`,
    rows: ({ tasksEnded }, lane_id) => tasksEnded.map((id) => ({ lane_id, id })),
  },
  {
    name: "outbox",
    // For two seconds, only the node that committed the notification may send it, because the call's answer is sent
    // first.
    sql: `INSERT INTO outbox SELECT x.*, $3::text, CASE WHEN x.state = 'due' THEN clock_timestamp() + interval '2 seconds' END
      ${from("id bigint, order_id bigint, state text, due_at bigint, attempt_count bigint, effects json, doc json")}`,
    rows: ({ outbox }, lane_id) =>
      outbox.map((entry) => ({
        lane_id,
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
    sql: `INSERT INTO exchanges (lane_id, id, operation, merchant_id, reference, order_id, code, doc, bytes, changed, node)
      SELECT x.*, $3::text ${from("id bigint, operation text, merchant_id bigint, reference text, order_id bigint, code text, doc json, bytes bigint, changed json")}`,
    rows: ({ exchanges }, lane_id) =>
      exchanges.map(({ exchange: doc, changed }) => ({
        lane_id,
        id: doc.id,
        operation: columnText(doc.operation),
        merchant_id: Number.isSafeInteger(doc.merchantId) ? doc.merchantId : undefined,
        reference: doc.reference === undefined ? undefined : columnText(doc.reference),
        order_id: doc.orderId,
        code: columnText(doc.responseCode),
        doc,
        bytes: bytesOf(doc),
        changed,
      })),
  },
  {
    name: "lane_changes",
    sql: `INSERT INTO lane_changes (lane_id, doc, node) SELECT x.*, $3::text ${from("doc json")}`,
    rows: ({ otherChanges }, lane_id) => otherChanges.map((doc) => ({ lane_id, doc })),
  },
];
