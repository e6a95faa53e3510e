// Wrong: two workers take the same refund from the queue: the service refuses one of them today.
import { runIfMain, Shop } from "./skeleton.mjs";

export default class Wrong extends Shop {
  async refund(order, amount) {
    const { reference: merchantReference } = order;
    const once = () => this.ask("/hosted-checkout/refund", { merchantReference, amount });
    const answers = await Promise.all([once(), once()]);
    if (answers.some((answer) => this.isDone(answer))) this.markRefunded(order, amount);
    else await this.recover(order);
  }
}

await runIfMain(import.meta, Wrong);
