// A right shop that takes a second for each order, in which it computes nothing.
import { setTimeout as pause } from "node:timers/promises";
import { runIfMain, Shop } from "../examples/shops/skeleton.mjs";

class Waits extends Shop {
  async charge(order, tries) {
    await pause(1000);
    return super.charge(order, tries);
  }
  async open(order, tries) {
    await pause(1000);
    return super.open(order, tries);
  }
}
await runIfMain(import.meta, Waits);
