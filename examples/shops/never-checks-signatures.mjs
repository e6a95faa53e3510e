// Wrong: takes every notice for genuine: whoever knows the address can mark an order as paid.
import { runIfMain, Shop } from "./skeleton.mjs";

export default class Wrong extends Shop {
  async takeNotice({ merchantReference, amount }) {
    const order = this.book.get(merchantReference);
    if (order && !order.paid) this.markPaid(order, Number(amount));
    return true;
  }

  /** What was paid once stays paid, whichever of a notice and an answer comes first. */
  markPaid(order, amount) {
    if (amount || !order.paid) super.markPaid(order, amount);
  }
}

await runIfMain(import.meta, Wrong);
