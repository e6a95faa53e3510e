// Wrong: takes "this reference was used before" for "already paid". It refuses each forged notice, and rightly so.
import { runIfMain, Shop } from "./skeleton.mjs";

const USED_BEFORE = "2002";

export default class Wrong extends Shop {
  async run() {
    await this.sell("tea", 88);
    await this.sellOnPage("mug", 120.5);
    this.deliver();
  }

  /** The shopper comes back to the cart, and the shop makes the order again. */
  async letShopperPay(order, orderId, tries = 2) {
    await this.post(`/_sandbox/orders/${orderId}/simulate`, { action: "pay" }).catch(() => undefined);
    await this.recover(order);
    if (order.paid !== 0 || tries === 1) return;
    const { reference: merchantReference, amount } = order;
    const again = await this.ask("/hosted-checkout/create", { merchantReference, amount, ...this.particulars(order) });
    if (again?.responseCode === USED_BEFORE) this.markPaid(order, amount);
  }
}

await runIfMain(import.meta, Wrong);
