// Wrong: no answer, so the sale has failed: nobody asks, and the notice that comes later is about no open order.
import { runIfMain, Shop } from "./skeleton.mjs";

export default class Wrong extends Shop {
  async charge(order) {
    const { reference: merchantReference, amount } = order;
    const parameters = { userId: "user1", tokenId: 351, merchantReference, amount, ...this.particulars(order) };
    const answer = await this.ask("/tokenization/sale", parameters);
    this.markPaid(order, this.isDone(answer) ? amount : 0);
  }

  async takeNotice(fields) {
    return this.isGenuine(fields);
  }
}

await runIfMain(import.meta, Wrong);
