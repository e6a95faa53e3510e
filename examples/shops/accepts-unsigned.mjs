// Wrong: checks the signature only if there is one.
import { runIfMain, Shop } from "./skeleton.mjs";

export default class Wrong extends Shop {
  isGenuine(fields) {
    return fields.signature ? super.isGenuine(fields) : true;
  }

  async takeNotice(fields) {
    const order = this.book.get(fields.merchantReference);
    if (!order || !this.isGenuine(fields)) return false;
    if (!order.paid) this.markPaid(order, Number(fields.amount));
    return true;
  }
}

await runIfMain(import.meta, Wrong);
