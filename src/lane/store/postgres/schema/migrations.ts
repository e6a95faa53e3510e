/**
 * A change of the schema, applied while nodes of the previous release run. It only expands: new columns are nullable,
 * and nothing that those nodes use is removed. A later release removes what no supported release uses any more.
 */
export interface Migration {
  readonly version: number;
  readonly about: string;
  readonly sql: string;
  /**
   * The oldest schema version whose programs still work with this one. Only a removal raises it. Left out: unchanged.
   */
  readonly serves?: number;
}

/**
 * All lanes share the tables, and each row has its lane's id. Records that are read whole are stored as JSON text,
 * with columns only for searching. Times of a lane's clock are in milliseconds, while leases use the database's own
 * time.
 */
const first = `
CREATE TABLE kept (name text PRIMARY KEY, value text NOT NULL);
CREATE TABLE lanes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text UNIQUE,
  version bigint NOT NULL DEFAULT 0,
  record_version bigint NOT NULL DEFAULT 1,
  openings bigint NOT NULL DEFAULT 0,
  clock json NOT NULL,
  record json NOT NULL,
  ids json NOT NULL,
  journal_bytes bigint NOT NULL DEFAULT 0,
  moved_by text,
  moved_until timestamptz,
  made_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  used_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  dropped_at timestamptz
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);
CREATE INDEX lanes_dropped ON lanes (id) WHERE dropped_at IS NOT NULL;
CREATE TABLE rules (lane_id bigint NOT NULL, n bigint NOT NULL, doc json NOT NULL, PRIMARY KEY (lane_id, n));
CREATE TABLE rule_counts (
  lane_id bigint NOT NULL, rule_id text NOT NULL, key text NOT NULL, seen bigint NOT NULL, fired bigint NOT NULL,
  PRIMARY KEY (lane_id, rule_id, key)) WITH (fillfactor = 70);
CREATE TABLE merchants (lane_id bigint NOT NULL, id bigint NOT NULL, doc json NOT NULL, PRIMARY KEY (lane_id, id));
CREATE TABLE tokens (
  lane_id bigint NOT NULL, merchant_id bigint NOT NULL, id bigint NOT NULL, user_key text NOT NULL, doc json NOT NULL,
  PRIMARY KEY (lane_id, merchant_id, id));
CREATE TABLE card_entries (lane_id bigint NOT NULL, id bigint NOT NULL, doc json NOT NULL, PRIMARY KEY (lane_id, id));
CREATE TABLE orders (
  lane_id bigint NOT NULL, id bigint NOT NULL, merchant_id bigint NOT NULL, reference text NOT NULL, status text NOT NULL,
  expires_at bigint NOT NULL, doc json NOT NULL, options json, PRIMARY KEY (lane_id, id)) WITH (fillfactor = 80);
CREATE INDEX orders_by_reference ON orders (lane_id, merchant_id, reference, id);
CREATE INDEX orders_by_expiry ON orders (lane_id, expires_at, id) WHERE status = 'OPEN';
CREATE INDEX orders_settleable ON orders (lane_id, id) WHERE status = 'unsettled';
CREATE TABLE ledger (
  lane_id bigint NOT NULL, id bigint NOT NULL, order_id bigint, merchant_id bigint NOT NULL, doc json NOT NULL,
  PRIMARY KEY (lane_id, id));
CREATE INDEX ledger_by_order ON ledger (lane_id, order_id) WHERE order_id IS NOT NULL;
CREATE TABLE balances (
  lane_id bigint NOT NULL, merchant_id bigint NOT NULL, currency text NOT NULL, amount bigint NOT NULL,
  PRIMARY KEY (lane_id, merchant_id, currency)) WITH (fillfactor = 50);
CREATE TABLE exchanges (
  lane_id bigint NOT NULL, id bigint NOT NULL, operation text NOT NULL, merchant_id bigint, reference text, order_id bigint,
  code text NOT NULL, doc json NOT NULL, PRIMARY KEY (lane_id, id));
CREATE TABLE outbox (
  lane_id bigint NOT NULL, id bigint NOT NULL, order_id bigint, state text NOT NULL, due_at bigint,
  attempt_count bigint NOT NULL, effects json NOT NULL, doc json NOT NULL, claimed_by text, lease_until timestamptz,
  PRIMARY KEY (lane_id, id)) WITH (fillfactor = 70);
CREATE INDEX outbox_due ON outbox (lane_id, due_at, id) WHERE state = 'due';
CREATE INDEX outbox_in_flight ON outbox (lane_id, lease_until) WHERE state = 'in-flight';
CREATE INDEX outbox_by_order ON outbox (lane_id, order_id);
CREATE TABLE attempts (
  lane_id bigint NOT NULL, notification_id bigint NOT NULL, n bigint NOT NULL, doc json NOT NULL,
  PRIMARY KEY (lane_id, notification_id, n));
CREATE TABLE scheduled_tasks (
  lane_id bigint NOT NULL, id bigint NOT NULL, at bigint NOT NULL, doc json NOT NULL, PRIMARY KEY (lane_id, id));
CREATE INDEX scheduled_tasks_by_time ON scheduled_tasks (lane_id, at, id);
CREATE TABLE snapshots (
  name text PRIMARY KEY, bytes bytea NOT NULL, saved_at timestamptz NOT NULL DEFAULT clock_timestamp());
`;

export const migrations: readonly Migration[] = [
  { version: 1, about: "lanes and all that is in them", sql: first },
  {
    version: 2,
    about: "which node wrote a call",
    sql: "ALTER TABLE exchanges ADD COLUMN node text;",
  },
  {
    version: 3,
    about: "orders by their status; the size of each call; lanes by their last use",
    sql: `CREATE INDEX orders_by_status ON orders (lane_id, status, id);
      ALTER TABLE exchanges ADD COLUMN bytes bigint;
      CREATE INDEX lanes_by_journal ON lanes (journal_bytes);`,
  },
  {
    version: 4,
    about: "what each commit changed, for other nodes that tell of it",
    sql: `ALTER TABLE exchanges ADD COLUMN changed json;
      CREATE TABLE lane_changes (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, lane_id bigint NOT NULL, node text NOT NULL, doc json NOT NULL,
        made_at timestamptz NOT NULL DEFAULT clock_timestamp());
      CREATE INDEX lane_changes_by_lane ON lane_changes (lane_id, id);
      CREATE INDEX lane_changes_by_age ON lane_changes (made_at);
      CREATE SEQUENCE attempts_seq;
      ALTER TABLE attempts ADD COLUMN node text, ADD COLUMN seq bigint;
      ALTER TABLE attempts ALTER COLUMN seq SET DEFAULT nextval('attempts_seq');
      CREATE INDEX attempts_by_seq ON attempts (lane_id, seq);`,
  },
  {
    version: 5,
    about: "a call that counts its journal leaves the indexes of its lane's row alone",
    sql: "DROP INDEX lanes_by_journal;",
  },
  {
    version: 6,
    serves: 6,
    about: "former rules, as long as a call that they were asked for is kept",
    sql: `CREATE TABLE former_rules (
        lane_id bigint NOT NULL, n bigint NOT NULL, until_exchange bigint NOT NULL, doc json NOT NULL, PRIMARY KEY (lane_id, n));
      CREATE INDEX former_rules_by_end ON former_rules (lane_id, until_exchange);
      CREATE TABLE former_rule_settings (
        lane_id bigint NOT NULL, until_exchange bigint NOT NULL, doc json NOT NULL, PRIMARY KEY (lane_id, until_exchange));`,
  },
  {
    version: 7,
    about: "the calls of an order, which each look at its page asks for",
    sql: "CREATE INDEX exchanges_by_order ON exchanges (lane_id, order_id, id) WHERE order_id IS NOT NULL;",
  },
];

/** The tables with rows of lanes. */
export const laneTables = [
  "rules",
  "former_rules",
  "former_rule_settings",
  "rule_counts",
  "merchants",
  "tokens",
  "card_entries",
  "orders",
  "ledger",
  "balances",
  "exchanges",
  "outbox",
  "attempts",
  "scheduled_tasks",
] as const;
