// Wrong: a job asks about open orders and ships what is paid, and so does the notification. Both look first, then ask, then ship.
import { setTimeout as sleep } from "node:timers/promises";
import { runIfMain, Shop } from "../skeleton.mjs";

export default class Wrong extends Shop {
  async run() {
    await this.sellOnPage("mug", 120.5);
  }

  async letShopperPay(order, orderId) {
    this.markPaid(order, 0);
    await this.post(`/_sandbox/orders/${orderId}/simulate`, { action: "pay" }).catch(() => undefined);
    await this.waitAWhile(order);
    await this.askAndShip(order);
  }

  /** The job comes a second later, and not while a notification is handled. */
  async waitAWhile(order) {
    for (let left = 50; left > 0 && order.told !== "handled"; left -= order.told === "running" ? 0 : 1) await sleep(20);
  }

  async askAndShip(order) {
    const { shipped } = order;
    await this.recover(order);
    if (order.paid && !shipped) order.shipped++;
  }

  async takeNotice(fields) {
    const order = this.book.get(fields.merchantReference);
    if (!this.isGenuine(fields) || !order) return false;
    order.told = "running";
    await this.askAndShip(order);
    order.told = "handled";
    return true;
  }
}

await runIfMain(import.meta, Wrong);
