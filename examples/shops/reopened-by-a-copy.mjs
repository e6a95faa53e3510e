// Wrong: a copy of a notification that it took before sets the order back to paid, also after the money went back.
import { runIfMain, Shop } from "./skeleton.mjs";

export default class Wrong extends Shop {
  async takeNotice(fields) {
    const order = this.book.get(fields.merchantReference);
    if (!order || !this.isGenuine(fields)) return false;
    if (order.isTold) this.markRefunded(order, 0);
    order.isTold = true;
    return true;
  }
}

await runIfMain(import.meta, Wrong);
