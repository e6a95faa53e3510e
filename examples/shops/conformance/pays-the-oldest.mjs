// Wrong: books a notification for the oldest order that is open, with the amount that the notification names.
import { runIfMain, Shop } from "../skeleton.mjs";

export default class Wrong extends Shop {
  async run() {
    for (const [cart, amount] of Object.entries({ mug: 120.5, pot: 35.25 })) await this.sellOnPage(cart, amount);
  }

  async letShopperPay(order, orderId) {
    await this.post(`/_sandbox/orders/${orderId}/simulate`, { action: "pay" }).catch(() => undefined);
    order.isOpen = true;
  }

  async takeNotice(fields) {
    if (!this.isGenuine(fields)) return false;
    const order = [...this.book.values()].find(({ paid }) => paid === null);
    if (order) this.markPaid(order, Number(fields.amount));
    return true;
  }
}

await runIfMain(import.meta, Wrong);
