// Looks whether the order was shipped, asks the service, and ships: two handlers at once both look before either ships.
import { ServerShop } from "./skeleton.mjs";

class RacesThroughAQuery extends ServerShop {
  enqueue() {}

  async takeNotification(order) {
    if (order.shipped) return;
    await this.isKnown(order);
    this.db.prepare("UPDATE orders SET shipped = shipped + 1 WHERE reference = ?").run(order.reference);
  }
}

await new RacesThroughAQuery().start();
