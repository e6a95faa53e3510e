// Right: no answer, so the sale is taken back, and then the cart is charged again under another reference.
import { runIfMain, Shop } from "./skeleton.mjs";

export default class Right extends Shop {
  async run() {
    const tea = await this.sell("tea", 88);
    // What was taken back is not refunded once more.
    if (tea.paid && !tea.refunded) await this.refund(tea, 88);
    this.deliver();
  }

  async charge(order) {
    const { reference: merchantReference, amount, user: userId } = order;
    const parameters = { userId, tokenId: 351, merchantReference, amount, ...this.particulars(order) };
    const answer = await this.ask("/tokenization/sale", parameters);
    if (this.isDone(answer)) return this.markPaid(order, amount);
    const isKnown = await this.recover(order);
    if (!this.isLost(answer)) return;
    if (order.paid) await this.cancel(order);
    const isGone = isKnown === false || (order.paid && order.refunded === order.paid);
    if (isGone) await super.charge(this.write(order.cart, amount, userId));
  }
}

await runIfMain(import.meta, Right);
