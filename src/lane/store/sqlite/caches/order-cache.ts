import type { Order } from "../../../../core/domain/order.js";
import type { MemoryBudget } from "../../memory-budget.js";
import type { Statements } from "../database/statements.js";
import { readOrder, SELECT_ORDER } from "../tables/orders.js";
import { ReferenceTable } from "./reference-table.js";

// Each statement is a constant string, because building it for each call would cost as much as running it.
const BY_ID = `${SELECT_ORDER} WHERE id = ?`;
const BY_REFERENCE = `${SELECT_ORDER} WHERE merchant_id = ? AND reference = ? ORDER BY id DESC LIMIT 1`;

const IN_ANY_CASE = `${SELECT_ORDER} WHERE merchant_id = ? AND reference = ? COLLATE NOCASE
  ORDER BY reference = ? DESC, id DESC LIMIT 1`;

const REFERENCES = "SELECT merchant_id, reference, id FROM orders ORDER BY id";
/** How many references to reload after an idle period, at most. */
const READ_AGAIN_LIMIT = 2000;
/** Once the newer half holds this many orders, the older half is dropped. So the cache holds at most twice as many. */
const KEPT_LIMIT = 5000;
/** The approximate size of an order without its texts, in bytes. */
const FRAME_BYTES = 1_500;

/**
 * Caches orders as last written, because merchants query an order soon after they create it. Saves about 14 µs of a
 * query in memory (an eighth). With the table of references, saves 37 µs in memory and 48 µs in a file, as much as
 * the rest of the call takes.
 */
export class OrderCache {
  readonly #sql: Statements;
  // Two halves. The older one is dropped as a whole, because deleting a map's first entry again and again costs more
  // than a query.
  #newer = new Map<number, Order>();
  #older = new Map<number, Order>();
  /** Undefined after the lane was idle. It is then rebuilt on first use. */
  #table: ReferenceTable | undefined = new ReferenceTable();
  /** True if the reference table contains every order of the lane. */
  #knowsAll: boolean;

  readonly #budget: MemoryBudget | undefined;
  /** The approximate size of the cached orders, in bytes. */
  #newerBytes = 0;
  #olderBytes = 0;

  /** `isNew`: the lane has no orders. */
  constructor(
    sql: Statements,
    { budget, isNew = false }: { readonly budget?: MemoryBudget | undefined; readonly isNew?: boolean } = {},
  ) {
    this.#sql = sql;
    this.#budget = budget;
    this.#knowsAll = isNew || sql.of("SELECT id FROM orders LIMIT 1").get() === undefined;
  }

  of(id: number): Order | undefined {
    return this.#newer.get(id) ?? this.#older.get(id) ?? readOrder(this.#sql.of(BY_ID).get(id));
  }

  /** The newest order with this reference. */
  byReference(merchantId: number, reference: string): Order | undefined {
    const id = this.#references.newest(merchantId, reference);
    if (id === undefined && this.#knowsAll) return undefined;
    const order = id === undefined ? undefined : this.of(id);
    // Two references may share a slot in the table. Then the index decides.
    if (order?.reference === reference && order.merchantId === merchantId) return order;
    return readOrder(this.#sql.of(BY_REFERENCE).get(merchantId, reference));
  }

  /** The same, ignoring the case of ASCII letters. Scans all orders of the merchant. */
  inAnyCase(merchantId: number, reference: string): Order | undefined {
    return readOrder(this.#sql.of(IN_ANY_CASE).get(merchantId, reference, reference));
  }

  /** Caches a written order, given its length in characters. */
  put(order: Order, isNew: boolean, length: number): void {
    if (isNew) this.#references.add(order.merchantId, order.reference, order.id);
    this.#newer.set(order.id, order);
    const bytes = FRAME_BYTES + 2 * length;
    this.#newerBytes += bytes;
    if (this.#budget?.cached(bytes)) this.#clear();
    if (this.#newer.size < KEPT_LIMIT) return;
    this.#budget?.cached(-this.#olderBytes);
    this.#older = this.#newer;
    this.#olderBytes = this.#newerBytes;
    this.#newer = new Map();
    this.#newerBytes = 0;
  }

  #clear(): void {
    this.#newer.clear();
    this.#older.clear();
    this.#budget?.cached(-this.#newerBytes - this.#olderBytes);
    this.#newerBytes = 0;
    this.#olderBytes = 0;
  }

  /**
   * Drops entries that can be reloaded quickly, but keeps a long table of references. Doesn't use the database,
   * because it is closed.
   */
  rest(): void {
    this.#clear();
    if (this.#knowsAll && this.#table && this.#table.size <= READ_AGAIN_LIMIT) this.#table = undefined;
  }

  get #references(): ReferenceTable {
    if (this.#table) return this.#table;
    const table = new ReferenceTable();
    for (const row of this.#sql.of(REFERENCES).all()) table.add(row.merchant_id, row.reference, row.id);
    this.#table = table;
    return table;
  }

  /** Writes were rolled back: ask the database from now on. */
  forget(): void {
    this.#clear();
    this.#table ??= new ReferenceTable();
    this.#table.clear();
    this.#knowsAll = false;
  }
}
