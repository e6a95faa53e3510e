import pg from "pg";
import type { DatabaseCounts } from "./database-counts.js";
import { reasonLabel } from "./failures.js";

/** How long a statement that is long may take, in milliseconds. */
const LONG_MAX_MS = 600_000;

// biome-ignore lint/suspicious/noExplicitAny: a row's shape is stated where it is read.
export type Row = any;

/** A statement that each connection prepares when it first runs it. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  /** True if it may take much longer than others, because it reads, writes or deletes whole lanes. */
  readonly isLong?: boolean;
}

export type BoundStatement = readonly [statement: Statement, values?: readonly unknown[]];

/** Returns the rows of a statement. */
export type Asking = (statement: Statement, values?: readonly unknown[]) => Promise<readonly Row[]>;

export const begin: Statement = { name: "begin", text: "BEGIN" };
export const commit: Statement = { name: "commit", text: "COMMIT" };
export const rollback: Statement = { name: "rollback", text: "ROLLBACK" };
/** The commit of this transaction doesn't wait for the disk. A later commit that waits also covers all earlier ones. */
export const commitUnhurried: Statement = { name: "commit-unhurried", text: "SET LOCAL synchronous_commit = off" };
/** All reads of this transaction see the same instant. */
export const repeatableRead: Statement = {
  name: "repeatable-read",
  text: "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ",
};

const INT8 = 20;
const JSON_TYPE = 114;

/** Ids and sums are safe integers. JSON stays text, because most readers don't need all of it. */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: (type: number, format?: string) => {
    if (type === INT8) return Number;
    return type === JSON_TYPE ? (text: string) => text : pg.types.getTypeParser(type, format as "text");
  },
} as pg.CustomTypesConfig;

/** A connection that runs one transaction. */
export class Connection {
  readonly #client: pg.ClientBase;
  readonly #counts: DatabaseCounts;
  /**
   * The timeline in which transaction ids are valid. Undefined on a standby, or on a service that doesn't show it.
   */
  readonly timeline: string | undefined;
  #failure: unknown;

  constructor(client: pg.ClientBase, counts: DatabaseCounts, timeline: string | undefined) {
    this.#client = client;
    this.#counts = counts;
    this.timeline = timeline;
  }

  /** The error of the first failed statement. If there is one, the whole transaction must be rolled back. */
  get failure(): unknown {
    return this.#failure;
  }

  /**
   * Returns the rows of a statement. Each statement is sent at once and they run in order, so statements that are asked
   * for at the same time share a round trip.
   */
  readonly rows: Asking = ({ name, text, isLong }, values = []) =>
    this.#query({ name, text, values: [...values], ...(isLong && { query_timeout: LONG_MAX_MS }) });

  /** Runs text of several statements, without values. They are not prepared. */
  async run(text: string): Promise<void> {
    await this.#query({ text, query_timeout: LONG_MAX_MS });
  }

  async #query(query: pg.QueryConfig & { readonly query_timeout?: number }): Promise<readonly Row[]> {
    try {
      return (await this.#client.query(query)).rows;
    } catch (error) {
      if (this.#failure === undefined) this.#counts.failed(reasonLabel(error));
      this.#failure ??= error;
      // Later errors of a transaction follow from the first one and say less.
      throw this.#failure;
    }
  }
}
