// Wrong: counts an order as paid once the shopper has sent the form of its page.
import { runIfMain, Shop } from "../skeleton.mjs";

export default class Wrong extends Shop {
  async run() {
    await this.sellOnPage("mug", 120.5);
    this.deliver();
  }

  async letShopperPay(order, orderId) {
    await this.post(`/_sandbox/orders/${orderId}/simulate`, { action: "pay" }).catch(() => undefined);
    this.markPaid(order, order.amount);
  }
}

await runIfMain(import.meta, Wrong);
