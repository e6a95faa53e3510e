// Wrong: the notification ships a paid order, and so does the shopper's return. Neither looks whether the other one did.
import { runIfMain, Shop } from "../skeleton.mjs";

export default class Wrong extends Shop {
  async run() {
    await this.sellOnPage("mug", 120.5);
  }

  async takeNotice(fields) {
    const isRight = await super.takeNotice(fields);
    const order = this.book.get(fields.merchantReference);
    if (isRight && order?.paid) order.shipped++;
    return isRight;
  }

  async thank(order) {
    if (!order) return;
    await this.recover(order);
    if (order.paid) order.shipped++;
  }
}

await runIfMain(import.meta, Wrong);
