// Right: asks nothing during the day. In the evening it asks for each order that it is not sure of.
import { runIfMain, Shop } from "./skeleton.mjs";

export default class Right extends Shop {
  async run() {
    for (const cart of ["tea", "mug"]) await this.sell(cart, 88);
    for (const order of this.book.values()) if (!order.paid) await this.recover(order, 5);
    this.deliver();
  }

  async charge(order) {
    const { reference: merchantReference, amount } = order;
    const parameters = { userId: "user1", tokenId: 351, merchantReference, amount, ...this.particulars(order) };
    if (this.isDone(await this.ask("/tokenization/sale", parameters))) this.markPaid(order, amount);
  }

  /** Notifications are kept for the evening. */
  async takeNotice(fields) {
    return this.isGenuine(fields);
  }
}

await runIfMain(import.meta, Right);
