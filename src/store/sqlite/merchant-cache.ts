import type { Merchant } from "../../app/ports/store.js";
import { readMerchant } from "./rows.js";
import type { Statements } from "./statements.js";

/** Merchants are asked for by each call and hardly ever change: they are kept as read, until one is written. */
export class MerchantCache {
  readonly #read = new Map<number, Merchant>();

  constructor(readonly sql: Statements) {}

  of(id: number): Merchant | undefined {
    const cached = this.#read.get(id);
    if (cached) return cached;
    const merchant = readMerchant(this.sql.of("SELECT * FROM merchants WHERE id = ?").get(id));
    if (merchant) this.#read.set(id, merchant);
    return merchant;
  }

  forget(): void {
    this.#read.clear();
  }
}
