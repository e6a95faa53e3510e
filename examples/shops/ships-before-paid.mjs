// Wrong: sends the parcel when the order is made, whether it is paid or not.
import { runIfMain, Shop } from "./skeleton.mjs";

export default class Wrong extends Shop {
  write(...bought) {
    const order = super.write(...bought);
    order.shipped = true;
    return order;
  }
}

await runIfMain(import.meta, Wrong);
