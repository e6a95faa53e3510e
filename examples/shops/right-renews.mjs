// Right: besides the day of the skeleton, a subscription is sold and renewed by the stored card.
import { runIfMain, Shop } from "./skeleton.mjs";

export default class Renews extends Shop {
  async run() {
    await super.run();
    const first = await this.sell("tv", 12.5);
    if (first.paid) await this.renew("tv-february", 12.5);
    this.deliver();
  }

  /** A period is charged once: what became of a lost charge is asked, and only what never arrived is sent again. */
  async renew(period, amount, tries = 2) {
    const order = this.orderFor(period) ?? this.write(period, amount, "user1");
    const answer = await this.chargeAgain(order);
    if (this.isDone(answer)) return this.markPaid(order, amount);
    const isKnown = await this.recover(order);
    if (this.isLost(answer) && !isKnown && order.paid === 0 && tries > 1) await this.renew(period, amount, tries - 1);
  }

  orderFor(period) {
    return [...this.book.values()].find(({ cart }) => cart === period);
  }

  chargeAgain(order) {
    const { reference: merchantReference, amount } = order;
    const { callbackUrl } = this.particulars(order);
    const card = { userId: "user1", tokenId: 351 };
    return this.ask("/tokenization/recurring", { ...card, merchantReference, amount, reason: order.cart, callbackUrl });
  }
}

await runIfMain(import.meta, Renews);
