// Wrong: takes the order from the address that was called, and never compares it with the notification.
import { runIfMain, Shop } from "./skeleton.mjs";

export default class Wrong extends Shop {
  particulars(order) {
    const { callbackUrl, ...rest } = super.particulars(order);
    return { ...rest, callbackUrl: { ...callbackUrl, notify: `${callbackUrl.notify}?${order.reference}` } };
  }

  async takeNotice(fields, reference) {
    const order = this.book.get(reference);
    if (!order || !this.isGenuine(fields)) return false;
    if (!order.paid) this.markPaid(order, order.amount);
    return true;
  }
}

await runIfMain(import.meta, Wrong);
