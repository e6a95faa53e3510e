// Right: twenty customers at once, a fourth of them give back what they bought.
import { runIfMain, Shop } from "./skeleton.mjs";

export default class Right extends Shop {
  async run() {
    await Promise.all(Array.from({ length: 20 }, (_, i) => this.serve(i)));
    this.deliver();
  }

  async serve(i) {
    const order = await this.sell(`customer-${i}`, 88);
    if (i % 4 === 0 && order.paid > order.refunded) await this.refund(order, 20);
  }

  /** Each customer has a reference of their own, whoever comes first. */
  reference(cart) {
    const times = (this.times?.get(cart) ?? 0) + 1;
    this.times = new Map(this.times).set(cart, times);
    return `${cart.toUpperCase()}-${times}`;
  }
}

await runIfMain(import.meta, Right);
