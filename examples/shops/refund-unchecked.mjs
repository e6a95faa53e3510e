// Wrong: sends the refund and writes it down, whatever is answered.
import { runIfMain, Shop } from "./skeleton.mjs";

export default class Wrong extends Shop {
  async refund(order, amount) {
    await this.ask("/hosted-checkout/refund", { merchantReference: order.reference, amount });
    this.markRefunded(order, amount);
  }
}

await runIfMain(import.meta, Wrong);
