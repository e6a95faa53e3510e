// Wrong: no answer, so the sale is tried again under another reference: the first one may have gone through.
import { runIfMain, Shop } from "./skeleton.mjs";

export default class Wrong extends Shop {
  async charge(order) {
    const { amount } = order;
    for (let tries = 0; tries < 2; tries++) {
      const merchantReference = order.reference;
      const parameters = { userId: "user1", tokenId: 351, merchantReference, amount, ...this.particulars(order) };
      const answer = await this.ask("/tokenization/sale", parameters);
      this.markPaid(order, this.isDone(answer) ? amount : 0);
      if (!this.isLost(answer)) return;
      this.book.delete(order.reference);
      order.reference = this.reference(order.cart);
      this.book.set(order.reference, order);
    }
  }
}

await runIfMain(import.meta, Wrong);
