// Wrong: remembers what it sent by the order and its status, so a copy that comes after the settlement sends it once more.
import { runIfMain, Shop } from "../skeleton.mjs";

export default class Wrong extends Shop {
  #sent = new Set();

  async takeNotice(fields) {
    const order = this.book.get(fields.merchantReference);
    return order !== undefined && this.isGenuine(fields) && (await this.recover(order)) === true;
  }

  writeDown(order, answer) {
    super.writeDown(order, answer);
    const parcel = `${order.reference} ${answer.status}`;
    if (order.paid === order.refunded || this.#sent.has(parcel)) return;
    this.#sent.add(parcel);
    order.shipped++;
  }
}

await runIfMain(import.meta, Wrong);
