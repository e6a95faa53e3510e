import type { Order } from "../../domain/order.js";
import { ReferenceTable } from "./reference-table.js";
import { readOrder } from "./rows.js";
import type { Statements } from "./statements.js";

// Whole statements, each one text: to join them on each call costs as much as to run them.
const BY_ID = "SELECT order_json, options_json FROM orders WHERE id = ?";
const BY_REFERENCE =
  "SELECT order_json, options_json FROM orders WHERE merchant_id = ? AND reference = ? ORDER BY id DESC LIMIT 1";

const REFERENCES = "SELECT merchant_id, reference, id FROM orders ORDER BY id";
/** Up to so many references are read again after a rest. */
const READ_AGAIN_LIMIT = 2000;
/** How many orders are kept as written, at least; at most twice as many. */
const KEPT_LIMIT = 5000;

/**
 * Orders as they were last written. A merchant asks for an order soon after it made it, and each create asks whether its
 * reference was used: both are answered without the database, which costs as much as the rest of the call.
 */
export class OrderCache {
  readonly #sql: Statements;
  // Two halves, the older dropped whole: to delete a map's first entry again and again costs more than a query.
  #newer = new Map<number, Order>();
  #older = new Map<number, Order>();
  /** Undefined after a rest: read again when it is asked. */
  #table: ReferenceTable | undefined = new ReferenceTable();
  /** Whether each order of the lane stands in the table of references. */
  #knowsAll: boolean;

  constructor(sql: Statements) {
    this.#sql = sql;
    this.#knowsAll = sql.of("SELECT id FROM orders LIMIT 1").get() === undefined;
  }

  of(id: number): Order | undefined {
    return this.#newer.get(id) ?? this.#older.get(id) ?? readOrder(this.#sql.of(BY_ID).get(id));
  }

  /** The newest order of this reference. */
  byReference(merchantId: number, reference: string): Order | undefined {
    const id = this.#references.newest(merchantId, reference);
    if (id === undefined && this.#knowsAll) return undefined;
    const order = id === undefined ? undefined : this.of(id);
    // Two references may share a place in the table: then the index decides.
    if (order?.reference === reference && order.merchantId === merchantId) return order;
    return readOrder(this.#sql.of(BY_REFERENCE).get(merchantId, reference));
  }

  /** Takes note of an order that was written. */
  put(order: Order, isNew: boolean): void {
    if (isNew) this.#references.add(order.merchantId, order.reference, order.id);
    this.#newer.set(order.id, order);
    if (this.#newer.size < KEPT_LIMIT) return;
    this.#older = this.#newer;
    this.#newer = new Map();
  }

  /** Gives up what can be read again soon: a long table of references is kept. Asks the database nothing: that is away. */
  rest(): void {
    this.#newer.clear();
    this.#older.clear();
    if (this.#knowsAll && this.#table && this.#table.size <= READ_AGAIN_LIMIT) this.#table = undefined;
  }

  get #references(): ReferenceTable {
    if (this.#table) return this.#table;
    const table = new ReferenceTable();
    for (const row of this.#sql.of(REFERENCES).all()) table.add(row.merchant_id, row.reference, row.id);
    this.#table = table;
    return table;
  }

  /** What was written was taken back: from now on the database is asked. */
  forget(): void {
    this.#newer.clear();
    this.#older.clear();
    this.#table ??= new ReferenceTable();
    this.#table.clear();
    this.#knowsAll = false;
  }
}
