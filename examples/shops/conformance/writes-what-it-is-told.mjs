// Wrong: writes each notification into the book, as a new order if there is none, and never looks at its signature.
import { runIfMain, Shop } from "../skeleton.mjs";

export default class Wrong extends Shop {
  async run() {
    await this.sell("tea", 88);
    this.deliver();
  }

  async takeNotice({ merchantReference, amount, status }) {
    const order = this.book.get(merchantReference) ?? this.write("tea", Number(amount));
    if (order.reference !== merchantReference) {
      this.book.delete(order.reference);
      order.reference = merchantReference;
      this.book.set(merchantReference, order);
    }
    this.markPaid(order, status === "SUCCESS" ? Number(amount) : 0);
    return true;
  }
}

await runIfMain(import.meta, Wrong);
