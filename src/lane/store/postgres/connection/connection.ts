import pg from "pg";
import { countIn, type DatabaseCounts } from "./database-counts.js";
import { reasonLabel } from "./failures.js";

/** How long a statement that reads, writes or deletes a whole lane may take, in milliseconds. */
export const WHOLE_LANE_MS = 600_000;

// biome-ignore lint/suspicious/noExplicitAny: a row's shape is stated where it is read.
export type Row = any;

/**
 * Returns the rows of a statement. Each connection prepares it when it first runs it. `maxMs`: how long it may take, if
 * that is longer than usual.
 */
export type Asking = (statement: string, values?: readonly unknown[], maxMs?: number) => Promise<readonly Row[]>;

const names = new Map<string, string>();

/** A prepared statement's name, of at most 63 characters. It begins as the text does, so that it can be found on the wire. */
function statementName(text: string): string {
  const name = names.get(text) ?? (text.length < 60 ? text : `${text.slice(0, 50)} ${names.size}`);
  names.set(text, name);
  return name;
}

export const begin = "BEGIN";
export const commit = "COMMIT";
export const rollback = "ROLLBACK";
/** The commit of this transaction doesn't wait for the disk. A later commit that waits also covers all earlier ones. */
export const commitUnhurried = "SET LOCAL synchronous_commit = off";
/** All reads of this transaction see the same instant. */
export const repeatableRead = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ";

const INT8 = 20;
const JSON_TYPE = 114;
/** Ids and sums are safe integers. JSON stays text, because most readers don't need all of it. */
export const columnTypes = new pg.TypeOverrides();
columnTypes.setTypeParser(INT8, Number);
columnTypes.setTypeParser(JSON_TYPE, String);

/** A connection that runs one transaction. */
export class Connection {
  /** The error of the first failed statement. If there is one, the whole transaction must be rolled back. */
  failure: unknown;

  /** `timeline`: that in which transaction ids are valid. Undefined on a standby, or on a service that doesn't show it. */
  constructor(
    readonly client: pg.ClientBase,
    readonly counts: DatabaseCounts,
    readonly timeline: string | undefined,
  ) {}

  /**
   * Returns the rows of a statement. Each statement is sent at once and they run in order, so statements that are asked
   * for at the same time share a round trip.
   */
  readonly rows: Asking = (text, values = [], maxMs = undefined) =>
    this.#query({
      name: statementName(text),
      text,
      values: values as unknown[],
      ...(maxMs !== undefined && { query_timeout: maxMs }),
    });

  /** Runs text of several statements, without values. They are not prepared. */
  async run(text: string): Promise<void> {
    await this.#query({ text, query_timeout: WHOLE_LANE_MS });
  }

  async #query(query: pg.QueryConfig & { readonly query_timeout?: number }): Promise<readonly Row[]> {
    try {
      const { rows } = await this.client.query(query);
      // PostgreSQL answers the commit of a failed transaction with a rollback, and no error.
      if (this.failure === undefined) return rows;
    } catch (error) {
      if (this.failure === undefined) countIn(this.counts.errors, reasonLabel(error));
      this.failure ??= error;
    }
    // Later errors of a transaction follow from the first one and say less.
    throw this.failure;
  }
}
