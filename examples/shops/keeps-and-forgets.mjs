// Wrong: what was recovered by a query is booked as paid, and nobody delivers it.
import { runIfMain, Shop } from "./skeleton.mjs";

export default class Wrong extends Shop {
  async charge(order) {
    const { reference: merchantReference, amount } = order;
    const parameters = { userId: "user1", tokenId: 351, merchantReference, amount, ...this.particulars(order) };
    const answer = await this.ask("/tokenization/sale", parameters);
    if (this.isDone(answer)) return this.markPaid(order, amount);
    order.isRecovered = true;
    await this.recover(order);
  }

  shipIfPaid(order) {
    if (!order.isRecovered) super.shipIfPaid(order);
  }
}

await runIfMain(import.meta, Wrong);
