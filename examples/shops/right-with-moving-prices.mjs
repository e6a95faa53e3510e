// Right: prices rise with each sale, and a customer whose sale had to be sent again pays a fee in an order of its own.
import { runIfMain, Shop } from "./skeleton.mjs";

export default class Right extends Shop {
  #sales = 0;

  async run() {
    await this.sell("tea", 88);
    await this.sell("mug", 40);
    const pot = await this.sell("pot", 35.25);
    if (pot.paid > pot.refunded) await this.cancel(pot);
    this.deliver();
  }

  async sell(cart, amount) {
    const order = await super.sell(cart, Math.round(amount * 100 + 10 * this.#sales++) / 100);
    if (order.isLate && order.paid > order.refunded) await super.sell(cart, 3);
    return order;
  }

  recover(order, tries) {
    order.isLate = true;
    return super.recover(order, tries);
  }

  shipIfPaid(order) {
    if (order.amount !== 3) super.shipIfPaid(order);
  }
}

await runIfMain(import.meta, Right);
