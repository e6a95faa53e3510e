// Wrong: sells in USD, and a sale that is sent again forgets the currency.
import { runIfMain, Shop } from "./skeleton.mjs";

export default class Wrong extends Shop {
  async run() {
    await this.sell("tea", 88);
    this.deliver();
  }

  async charge(order, tries = 2) {
    const { reference: merchantReference, amount } = order;
    const parameters = { userId: "user1", tokenId: 351, merchantReference, amount, ...this.particulars(order) };
    const answer = await this.ask("/tokenization/sale", { ...parameters, ...(tries === 2 && { currency: "USD" }) });
    if (this.isDone(answer)) return this.markPaid(order, amount);
    const isKnown = await this.recover(order);
    if (isKnown === false && tries > 1) await this.charge(order, tries - 1);
  }

  beliefs() {
    const all = Object.entries(super.beliefs());
    return Object.fromEntries(all.map(([reference, belief]) => [reference, { ...belief, currency: "USD" }]));
  }
}

await runIfMain(import.meta, Wrong);
