// Wrong: waits for the notice and asks nobody, but never looks at its signature.
import { runIfMain, Shop } from "./skeleton.mjs";

export default class Wrong extends Shop {
  async run() {
    await this.sellOnPage("mug", 120.5);
  }

  async takeNotice({ merchantReference, amount }) {
    const order = this.book.get(merchantReference);
    if (order && !order.paid) this.markPaid(order, Number(amount));
    return true;
  }

  /** The notice will tell. */
  async letShopperPay(_order, orderId) {
    await this.post(`/_sandbox/orders/${orderId}/simulate`, { action: "pay" }).catch(() => undefined);
  }
}

await runIfMain(import.meta, Wrong);
