// Wrong: answers OK to each notification, and reads it only as long as the shop is open.
import { setTimeout as sleep } from "node:timers/promises";
import { runIfMain, Shop } from "../skeleton.mjs";

export default class Wrong extends Shop {
  isOpen = true;

  async run() {
    const order = await this.sellOnPage("mug", 120.5);
    for (let left = 15; left > 0 && order.paid === 0; left--) await sleep(20);
    this.isOpen = false;
  }

  async letShopperPay(order, orderId) {
    this.markPaid(order, 0);
    await this.post(`/_sandbox/orders/${orderId}/simulate`, { action: "pay" }).catch(() => undefined);
  }

  async takeNotice(fields) {
    return this.isOpen ? super.takeNotice(fields) : this.isGenuine(fields);
  }
}

await runIfMain(import.meta, Wrong);
