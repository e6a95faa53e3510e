// Wrong: a status that it does not know means that nothing was paid.
import { runIfMain, Shop } from "../skeleton.mjs";

export default class Wrong extends Shop {
  async run() {
    await this.sellOnPage("mug", 120.5);
    this.deliver();
  }

  letShopperPay(order, orderId) {
    return super.letShopperPay(order, orderId, 1);
  }

  /** Nobody listens. */
  async takeNotice() {
    return true;
  }
}

await runIfMain(import.meta, Wrong);
