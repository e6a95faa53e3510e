// Wrong: no answer, but it will have gone through: nobody asks.
import { runIfMain, Shop } from "./skeleton.mjs";

export default class Wrong extends Shop {
  async charge(order) {
    const { reference: merchantReference, amount } = order;
    const parameters = { userId: "user1", tokenId: 351, merchantReference, amount, ...this.particulars(order) };
    const answer = await this.ask("/tokenization/sale", parameters);
    this.markPaid(order, this.isDone(answer) || this.isLost(answer) ? amount : 0);
  }
}

await runIfMain(import.meta, Wrong);
