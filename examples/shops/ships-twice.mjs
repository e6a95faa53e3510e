// Wrong: sends the parcel each time a notification says that the order is paid.
import { runIfMain, Shop } from "./skeleton.mjs";

export default class Wrong extends Shop {
  async takeNotice(fields) {
    const isRight = await super.takeNotice(fields);
    const order = this.book.get(fields.merchantReference);
    if (isRight && order.paid > order.refunded) order.shipped++;
    return isRight;
  }
}

await runIfMain(import.meta, Wrong);
