// Wrong: waits half a second for an answer, and takes a sale that was not answered by then for failed.
import { runIfMain, Shop } from "../skeleton.mjs";

export default class Wrong extends Shop {
  async run() {
    await this.sell("tea", 88);
    this.deliver();
  }

  async charge(order) {
    const timeoutMs = this.timeoutMs;
    this.timeoutMs = 500;
    const { reference: merchantReference, amount, user: userId } = order;
    const particulars = this.particulars(order);
    const answer = await this.ask("/tokenization/sale", {
      userId,
      tokenId: 351,
      merchantReference,
      amount,
      ...particulars,
    });
    this.timeoutMs = timeoutMs;
    this.markPaid(order, this.isDone(answer) ? amount : 0);
  }

  /** Nobody listens. */
  async takeNotice() {
    return true;
  }
}

await runIfMain(import.meta, Wrong);
