// Wrong: if the answer to create is lost, the shopper gets a second page, though the first one is found and can be paid too.
import { runIfMain, Shop } from "../skeleton.mjs";

export default class Wrong extends Shop {
  async run() {
    await this.sellOnPage("mug", 120.5);
    this.deliver();
  }

  async open(order, tries = 2) {
    const { reference: merchantReference, amount } = order;
    const answer = await this.ask("/hosted-checkout/create", { merchantReference, amount, ...this.particulars(order) });
    if (this.isDone(answer) || tries === 1) return answer;
    const found = await this.ask("/hosted-checkout/query", { merchantReference });
    if (this.isDone(found)) await this.letShopperPay(order, found.order.id);
    const second = this.write(order.cart, amount);
    const opened = await this.open(second, tries - 1);
    if (this.isDone(opened)) await this.letShopperPay(second, opened.order.id);
    return undefined;
  }
}

await runIfMain(import.meta, Wrong);
