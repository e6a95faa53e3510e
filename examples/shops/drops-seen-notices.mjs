// Wrong: acknowledges a notification whose work fails, and drops the next one, because it has seen it before.
import { runIfMain, Shop } from "./skeleton.mjs";

export default class Wrong extends Shop {
  #seen = new Set();

  /** What nobody has heard of yet is unpaid. */
  write(...particulars) {
    return Object.assign(super.write(...particulars), { paid: 0 });
  }

  async takeNotice(fields) {
    const order = this.book.get(fields.merchantReference);
    if (!order || !this.isGenuine(fields)) return false;
    if (!this.#seen.has(fields.orderId)) await this.recover(order);
    this.#seen.add(fields.orderId);
    return true;
  }
}

await runIfMain(import.meta, Wrong);
