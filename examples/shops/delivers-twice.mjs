// Wrong: two parcels leave for each payment, even when nothing goes wrong.
import { runIfMain, Shop } from "./skeleton.mjs";

export default class Wrong extends Shop {
  shipIfPaid(order) {
    super.shipIfPaid(order);
    if (order.shipped === 1) order.shipped++;
  }
}

await runIfMain(import.meta, Wrong);
