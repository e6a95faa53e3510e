// Wrong: a cart is dropped a quarter of an hour after its page was opened, though the page can be paid for longer.
import { runIfMain, Shop } from "./skeleton.mjs";

const KEPT_MS = 15 * 60_000;

export default class Wrong extends Shop {
  writeDown(order, told) {
    const tookMs = Date.parse(told.updateTime) - Date.parse(told.createTime);
    if (order.paid === 0 && tookMs > KEPT_MS) return;
    super.writeDown(order, told);
  }
}

await runIfMain(import.meta, Wrong);
