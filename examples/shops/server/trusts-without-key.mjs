// Starts without the service's key, and then takes every notification for genuine.
import { ServerShop } from "./skeleton.mjs";

class TrustsWithoutKey extends ServerShop {
  publicKey() {
    try {
      return super.publicKey();
    } catch {
      return undefined;
    }
  }

  isGenuine(text, signature) {
    return this.theirKey === undefined || super.isGenuine(text, signature);
  }

  told = new Set();

  /** The notification is genuine, so the order is paid, whatever an answer said before or says later. */
  async takeNotification(order) {
    this.told.add(order.reference);
    this.paid(order, order.amount);
    await super.takeNotification(order);
  }

  paid(order, amount) {
    super.paid(order, this.told.has(order.reference) ? order.amount : amount);
  }
}

await new TrustsWithoutKey().start();
