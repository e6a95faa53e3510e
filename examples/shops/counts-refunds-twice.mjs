// Wrong: counts a refund when it is sent and once more when the query shows it, where the answer was lost.
import { runIfMain, Shop } from "./skeleton.mjs";

export default class Wrong extends Shop {
  async refund(order, amount, tries = 2) {
    const answer = await this.ask("/hosted-checkout/refund", { merchantReference: order.reference, amount });
    if (this.isDone(answer)) return this.markRefunded(order, amount);
    await this.recover(order);
    if (this.isLost(answer) && order.refunded > 0) return this.markRefunded(order, order.refunded + amount);
    if (order.refunded === 0 && tries > 1) await this.refund(order, amount, tries - 1);
  }

  /** A notice is no reason to ask: what its query finds would mend the book. */
  async takeNotice(fields) {
    return this.isGenuine(fields);
  }
}

await runIfMain(import.meta, Wrong);
