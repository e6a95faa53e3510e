import type { Exchange } from "../../app/ports/exchange.js";
import type { RequestFilter } from "../../app/ports/store.js";
import { exchangeParams, readExchange } from "./rows.js";
import type { Statements } from "./statements.js";
import { where } from "./where.js";

/** How many exchanges a lane keeps; about 2 KB each. The oldest are dropped a thousand at a time. */
const JOURNAL_LIMIT = 50_000;
const DROPPED_AT_ONCE = 1000;

/** What became of each call, by its id, which only goes up. */
export interface Journal {
  add(exchange: Exchange): void;
  get(id: number): Exchange | undefined;
  /** Newest first. */
  list(filter: RequestFilter, limit: number): readonly Exchange[];
  /** Those behind this id, oldest first. */
  after(id: number, limit: number): readonly Exchange[];
  lastId(): number;
  /** The group commit of these exchanges was rolled back: none from this id on was made. */
  takeBack(firstId: number): void;
}

const isTimeToDrop = (id: number): boolean => id % DROPPED_AT_ONCE === 0 && id > JOURNAL_LIMIT;

/** In the lane's file, so that it outlives the process. */
export class FileJournal implements Journal {
  constructor(readonly sql: Statements) {}

  add(exchange: Exchange): void {
    this.sql
      .of("INSERT INTO exchanges VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
      .run(...exchangeParams(exchange));
    if (isTimeToDrop(exchange.id)) this.sql.of("DELETE FROM exchanges WHERE id <= ?").run(exchange.id - JOURNAL_LIMIT);
  }

  get(id: number): Exchange | undefined {
    const row = this.sql.of("SELECT * FROM exchanges WHERE id = ?").get(id);
    return row && readExchange(row);
  }

  list(filter: RequestFilter, limit: number): readonly Exchange[] {
    const { clause, values } = where({
      operation: filter.operation,
      merchant_id: filter.merchantId,
      reference: filter.merchantReference,
      order_id: filter.orderId,
      code: filter.responseCode,
    });
    const rows = this.sql.of(`SELECT * FROM exchanges${clause} ORDER BY id DESC LIMIT ?`).all(...values, limit);
    return rows.map(readExchange);
  }

  after(id: number, limit: number): readonly Exchange[] {
    return this.sql.of("SELECT * FROM exchanges WHERE id > ? ORDER BY id LIMIT ?").all(id, limit).map(readExchange);
  }

  lastId(): number {
    return this.sql.of("SELECT max(id) AS n FROM exchanges").get().n ?? 0;
  }

  takeBack(): void {
    // The database took them back.
  }
}

/** A lane that ends with its process keeps its journal as it is: rows that nobody reads cost more than the call's own. */
export class MemoryJournal implements Journal {
  #kept: Exchange[] = [];
  readonly #file: FileJournal;

  /** Takes over what a snapshot brought. */
  constructor(readonly sql: Statements) {
    this.#file = new FileJournal(sql);
    if (this.#file.lastId() > 0) {
      this.#kept = [...this.#file.after(0, Number.MAX_SAFE_INTEGER)];
      this.#empty();
    }
  }

  add(exchange: Exchange): void {
    this.#kept.push(exchange);
    if (isTimeToDrop(exchange.id)) {
      const first = this.#kept.findIndex(({ id }) => id > exchange.id - JOURNAL_LIMIT);
      this.#kept.splice(0, first);
    }
  }

  get(wanted: number): Exchange | undefined {
    const first = this.#kept[0];
    if (!first || wanted < first.id) return undefined;
    // Ids are dense but for defects, so it stands here or a little before.
    for (let i = Math.min(wanted - first.id, this.#kept.length - 1); i >= 0; i--) {
      const exchange = this.#kept[i] as Exchange;
      if (exchange.id <= wanted) return exchange.id === wanted ? exchange : undefined;
    }
    return undefined;
  }

  list(filter: RequestFilter, limit: number): readonly Exchange[] {
    const found: Exchange[] = [];
    for (let i = this.#kept.length - 1; i >= 0 && found.length < limit; i--) {
      const exchange = this.#kept[i] as Exchange;
      if (fits(exchange, filter)) found.push(exchange);
    }
    return found;
  }

  after(id: number, limit: number): readonly Exchange[] {
    const first = this.#indexBehind(id);
    return this.#kept.slice(first, first + limit);
  }

  lastId(): number {
    return this.#kept.at(-1)?.id ?? 0;
  }

  /** Runs `read` while the rows stand in the database, for a snapshot. */
  asRows<T>(read: () => T): T {
    const { db } = this.sql;
    db.transaction(() => {
      for (const exchange of this.#kept) this.#file.add(exchange);
    })();
    try {
      return read();
    } finally {
      this.#empty();
    }
  }

  takeBack(firstId: number): void {
    while ((this.#kept.at(-1)?.id ?? 0) >= firstId) this.#kept.pop();
  }

  /** Where the exchanges behind this id begin. Ids only go up, so halves are cut until one place is left. */
  #indexBehind(id: number): number {
    let [low, high] = [0, this.#kept.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#kept[middle] as Exchange).id <= id) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #empty(): void {
    this.sql.of("DELETE FROM exchanges").run();
  }
}

const fits = (e: Exchange, f: RequestFilter): boolean =>
  (f.operation === undefined || e.operation === f.operation) &&
  (f.merchantId === undefined || e.merchantId === f.merchantId) &&
  (f.merchantReference === undefined || e.reference === f.merchantReference) &&
  (f.orderId === undefined || e.orderId === f.orderId) &&
  (f.responseCode === undefined || e.responseCode === f.responseCode);
