// Wrong: if a card is declined, the shop charges the card that it used last, whoever it belongs to.
import { runIfMain, Shop } from "./skeleton.mjs";

export default class Wrong extends Shop {
  async run() {
    const { tokenId } = await this.post("/_sandbox/tokens", { merchantId: 3, userId: "user2", card: "visa-credit" });
    this.last = { userId: "user2", tokenId };
    await this.sell("tea", 88);
    this.deliver();
  }

  async charge(order) {
    const first = await this.chargeCard(order, { userId: "user1", tokenId: 351 });
    if (first?.responseCode === undefined || this.isDone(first)) return this.recover(order);
    await this.recover(order);
    if (order.paid) return;
    this.book.delete(order.reference);
    order.reference = this.reference(order.cart);
    this.book.set(order.reference, order);
    await this.chargeCard(order, this.last);
    await this.recover(order);
  }

  chargeCard(order, card) {
    const { reference: merchantReference, amount } = order;
    return this.ask("/tokenization/sale", { ...card, merchantReference, amount, ...this.particulars(order) });
  }

  beliefs() {
    const all = Object.entries(super.beliefs());
    return Object.fromEntries(all.map(([reference, belief]) => [reference, { ...belief, user: "user1" }]));
  }
}

await runIfMain(import.meta, Wrong);
