// Wrong: between its check and its write it asks the service. It books once for each notification that it did not see handled.
import { runIfMain, Shop } from "../examples/shops/skeleton.mjs";

class AsksBetween extends Shop {
  async takeNotice(fields) {
    const order = this.book.get(fields.merchantReference);
    if (!this.isGenuine(fields) || !order) return false;
    if (order.times) return true;
    await this.ask("/hosted-checkout/query", { merchantReference: order.reference });
    order.times = (order.times ?? 0) + 1;
    order.paid = order.amount * order.times;
    return true;
  }

  async recover(order, tries) {
    const known = await super.recover(order, tries);
    if (order.times) order.paid = order.amount * order.times;
    return known;
  }
}

export default AsksBetween;
await runIfMain(import.meta, AsksBetween);
