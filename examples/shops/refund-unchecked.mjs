// Wrong: sends the refund and writes it down, whatever is answered.
import { runIfMain, Shop } from "./skeleton.mjs";

export default class Wrong extends Shop {
  async refund(order, amount) {
    await this.ask("/hosted-checkout/refund", { merchantReference: order.reference, amount });
    this.markRefunded(order, amount);
  }

  /** A notice is no reason to ask: what its query finds would mend the book. */
  async takeNotice(fields) {
    return this.isGenuine(fields);
  }
}

await runIfMain(import.meta, Wrong);
