import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { CannotStart } from "../../../../package/errors.js";
import { messageOf } from "../../../ports/log.js";
import { StoreUnavailable } from "../../../ports/store-errors.js";
import type { StoreAddress } from "./address.js";
import { type Asking, begin, Connection, columnTypes, commit, type Row } from "./connection.js";
import { countIn, DatabaseCounts } from "./database-counts.js";
import { acceptsNoMore, connectError, databaseError, hasNoRoom, reasonLabel } from "./failures.js";

/** How long a caller waits for a connection, in milliseconds. */
const CONNECT_MAX_MS = 5_000;
/**
 * How long to wait for a statement's answer. This is longer than for any lock. Otherwise a connection whose other end
 * has vanished would last a quarter of an hour, and block everything behind it.
 */
const ANSWER_MAX_MS = 20_000;
/** After this much idle time, the system checks a connection, so that no device in between forgets it. */
const KEPT_ALIVE_AFTER_MS = 30_000;

/** How often to ask for a connection if the database has none left for this node, in milliseconds. */
const ASK_AGAIN_MS = 50;
/** If the database refuses another connection, the pool requests none for this long, in milliseconds. */
const GROW_AGAIN_MS = 1_000;

/**
 * The settings of each connection, made after it opens, because poolers refuse them as start-up options. Rows are
 * always found by whole keys, because a plan for a small table must not scan it once it is large. Each statement sees
 * what was committed before it, even if the role or the database has a stricter default.
 */
const settingsOf = ({ schema }: StoreAddress): string => `SET search_path = ${schema};
  SET default_transaction_isolation = 'read committed';
  SET idle_in_transaction_session_timeout = 5000; SET lock_timeout = 10000; SET jit = off; SET enable_seqscan = off;
  SET enable_hashjoin = off; SET enable_mergejoin = off; SET plan_cache_mode = force_generic_plan`;

/**
 * After a fail-over, the new primary has another timeline, and may reuse the ids of lost transactions. A connection
 * never outlives its timeline.
 */
const timeline = "SELECT left(pg_walfile_name(pg_current_wal_lsn()), 8) AS id";

const connectionOf = ({ url }: StoreAddress): pg.ClientConfig =>
  ({
    connectionString: url,
    application_name: "payment-sandbox",
    keepAlive: true,
    keepAliveInitialDelayMillis: KEPT_ALIVE_AFTER_MS,
    types: columnTypes,
    pipeline: true,
  }) as pg.ClientConfig;

/** The driver's client. Reads a password file for each connection, because the password may change. */
const clientClass = ({ passwordFile: file }: StoreAddress): typeof pg.Client =>
  class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      // The driver calls this function, although its types allow only a string. As an option, it would be overridden
      // by the URL.
      if (file !== undefined) Object.assign(this, { password: () => readPassword(file) });
      // The queries of a broken connection fail by themselves. Without a listener, this event would end the process.
      this.on("error", () => {});
      // The driver leaves the socket open if it fails to log in, for example because it cannot read the password.
      this.connection.once("error", () => this.end(() => {}));
    }
  };

async function readPassword(file: string): Promise<string> {
  try {
    return (await readFile(file, "utf8")).trimEnd();
  } catch (error) {
    throw new StoreUnavailable(`the store's password cannot be read: ${messageOf(error)}`, { cause: error });
  }
}

/** The pool of connections to a PostgreSQL database. Translates errors for the rest of the sandbox. */
export class Database {
  readonly counts = new DatabaseCounts();
  readonly #pool: pg.Pool;
  readonly address: StoreAddress;
  readonly #timelines = new WeakMap<pg.ClientBase, string>();
  #growsAgain: NodeJS.Timeout | undefined;

  constructor(address: StoreAddress) {
    this.address = address;
    const settings = settingsOf(address);
    this.#pool = new pg.Pool({
      ...connectionOf(address),
      Client: clientClass(address),
      max: address.poolSize,
      // Otherwise a node that was idle might find that other nodes have taken all that the database allows.
      min: 1,
      connectionTimeoutMillis: CONNECT_MAX_MS,
      query_timeout: ANSWER_MAX_MS,
      onConnect: async (client) => {
        await client.query(settings);
        const found = await client.query(timeline).catch(() => undefined);
        if (found) this.#timelines.set(client, found.rows[0].id);
      },
    });
    // A connection that breaks while idle is replaced at the next request.
    this.#pool.on("error", () => {});
  }

  /** The number of connections, of idle ones, and of callers that wait for one. */
  get load(): { readonly size: number; readonly max: number; readonly idle: number; readonly waiting: number } {
    const { totalCount: size, idleCount: idle, waitingCount: waiting } = this.#pool;
    return { size, max: this.address.poolSize, idle, waiting };
  }

  rows(...asked: Parameters<Asking>): Promise<readonly Row[]> {
    return this.connected(({ rows }) => rows(...asked));
  }

  /** Runs `work` on one connection. If `work` fails, closes the connection, because it may be broken. */
  async connected<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const client = await this.#client();
    try {
      const done = await work(new Connection(client, this.counts, this.#timelines.get(client)));
      client.release();
      return done;
    } catch (error) {
      client.release(true);
      throw databaseError(error);
    }
  }

  /** If the database refuses another connection, waits until one of this node's or another node's becomes free. */
  async #client(): Promise<pg.PoolClient> {
    for (const since = performance.now(); ; ) {
      const { idleCount, totalCount, options } = this.#pool;
      const connecting = this.#pool.connect();
      const mustWait = idleCount === 0 && totalCount >= options.max;
      try {
        return await (mustWait ? this.counts.waiting("connection", connecting) : connecting);
      } catch (error) {
        countIn(this.counts.errors, reasonLabel(error));
        const hasOthers = this.#pool.totalCount > 0;
        const mayWait = acceptsNoMore(error) && (hasOthers || hasNoRoom(error));
        // On a busy machine, the refusal itself may take seconds. One of this node's own connections is free sooner.
        const waitMaxMs = hasOthers ? ANSWER_MAX_MS : CONNECT_MAX_MS;
        if (!mayWait || performance.now() - since > waitMaxMs) throw connectError(error);
        if (hasOthers) this.#stopGrowing();
        else await pause(ASK_AGAIN_MS);
      }
    }
  }

  #stopGrowing(): void {
    const { options, totalCount } = this.#pool;
    options.max = Math.max(1, Math.min(options.max, totalCount));
    this.#growsAgain ??= setTimeout(() => {
      options.max = this.address.poolSize;
      this.#growsAgain = undefined;
    }, GROW_AGAIN_MS).unref();
  }

  /** Runs `work` in a transaction. If it throws, the transaction is rolled back. */
  transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return this.connected(async (connection) => {
      const [, done] = await Promise.all([connection.rows(begin), work(connection)]);
      await connection.rows(commit);
      return done;
    });
  }

  /** A separate connection outside the pool. */
  async client(): Promise<pg.Client> {
    const Client = clientClass(this.address);
    const client = new Client({ ...connectionOf(this.address), connectionTimeoutMillis: CONNECT_MAX_MS });
    try {
      await client.connect();
      await client.query(settingsOf(this.address));
      return client;
    } catch (error) {
      countIn(this.counts.errors, reasonLabel(error));
      client.end(() => {});
      throw connectError(error);
    }
  }

  /**
   * Throws CannotStart for a database that cannot hold all texts, and behind a pooler that reassigns connections
   * between transactions, because LISTEN, prepared statements and settings would then apply to another client's
   * connection.
   */
  async assertUsable(): Promise<void> {
    const clients: pg.Client[] = [];
    const pidOf = async (client: pg.Client) => (await client.query("SELECT pg_backend_pid() AS pid")).rows[0].pid;
    try {
      for (let n = 0; n < 2; n++) clients.push(await this.client());
      const [one, other] = clients as [pg.Client, pg.Client];
      const before = await pidOf(one);
      await other.query("BEGIN");
      const [ofOther, after] = [await pidOf(other), await pidOf(one)];
      if (ofOther === before || after !== before)
        throw new CannotStart(
          `the store ${this.address.shown} is behind a transaction-mode connection pooler: switch it to session mode, or connect directly`,
        );
      const { server_encoding: encoding } = (await one.query("SHOW server_encoding")).rows[0];
      // SQL_ASCII keeps the bytes of UTF-8 as they are.
      if (encoding !== "UTF8" && encoding !== "SQL_ASCII")
        throw new CannotStart(
          `the store ${this.address.shown} has the encoding ${encoding}: create its database with ENCODING 'UTF8' TEMPLATE template0`,
        );
    } finally {
      await Promise.all(clients.map((client) => client.end().catch(() => {})));
    }
  }

  close(): Promise<void> {
    clearTimeout(this.#growsAgain);
    return this.#pool.end();
  }
}
