// Wrong: where the answer to a void is lost, the sale stays in the books: nobody asks.
import { runIfMain, Shop } from "./skeleton.mjs";

export default class Wrong extends Shop {
  async cancel(order) {
    const answer = await this.ask("/hosted-checkout/void", { merchantReference: order.reference });
    if (this.isDone(answer)) this.markRefunded(order, order.paid);
    else if (!this.isLost(answer)) await this.refund(order, order.paid);
  }
}

await runIfMain(import.meta, Wrong);
