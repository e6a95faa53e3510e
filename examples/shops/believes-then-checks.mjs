// Wrong: writes the book first and looks at the signature afterwards: by then a forged notice is believed.
import { runIfMain, Shop } from "./skeleton.mjs";

export default class Wrong extends Shop {
  async takeNotice(fields) {
    const order = this.book.get(fields.merchantReference);
    if (!order) return false;
    if (!order.refunded) this.markPaid(order, Number(fields.amount));
    return this.isGenuine(fields);
  }
}

await runIfMain(import.meta, Wrong);
