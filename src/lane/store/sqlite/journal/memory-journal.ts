import type { Exchange } from "../../../ports/exchange.js";
import type { RequestFilter } from "../../../ports/store.js";
import type { Statements } from "../database/statements.js";
import { FileJournal } from "./file-journal.js";
import type { Journal } from "./journal.js";
import { type PackedExchange, Packer } from "./packed-exchange.js";

/** The journal of a lane in memory. Saves 9 µs of each query (a tenth), compared with a journal in the database. */
export class MemoryJournal implements Journal {
  readonly #exchanges: PackedExchange[] = [];
  /** Their orders' ids, 0 for none: among 100,000 calls, those of an order are found in 0.1 ms instead of 3. */
  readonly #orderIds: number[] = [];
  readonly #packer = new Packer();
  #bytes = 0;
  readonly #file: FileJournal;

  /** Takes over a snapshot's exchanges. */
  constructor(
    readonly sql: Statements,
    { isNew = false } = {},
  ) {
    // The size of this journal isn't needed.
    this.#file = new FileJournal(sql, { isNew: true });
    if (!isNew && this.#file.lastId() > 0) {
      for (const exchange of this.#file.after(0, Number.MAX_SAFE_INTEGER)) this.add(exchange);
      this.#empty();
    }
  }

  add(exchange: Exchange): void {
    const packed = this.#packer.pack(exchange);
    this.#exchanges.push(packed);
    this.#orderIds.push(packed.orderId ?? 0);
    this.#bytes += packed.bytes;
  }

  amend({ id, explain }: Pick<Exchange, "id" | "explain">): void {
    const index = this.#indexOf(id);
    const before = this.#exchanges[index];
    if (!before) return;
    const { request, response } = before;
    const packed = this.#packer.pack({ ...before, request, response, explain });
    this.#exchanges[index] = packed;
    this.#bytes += packed.bytes - before.bytes;
  }

  get(id: number): Exchange | undefined {
    return this.#exchanges[this.#indexOf(id)];
  }

  list(filter: RequestFilter, limit: number): readonly Exchange[] {
    const found: Exchange[] = [];
    const end = filter.before === undefined ? this.#exchanges.length : this.#indexBehind(filter.before - 1);
    for (let i = this.#before(end, filter); i >= 0 && found.length < limit; i = this.#before(i, filter)) {
      const exchange = this.#exchanges[i]!;
      if (fits(exchange, filter)) found.push(exchange);
    }
    return found;
  }

  /** The index of the newest exchange before this index that may fit. -1 if there is none. */
  #before(index: number, { orderId }: RequestFilter): number {
    return orderId === undefined || index === 0 ? index - 1 : this.#orderIds.lastIndexOf(orderId, index - 1);
  }

  after(id: number, limit: number): readonly Exchange[] {
    const first = this.#indexBehind(id);
    return this.#exchanges.slice(first, first + limit);
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Keeps the newest call, because ids continue from it. */
  dropOldest(bytes: number): void {
    let [count, freed] = [0, 0];
    while (freed < bytes && count < this.#exchanges.length - 1) freed += this.#exchanges[count++]!.bytes;
    this.#exchanges.splice(0, count);
    this.#orderIds.splice(0, count);
    this.#bytes -= freed;
  }

  firstId(): number {
    return this.#exchanges[0]?.id ?? 0;
  }

  lastId(): number {
    return this.#exchanges.at(-1)?.id ?? 0;
  }

  /** Runs `read` while the exchanges are rows in the database, for a snapshot. */
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
      this.#orderIds.pop();
      this.#bytes -= last.bytes;
    }
  }

  /** -1 if there is none. */
  #indexOf(id: number): number {
    const index = this.#indexBehind(id) - 1;
    return this.#exchanges[index]?.id === id ? index : -1;
  }

  /** The index of the first exchange after this id. A binary search, since ids only go up. */
  #indexBehind(id: number): number {
    let [low, high] = [0, this.#exchanges.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#exchanges[middle]!.id <= id) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #empty(): void {
    this.sql.of("DELETE FROM exchanges").run();
  }
}

const fits = (e: PackedExchange, f: RequestFilter): boolean =>
  (f.operation === undefined || e.operation === f.operation) &&
  (f.merchantId === undefined || e.merchantId === f.merchantId) &&
  (f.merchantReference === undefined || e.reference === f.merchantReference) &&
  (f.orderId === undefined || e.orderId === f.orderId) &&
  (f.responseCode === undefined || e.responseCode === f.responseCode);
