// Wrong: counts a void as made, whatever is answered.
import { runIfMain, Shop } from "../skeleton.mjs";

export default class Wrong extends Shop {
  async cancel(order) {
    await this.ask("/hosted-checkout/void", { merchantReference: order.reference });
    this.markRefunded(order, order.paid);
  }
}

await runIfMain(import.meta, Wrong);
