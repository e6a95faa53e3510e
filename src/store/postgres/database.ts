import pg from "pg";
import type { StoreAddress } from "./address.js";
import { databaseError } from "./failures.js";

// biome-ignore lint/suspicious/noExplicitAny: a row's shape is stated where it is read.
export type Row = any;

/** A statement that each connection prepares when it first runs it. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  /** It may take much longer than others: it reads, writes or deletes whole lanes. */
  readonly isLong?: boolean;
}

/** Asks for the rows of a statement. */
export type Asking = (statement: Statement, values?: readonly unknown[]) => Promise<readonly Row[]>;

export type Asked = readonly [statement: Statement, values: readonly unknown[]];

/** Begins a transaction whose commit is not waited for on the disk: one that is does so for all before it. */
export const BEGIN_UNHURRIED = "BEGIN; SET LOCAL synchronous_commit = off";

/** How long a caller waits for a connection, in milliseconds. */
const CONNECT_MAX_MS = 5_000;
/**
 * How long the answer to a statement is waited for: longer than any lock is. A connection whose other end is gone
 * without a word would not end by itself for a quarter of an hour, and what waits behind it would wait with it.
 */
const ANSWER_MAX_MS = 20_000;
const LONG_MAX_MS = 600_000;
/** A connection that is idle for so long is asked for by the system, so that nothing between forgets it. */
const KEPT_ALIVE_AFTER_MS = 30_000;

const INT8 = 20;
const JSON_TYPE = 114;

/** Ids and sums are safe integers; JSON stays text, since most readers do not ask for all of it. */
const types = {
  getTypeParser: (oid: number, format?: "text") => {
    if (oid === INT8) return Number;
    if (oid === JSON_TYPE) return (text: string) => text;
    return pg.types.getTypeParser(oid, format);
  },
} as unknown as pg.CustomTypesConfig;

/**
 * What each connection is set to. Rows are found by whole keys, always: a plan that was made while a table was small must
 * not read all of it later.
 */
const settings =
  // A node that was stopped in the midst of a transaction must not hold a lane for ever.
  "-c idle_in_transaction_session_timeout=5000 -c lock_timeout=10000 -c jit=off -c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c plan_cache_mode=force_generic_plan";

const connectionOf = ({ url, schema }: StoreAddress): pg.ClientConfig =>
  ({
    connectionString: url,
    application_name: "payment-sandbox",
    keepAlive: true,
    keepAliveInitialDelayMillis: KEPT_ALIVE_AFTER_MS,
    pipeline: true,
    types,
    options: `-c search_path=${schema} ${settings}`,
  }) as pg.ClientConfig;

const queryOf = ({ name, text, isLong }: Statement, values: readonly unknown[]): pg.QueryConfig => ({
  name,
  text,
  values: values as unknown[],
  ...(isLong && { query_timeout: LONG_MAX_MS }),
});

/** A connection that runs one transaction. */
export class Connection {
  readonly #client: pg.ClientBase;
  #failure: unknown;

  constructor(client: pg.ClientBase) {
    this.#client = client;
  }

  /** What the first statement that failed threw: nothing of the transaction can be kept then. */
  get failure(): unknown {
    return this.#failure;
  }

  /** Rows of a statement. Several may be sent before the first answer comes; they run in order. */
  async rows(statement: Statement, values: readonly unknown[] = []): Promise<readonly Row[]> {
    try {
      return (await this.#client.query(queryOf(statement, values))).rows;
    } catch (error) {
      this.#failure ??= error;
      throw error;
    }
  }

  /** Text without values, not prepared. */
  async run(text: string, { isLong }: Pick<Statement, "isLong"> = {}): Promise<void> {
    try {
      await this.#client.query({ text, ...(isLong && { query_timeout: LONG_MAX_MS }) });
    } catch (error) {
      this.#failure ??= error;
      throw error;
    }
  }
}

/** The pool of connections to a PostgreSQL database. What goes wrong is thrown as the rest of the sandbox knows it. */
export class Database {
  readonly #pool: pg.Pool;
  readonly #address: StoreAddress;

  constructor(address: StoreAddress) {
    this.#address = address;
    this.#pool = new pg.Pool({
      ...connectionOf(address),
      max: address.poolSize,
      connectionTimeoutMillis: CONNECT_MAX_MS,
      query_timeout: ANSWER_MAX_MS,
    });
    // A connection that breaks while it is idle is replaced when the next one is asked for.
    this.#pool.on("error", () => {});
    // The queries of a connection that breaks are told. The event itself ends the process where nobody listens, and the
    // pool does not while it hands a connection over.
    this.#pool.on("connect", (client) => client.on("error", () => {}));
  }

  /** How many connections there are, are free, and how many callers wait for one. */
  get load(): { readonly size: number; readonly max: number; readonly idle: number; readonly waiting: number } {
    const { totalCount: size, idleCount: idle, waitingCount: waiting } = this.#pool;
    return { size, max: this.#address.poolSize, idle, waiting };
  }

  async rows(statement: Statement, values: readonly unknown[] = []): Promise<readonly Row[]> {
    try {
      return (await this.#pool.query(queryOf(statement, values))).rows;
    } catch (error) {
      throw databaseError(error);
    }
  }

  /** Runs `work` on one connection. A connection on which it failed is not used again where it may be broken. */
  async connected<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    let client: pg.PoolClient;
    try {
      client = await this.#pool.connect();
    } catch (error) {
      throw databaseError(error);
    }
    try {
      const done = await work(new Connection(client));
      client.release();
      return done;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  /** Runs `work` in a transaction; a throw rolls it back. */
  async transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    try {
      return await this.connected(async (connection) => {
        const [, done] = await Promise.all([connection.run("BEGIN"), work(connection)]);
        await connection.run("COMMIT");
        return done;
      });
    } catch (error) {
      throw databaseError(error);
    }
  }

  /** Statements that ask nothing of one another, in one transaction and one round trip. Answers the rows of the last. */
  async atOnce(begin: string, statements: readonly Asked[]): Promise<readonly Row[]> {
    try {
      return await this.connected(async (connection) => {
        const [, rows] = await Promise.all([
          connection.run(begin),
          Promise.all(statements.map(([statement, values]) => connection.rows(statement, values))),
          connection.run("COMMIT"),
        ]);
        return rows.at(-1)!;
      });
    } catch (error) {
      throw databaseError(error);
    }
  }

  /** A connection of its own, outside the pool. */
  async client(): Promise<pg.Client> {
    const client = new pg.Client({ ...connectionOf(this.#address), connectionTimeoutMillis: CONNECT_MAX_MS });
    client.on("error", () => {});
    try {
      await client.connect();
      return client;
    } catch (error) {
      throw databaseError(error);
    }
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}
