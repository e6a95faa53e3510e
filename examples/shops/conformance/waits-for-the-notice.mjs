// Wrong: an order of the page is unpaid until its notification says otherwise. Nobody asks.
import { runIfMain, Shop } from "../skeleton.mjs";

export default class Wrong extends Shop {
  async run() {
    await this.sellOnPage("mug", 120.5);
    await this.sellOnPage("pot", 35.25);
  }

  async letShopperPay(order, orderId) {
    this.markPaid(order, 0);
    await this.post(`/_sandbox/orders/${orderId}/simulate`, { action: "pay" }).catch(() => undefined);
  }
}

await runIfMain(import.meta, Wrong);
