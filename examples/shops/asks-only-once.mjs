// Wrong: asks once what became of a lost sale; if that answer is lost too, the sale has failed.
import { runIfMain, Shop } from "./skeleton.mjs";

export default class Wrong extends Shop {
  async charge(order) {
    await super.charge(order, 1);
    if (order.paid === null) this.markPaid(order, 0);
  }

  recover(order) {
    return super.recover(order, 1);
  }

  /** Nobody listens. */
  async takeNotice() {
    return true;
  }
}

await runIfMain(import.meta, Wrong);
