// Wrong: one declined payment closes the order for good, though the shopper may try another card.
import { runIfMain, Shop } from "../skeleton.mjs";

export default class Wrong extends Shop {
  async run() {
    await this.sellOnPage("mug", 120.5);
    this.deliver();
  }

  letShopperPay(order, orderId) {
    return super.letShopperPay(order, orderId, 1);
  }

  /** A declined order is in the book with nothing paid. */
  async takeNotice(fields) {
    return this.book.get(fields.merchantReference)?.paid === 0 || super.takeNotice(fields);
  }
}

await runIfMain(import.meta, Wrong);
