// Wrong: where the answer to a refund is lost, it has failed: nobody asks, and the money counts as kept.
import { runIfMain, Shop } from "./skeleton.mjs";

export default class Wrong extends Shop {
  async refund(order, amount) {
    const answer = await this.ask("/hosted-checkout/refund", { merchantReference: order.reference, amount });
    if (this.isDone(answer)) this.markRefunded(order, amount);
  }

  /** A notice is no reason to ask: what its query finds would mend the book. */
  async takeNotice(fields) {
    return this.isGenuine(fields);
  }
}

await runIfMain(import.meta, Wrong);
