// Right: pays for one cart in two orders, and takes both back if the second cannot be paid.
import { runIfMain, Shop } from "./skeleton.mjs";

export default class Right extends Shop {
  async run() {
    const first = await this.sell("tea", 50);
    const second = await this.sell("tea", 38);
    if (first.paid > first.refunded && second.paid === 0) await this.cancel(first);
    if (second.paid > second.refunded && first.paid === 0) await this.cancel(second);
    this.deliver();
  }

  /** The goods of the cart leave once. */
  deliver() {
    const orders = [...this.book.values()];
    if (orders.every(({ paid, refunded }) => paid > refunded) && !orders.some(({ shipped }) => shipped))
      orders[0].shipped = 1;
  }
}

await runIfMain(import.meta, Right);
