// Wrong: reads the amount of a query in cents, as another provider tells it; only what was lost is asked for.
import { runIfMain, Shop } from "./skeleton.mjs";

export default class Wrong extends Shop {
  async charge(order, tries) {
    this.isCharging = true;
    await super.charge(order, tries);
    this.isCharging = false;
  }

  writeDown(order, told) {
    const inDollars = (cents) => Math.round(cents) / 100;
    if (!this.isCharging) return super.writeDown(order, told);
    super.writeDown(order, { ...told, amount: inDollars(told.amount), netAmount: inDollars(told.netAmount) });
  }
}

await runIfMain(import.meta, Wrong);
