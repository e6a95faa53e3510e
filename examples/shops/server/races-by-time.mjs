// Looks whether the order was shipped, prints the label, and ships: two handlers at once both look before either ships. No call lies between.
import { ServerShop } from "./skeleton.mjs";

const printLabel = () => new Promise((resolve) => setTimeout(resolve, 30));

class RacesByTime extends ServerShop {
  enqueue() {}

  async takeNotification(order) {
    if (order.shipped) return;
    await printLabel();
    this.db.prepare("UPDATE orders SET shipped = shipped + 1 WHERE reference = ?").run(order.reference);
  }
}

await new RacesByTime().start();
