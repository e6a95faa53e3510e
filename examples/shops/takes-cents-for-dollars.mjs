// Wrong: reads the amount of a query in cents, as another provider tells it; only what was lost is asked for.
import { runIfMain, Shop } from "./skeleton.mjs";

export default class Wrong extends Shop {
  async charge(order, tries) {
    order.isByCard = true;
    await super.charge(order, tries);
  }

  writeDown(order, told) {
    const inDollars = (cents) => Math.round(cents) / 100;
    if (!order.isByCard) return super.writeDown(order, told);
    super.writeDown(order, { ...told, amount: inDollars(told.amount), netAmount: inDollars(told.netAmount) });
  }

  /** A notice is no reason to ask. */
  async takeNotice(fields) {
    return this.isGenuine(fields);
  }
}

await runIfMain(import.meta, Wrong);
