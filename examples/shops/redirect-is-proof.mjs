// Wrong: takes the shopper who comes back to the thanks page for proof of the payment.
import { runIfMain, Shop } from "./skeleton.mjs";

export default class Wrong extends Shop {
  async thank(order) {
    if (order && !order.paid) this.markPaid(order, order.amount);
  }

  /** The thanks page has told: no need to ask. */
  async letShopperPay(order, orderId, tries) {
    if (!order.paid) await super.letShopperPay(order, orderId, tries);
  }
}

await runIfMain(import.meta, Wrong);
