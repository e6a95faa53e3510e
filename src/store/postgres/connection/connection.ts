import type pg from "pg";
import type { DatabaseCounts } from "./database-counts.js";
import { reasonLabel } from "./failures.js";
import { LONG_MAX_MS, RoundTrip, type Row, type Statement } from "./round-trip.js";

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

/** A connection that runs one transaction. */
export class Connection {
  readonly #client: pg.ClientBase;
  readonly #counts: DatabaseCounts;
  /**
   * The timeline in which transaction ids are valid. Undefined on a standby, or on a service that doesn't show it.
   */
  readonly timeline: string | undefined;
  /** The statements of the next round trip. */
  #next: RoundTrip | undefined;
  #sending: Promise<void> | undefined;
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

  /** Returns the rows of a statement. Statements asked for at the same time share a round trip. They run in order. */
  readonly rows: Asking = (statement, values = []) => {
    this.#next ??= new RoundTrip();
    const rows = this.#next.add(statement, values);
    this.#sending ??= this.#sendAll();
    return rows.catch((error) => {
      throw this.#failed(error);
    });
  };

  /** Runs text of several statements, without values. They are not prepared. */
  async run(text: string): Promise<void> {
    await this.#sending;
    try {
      await this.#client.query({ text, query_timeout: LONG_MAX_MS } as pg.QueryConfig);
    } catch (error) {
      throw this.#failed(error);
    }
  }

  async #sendAll(): Promise<void> {
    // What is asked for in the same turn is sent together.
    await undefined;
    while (this.#next) {
      const trip = this.#next;
      this.#next = undefined;
      await trip.run(this.#client);
    }
    this.#sending = undefined;
  }

  /** Keeps the first error, because later errors of a transaction follow from it. */
  #failed(error: unknown): unknown {
    if (this.#failure === undefined) this.#counts.failed(reasonLabel(error));
    this.#failure ??= error;
    return error;
  }
}
