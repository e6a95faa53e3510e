// Wrong: takes the shopper who comes back to the thanks page for proof of the payment.
import { runIfMain, Shop } from "./skeleton.mjs";

export default class Wrong extends Shop {
  async thank(order) {
    if (order && !order.paid) this.markPaid(order, order.amount);
  }

  /** The thanks page will tell, or the notice: nobody asks. */
  async letShopperPay(_order, orderId) {
    await this.post(`/_sandbox/orders/${orderId}/simulate`, { action: "pay" }).catch(() => undefined);
  }
}

await runIfMain(import.meta, Wrong);
