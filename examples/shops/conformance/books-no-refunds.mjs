// Wrong: reads from a query whether an order was paid, and never how much of it went back.
import { runIfMain, Shop } from "../skeleton.mjs";

export default class Wrong extends Shop {
  writeDown(order, { status, amount }) {
    const isPaid = ["SUCCESS", "SETTLED", "REFUNDED", "VOIDED"].includes(status);
    this.markPaid(order, isPaid ? amount : 0);
    order.refunded ??= 0;
  }
}

await runIfMain(import.meta, Wrong);
