import type { Exchange } from "../../app/ports/exchange.js";
import type { RequestFilter } from "../../app/ports/store.js";
import { bytesOf } from "../exchange-bytes.js";
import { FileJournal } from "./file-journal.js";
import type { Journal } from "./journal.js";
import type { Statements } from "./statements.js";

/** A lane that ends with its process keeps its journal as it is: rows that nobody reads cost more than the call's own. */
export class MemoryJournal implements Journal {
  #exchanges: Exchange[] = [];
  #bytes = 0;
  readonly #file: FileJournal;

  /** Takes over what a snapshot brought. */
  constructor(readonly sql: Statements) {
    this.#file = new FileJournal(sql);
    if (this.#file.lastId() > 0) {
      this.#exchanges = [...this.#file.after(0, Number.MAX_SAFE_INTEGER)];
      this.#bytes = this.#exchanges.reduce((sum, exchange) => sum + bytesOf(exchange), 0);
      this.#empty();
    }
  }

  add(exchange: Exchange): void {
    this.#exchanges.push(exchange);
    this.#bytes += bytesOf(exchange);
  }

  get(wanted: number): Exchange | undefined {
    const first = this.#exchanges[0];
    if (!first || wanted < first.id) return undefined;
    // Ids are dense but for defects, so it stands here or a little before.
    for (let i = Math.min(wanted - first.id, this.#exchanges.length - 1); i >= 0; i--) {
      const exchange = this.#exchanges[i] as Exchange;
      if (exchange.id <= wanted) return exchange.id === wanted ? exchange : undefined;
    }
    return undefined;
  }

  list(filter: RequestFilter, limit: number): readonly Exchange[] {
    const found: Exchange[] = [];
    const end = filter.before === undefined ? this.#exchanges.length : this.#indexBehind(filter.before - 1);
    for (let i = end - 1; i >= 0 && found.length < limit; i--) {
      const exchange = this.#exchanges[i] as Exchange;
      if (fits(exchange, filter)) found.push(exchange);
    }
    return found;
  }

  after(id: number, limit: number): readonly Exchange[] {
    const first = this.#indexBehind(id);
    return this.#exchanges.slice(first, first + limit);
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The newest stays: ids go on from it. */
  dropOldest(bytes: number): void {
    let [count, freed] = [0, 0];
    while (freed < bytes && count < this.#exchanges.length - 1) freed += bytesOf(this.#exchanges[count++] as Exchange);
    this.#exchanges.splice(0, count);
    this.#bytes -= freed;
  }

  firstId(): number {
    return this.#exchanges[0]?.id ?? 0;
  }

  lastId(): number {
    return this.#exchanges.at(-1)?.id ?? 0;
  }

  /** Runs `read` while the rows stand in the database, for a snapshot. */
  asRows<T>(read: () => T): T {
    const { db } = this.sql;
    db.transaction(() => {
      for (const exchange of this.#exchanges) this.#file.add(exchange);
    })();
    try {
      return read();
    } finally {
      this.#empty();
    }
  }

  takeBack(firstId: number): void {
    for (let last = this.#exchanges.at(-1); last && last.id >= firstId; last = this.#exchanges.at(-1)) {
      this.#exchanges.pop();
      this.#bytes -= bytesOf(last);
    }
  }

  /** Where the exchanges behind this id begin. Ids only go up, so halves are cut until one place is left. */
  #indexBehind(id: number): number {
    let [low, high] = [0, this.#exchanges.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#exchanges[middle] as Exchange).id <= id) low = middle + 1;
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
