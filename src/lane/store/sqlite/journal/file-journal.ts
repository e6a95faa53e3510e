import { type Exchange, exchangeBytes } from "../../../ports/exchange.js";
import type { RequestFilter } from "../../../ports/store.js";
import type { Statements } from "../database/statements.js";
import { where } from "../tables/table.js";
import { exchangeTable } from "../tables/tables.js";
import type { Journal } from "./journal.js";

/** How many calls to sample to estimate the size of a reopened journal. */
const SAMPLE = 100;
const DROPPED_AT_ONCE = 200;

/** A journal in the lane's file, so that it outlives the process. */
export class FileJournal implements Journal {
  #bytes: number;

  constructor(
    readonly sql: Statements,
    { isNew = false } = {},
  ) {
    this.#bytes = isNew ? 0 : this.#estimate();
  }

  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Estimates from the newest calls and the number of all calls, because adding up a long journal would slow down the
   * start.
   */
  #estimate(): number {
    const newest = this.list({}, SAMPLE);
    const mean = newest.reduce((sum, exchange) => sum + exchangeBytes(exchange), 0) / Math.max(newest.length, 1);
    return Math.round(mean * (this.lastId() - this.firstId() + 1));
  }

  dropOldest(bytes: number): void {
    const last = this.lastId();
    let freed = 0;
    while (freed < bytes) {
      const oldest = this.after(0, DROPPED_AT_ONCE).filter(({ id }) => id < last);
      if (oldest.length === 0) break;
      this.sql.of("DELETE FROM exchanges WHERE id <= ?").run(oldest.at(-1)!.id);
      freed += oldest.reduce((sum, exchange) => sum + exchangeBytes(exchange), 0);
    }
    this.#bytes = this.firstId() === last ? this.#estimate() : Math.max(0, this.#bytes - freed);
  }

  add(exchange: Exchange): void {
    this.sql.of(exchangeTable.insert).run(...exchangeTable.values(exchange));
    this.#bytes += exchangeBytes(exchange);
  }

  amend({ id, explain }: Pick<Exchange, "id" | "explain">): void {
    this.sql.of("UPDATE exchanges SET explain = ? WHERE id = ?").run(explain, id);
  }

  get(id: number): Exchange | undefined {
    const row = this.sql.of("SELECT * FROM exchanges WHERE id = ?").get(id);
    return row && exchangeTable.read(row);
  }

  list(filter: RequestFilter, limit: number): readonly Exchange[] {
    const { clause, values } = where(
      {
        operation: filter.operation,
        merchant_id: filter.merchantId,
        reference: filter.merchantReference,
        order_id: filter.orderId,
        code: filter.responseCode,
      },
      filter.before,
    );
    const rows = this.sql.of(`SELECT * FROM exchanges${clause} ORDER BY id DESC LIMIT ?`).all(...values, limit);
    return rows.map((row) => exchangeTable.read(row));
  }

  after(id: number, limit: number): readonly Exchange[] {
    const rows = this.sql.of("SELECT * FROM exchanges WHERE id > ? ORDER BY id LIMIT ?").all(id, limit);
    return rows.map((row) => exchangeTable.read(row));
  }

  firstId(): number {
    return this.sql.of("SELECT min(id) AS n FROM exchanges").get().n ?? 0;
  }

  lastId(): number {
    return this.sql.of("SELECT max(id) AS n FROM exchanges").get().n ?? 0;
  }

  takeBack(): void {
    // Writes were rolled back, so the size must be estimated again.
    this.#bytes = this.#estimate();
  }
}
