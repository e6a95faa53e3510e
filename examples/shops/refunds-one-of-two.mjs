// Wrong: no answer, so the cart is charged again under another reference. The customer's refund is of the first charge; the second stays.
import { runIfMain, Shop } from "./skeleton.mjs";

export default class Wrong extends Shop {
  async run() {
    const tea = await this.sell("tea", 88);
    if (tea.paid && !tea.refunded) await this.refund(tea, 88);
    this.deliver();
  }

  async charge(order) {
    const { reference: merchantReference, amount, user: userId } = order;
    const parameters = { userId, tokenId: 351, merchantReference, amount, ...this.particulars(order) };
    const answer = await this.ask("/tokenization/sale", parameters);
    if (this.isDone(answer)) return this.markPaid(order, amount);
    if (this.isLost(answer)) await super.charge(this.write(order.cart, amount, userId));
    await this.recover(order);
  }
}

await runIfMain(import.meta, Wrong);
