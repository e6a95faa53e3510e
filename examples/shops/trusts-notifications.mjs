// Careless: believes a notification with a right signature, reference and amount, and never asks the service.
import { runIfMain, Shop } from "./skeleton.mjs";

export default class Careless extends Shop {
  async takeNotice(fields) {
    const order = this.book.get(fields.merchantReference);
    if (!this.isGenuine(fields) || !order || Number(fields.amount) !== order.amount) return false;
    if (!order.paid) this.markPaid(order, order.amount);
    return true;
  }
}

await runIfMain(import.meta, Careless);
