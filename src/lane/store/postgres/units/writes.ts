import { beginningOfTime } from "../../../../core/domain/money.js";
import { type OrderStatus, statusOf } from "../../../../core/domain/order.js";
import { foldUserId } from "../../../../core/domain/token.js";
import { exchangeBytes } from "../../../ports/exchange.js";
import type { OutboxEntry } from "../../../ports/outbox.js";
import type { Changes, TokenKey } from "../../../ports/store.js";
import { changedParts } from "../../../views/changed-parts.js";
import { type formerOf, ruleNumber } from "../../former-rules.js";
import { searchStatus } from "../../search-status.js";
import type { Asking } from "../connection/connection.js";
import { columnText, jsonText } from "../connection/text.js";
import type { StoredIds } from "./lane-state.js";

/** What one unit of work writes, with its lane's row. The lane's lock is held. */
export interface UnitWrite {
  readonly changes: Changes;
  readonly ids: StoredIds;
  /** The rules and settings that it replaces. */
  readonly former: ReturnType<typeof formerOf>;
  /** Absent if it is unchanged. */
  readonly clock: object | undefined;
  readonly record: object | undefined;
}

/** One table's part of the statement that writes a unit of work. `$$` stands for its rows; $1 is the lane, $2 the node. */
interface Part {
  readonly columns: string;
  readonly sql: string;
  /** Each with its columns' values. */
  readonly rows: (unit: UnitWrite) => readonly (readonly unknown[])[];
}

type Sql = Pick<Part, "columns" | "sql">;

/** Inserts rows of these columns behind the lane's id. */
const insert = (into: string, columns: string, end = "", more = ""): Sql => ({
  columns,
  sql: `INSERT INTO ${into} SELECT $1::bigint, x.*${more} FROM $$ ${end}`,
});

const namesIn = (columns: string): readonly string[] => columns.split(", ").map((column) => column.split(" ")[0]!);
const typesIn = (columns: string): readonly string[] => columns.split(", ").map((column) => column.split(" ")[1]!);

/** Inserts rows, or gives those with the same key their other values. */
function upsert(into: string, key: string, values: string): Sql {
  const set = namesIn(values).map((name) => `${name} = excluded.${name}`);
  const end = `ON CONFLICT (lane_id, ${namesIn(key).join(", ")}) DO UPDATE SET ${set.join(", ")}`;
  return insert(into, `${key}, ${values}`, end);
}

const remove = (from: string, key: string): Sql => ({
  columns: key,
  sql: `DELETE FROM ${from} t USING $$
    WHERE ${["t.lane_id = $1::bigint", ...namesIn(key).map((name) => `t.${name} = x.${name}`)].join(" AND ")}`,
});

/** The document leaves out members that have their own columns. */
const outboxDoc = ({ id: _, orderId: __, state, dueAt, attemptCount, effects, ...doc }: OutboxEntry) => doc;

const parts: readonly Part[] = [
  {
    ...upsert(
      "orders",
      "id bigint",
      "merchant_id bigint, reference text, status text, expires_at bigint, doc json, options json",
    ),
    rows: ({ changes: { orders } }) =>
      lastOf(orders, ({ after }) => after.id).map(({ after }) => {
        const { options, ...doc } = after;
        const { id, merchantId, reference, expiresAt } = doc;
        return [id, merchantId, columnText(reference), searchStatus(after), expiresAt, doc, options];
      }),
  },
  {
    ...insert("ledger", "id bigint, order_id bigint, merchant_id bigint, doc json"),
    rows: ({ changes: { ledger = [] }, ids }) =>
      ledger.map((line, n) => {
        const id = ids.ledger - ledger.length + 1 + n;
        return [id, line.orderId, line.merchantId, { ...line, commit: ids.commit }];
      }),
  },
  {
    ...insert(
      "balances AS b",
      "merchant_id bigint, currency text, amount bigint",
      "ON CONFLICT (lane_id, merchant_id, currency) DO UPDATE SET amount = b.amount + excluded.amount",
    ),
    rows: ({ changes: { ledger = [] } }) => {
      const moved = ledger.filter(({ account }) => account === "unsettled");
      const groups = Object.groupBy(moved, ({ merchantId, currency }) => `${merchantId} ${currency}`);
      return Object.values(groups).map((lines = []) => {
        const { merchantId, currency } = lines[0]!;
        return [merchantId, currency, lines.reduce((sum, { amount }) => sum + amount, 0)];
      });
    },
  },
  {
    ...upsert("merchants", "id bigint", "doc json"),
    rows: ({ changes }) =>
      lastOf(changes.merchants, ({ merchantId }) => merchantId).map((doc) => [doc.merchantId, doc]),
  },
  {
    ...upsert("tokens", "merchant_id bigint, id bigint", "user_key text, doc json"),
    rows: ({ changes: { tokens, deletedTokens = [] } }) => {
      const gone = new Set(deletedTokens.map(tokenKey));
      return lastOf(tokens, tokenKey)
        .filter((token) => !gone.has(tokenKey(token)))
        .map((doc) => [doc.merchantId, doc.tokenId, columnText(foldUserId(doc.userId)), doc]);
    },
  },
  {
    ...remove("tokens", "merchant_id bigint, id bigint"),
    rows: ({ changes: { deletedTokens = [] } }) =>
      deletedTokens.map(({ merchantId, tokenId }) => [merchantId, tokenId]),
  },
  {
    ...upsert("card_entries", "id bigint", "doc json"),
    rows: ({ changes: { cardEntries } }) => lastOf(cardEntries, ({ id }) => id).map((doc) => [doc.id, doc]),
  },
  {
    ...upsert("rule_counts", "rule_id text, key text", "seen bigint, fired bigint"),
    rows: ({ changes: { counts } }) =>
      lastOf(counts, ({ ruleId, key }) => `${ruleId}\n${key}`).map((count) => [
        columnText(count.ruleId),
        columnText(count.key),
        count.seen,
        count.fired,
      ]),
  },
  {
    ...remove("rule_counts", "rule_id text"),
    rows: ({ changes: { forgottenCounts = [] } }) => forgottenCounts.map((id) => [columnText(id)]),
  },
  {
    ...insert("rules", "n bigint, doc json"),
    rows: ({ changes: { rules } }) => (rules?.added ?? []).map((doc) => [ruleNumber(doc.id), doc]),
  },
  {
    ...remove("rules", "n bigint"),
    // Rules from files have no numeric ids. The lane's record lists them as removed.
    rows: ({ changes: { rules } }) =>
      (rules?.removed ?? []).map((id) => [ruleNumber(id)]).filter(([n]) => Number.isInteger(n)),
  },
  {
    ...insert("former_rules", "n bigint, until_exchange bigint, doc json"),
    rows: ({ former: { rules } }) => rules.map(({ until, rule }) => [ruleNumber(rule.id), until, rule]),
  },
  {
    // If several changes follow one call, the first has the settings that applied to the call.
    ...insert("former_rule_settings", "until_exchange bigint, doc json", "ON CONFLICT DO NOTHING"),
    rows: ({ former: { settings } }) => (settings ? [[settings.until, settings.settings]] : []),
  },
  {
    ...insert("scheduled_tasks", "id bigint, at bigint, doc json"),
    rows: ({ changes: { tasks } }) => (tasks?.added ?? []).map((doc) => [doc.id, doc.at, doc]),
  },
  {
    ...remove("scheduled_tasks", "id bigint"),
    rows: ({ changes: { tasks } }) => (tasks?.ended ?? []).map((id) => [id]),
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
      outbox.map((n) => [n.id, n.orderId, n.state, n.dueAt, n.attemptCount, n.effects, outboxDoc(n)]),
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
      const merchantId = Number.isSafeInteger(doc.merchantId) ? doc.merchantId : undefined;
      const reference = doc.reference === undefined ? undefined : columnText(doc.reference);
      const [operation, code] = [columnText(doc.operation), columnText(doc.responseCode)];
      const changed = changeDoc(changes);
      return [[doc.id, operation, merchantId, reference, doc.orderId, code, doc, exchangeBytes(doc), changed]];
    },
  },
  {
    ...insert("lane_changes (lane_id, doc, node)", "doc json", "", ", $2::text"),
    rows: ({ changes }) => {
      const doc = changes.exchange ? undefined : changeDoc(changes);
      return doc ? [[doc]] : [];
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

interface Filled {
  readonly part: Part;
  readonly rows: ReturnType<Part["rows"]>;
}

/** The statement that writes a unit of work. */
export function writing({ laneId, node }: { laneId: number; node: string }, unit: UnitWrite): Parameters<Asking> {
  const { ids, clock, record, changes } = unit;
  const filled = parts.map((part): Filled => ({ part, rows: part.rows(unit) })).filter(({ rows }) => rows.length > 0);
  const bytes = changes.exchange ? exchangeBytes(changes.exchange) : 0;
  const lane = [laneId, node, jsonText(ids), bytes, clock && jsonText(clock), record && jsonText(record)];
  return [statementOf(filled), [...lane, ...filled.flatMap(valuesOf)]];
}

/** By the parts and whether they have one row or many. Calls use a few, and each connection prepares those that it uses. */
const statements = new Map<string, string>();

function statementOf(filled: readonly Filled[]): string {
  const key = filled.map(({ part, rows }) => `${parts.indexOf(part)}${rows.length === 1 ? "" : "+"}`).join();
  const text = statements.get(key) ?? statementText(filled);
  statements.set(key, text);
  return text;
}

const LANE = `UPDATE lanes SET version = version + 1, used_at = clock_timestamp(), ids = $3::json,
  journal_bytes = journal_bytes + $4::bigint, clock = coalesce($5::json, clock), record = coalesce($6::json, record),
  record_version = record_version + CASE WHEN $6::json IS NULL THEN 0 ELSE 1 END WHERE id = $1::bigint`;

function statementText(filled: readonly Filled[]): string {
  let used = 6;
  const next = (type: string) => `$${++used}::${type}`;
  const written = filled.map(({ part: { columns, sql }, rows }, n) => {
    // A row costs PostgreSQL and the node less as values than as JSON that contains JSON.
    const source =
      rows.length === 1
        ? `(VALUES (${typesIn(columns).map(next).join(", ")})) AS x(${namesIn(columns).join(", ")})`
        : `json_to_recordset(${next("json")}) AS x(${columns})`;
    return `w${n} AS (${sql.replace("$$", () => source)})`;
  });
  // A value that is not used in any part would have no type, so it is used here.
  return `WITH ${["given AS (SELECT $2::text)", `lane AS (${LANE})`, ...written].join(",\n")}\nSELECT`;
}

function valuesOf({ part: { columns }, rows }: Filled): readonly unknown[] {
  const [first = []] = rows;
  // Whatever is an object goes into a column of JSON.
  if (rows.length === 1) return first.map((value) => (value && typeof value === "object" ? jsonText(value) : value));
  const names = namesIn(columns);
  return [jsonText(rows.map((row) => Object.fromEntries(names.map((name, n) => [name, row[n]]))))];
}
