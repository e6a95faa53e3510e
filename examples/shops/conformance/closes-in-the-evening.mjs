// Wrong: answers OK to each notification, and reads it only as long as the shop is open.
import { runIfMain, Shop } from "../skeleton.mjs";

export default class Wrong extends Shop {
  isOpen = true;

  async run() {
    await this.sellOnPage("mug", 120.5);
    await this.passAMinute();
    this.isOpen = false;
  }

  async letShopperPay(order, orderId) {
    this.markPaid(order, 0);
    await this.post(`/_sandbox/orders/${orderId}/simulate`, { action: "pay" }).catch(() => undefined);
  }

  /** On the sandbox's clock, so that a slow machine closes no earlier. */
  async passAMinute() {
    await fetch(`${this.url}/_sandbox/clock`, {
      method: "PUT",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ action: "advance", by: "1m" }),
    });
  }

  async takeNotice(fields) {
    return this.isOpen ? super.takeNotice(fields) : this.isGenuine(fields);
  }
}

await runIfMain(import.meta, Wrong);
