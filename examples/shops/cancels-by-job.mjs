// Wrong: its nightly job cancels what is not paid, though the page can still be paid.
import Right from "./right-acts-once.mjs";
import { runIfMain } from "./skeleton.mjs";

export default class Wrong extends Right {
  async job() {
    for (const order of this.book.values())
      if (!order.paid) {
        this.markPaid(order, 0);
        order.isCancelled = true;
      }
  }

  markPaid(order, amount) {
    if (!order.isCancelled) super.markPaid(order, amount);
  }
}

await runIfMain(import.meta, Wrong);
