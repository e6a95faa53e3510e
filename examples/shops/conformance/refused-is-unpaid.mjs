// Wrong: a query that is refused, or not answered, says that nothing was paid.
import { runIfMain, Shop } from "../skeleton.mjs";

export default class Wrong extends Shop {
  async run() {
    await this.sellOnPage("mug", 120.5);
    this.deliver();
  }

  letShopperPay(order, orderId) {
    return super.letShopperPay(order, orderId, 1);
  }

  async recover(order) {
    const answer = await this.ask("/hosted-checkout/query", { merchantReference: order.reference });
    if (this.isDone(answer)) this.writeDown(order, answer.order);
    else this.markPaid(order, 0);
    return this.isDone(answer);
  }

  /** Nobody listens. */
  async takeNotice() {
    return true;
  }
}

await runIfMain(import.meta, Wrong);
