// Wrong: the answer ships, and so does a notification that comes before it. It never happened on the developer's machine.
import { runIfMain, Shop } from "../skeleton.mjs";

export default class Wrong extends Shop {
  async run() {
    await this.sell("tea", 88);
  }

  async charge(order) {
    await super.charge(order);
    if (order.paid) order.shipped++;
  }

  async takeNotice(fields) {
    const order = this.book.get(fields.merchantReference);
    const isNews = order?.paid === null;
    const isRight = await super.takeNotice(fields);
    if (isRight && isNews && order.paid) order.shipped++;
    return isRight;
  }

  deliver() {}
}

await runIfMain(import.meta, Wrong);
