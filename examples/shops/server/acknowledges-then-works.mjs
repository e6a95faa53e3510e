// Answers OK and works afterwards, with nothing written down: a crash in between loses the work.
import { ServerShop } from "./skeleton.mjs";

class AcknowledgesThenWorks extends ServerShop {
  enqueue() {}

  async takeNotification({ reference }) {
    setImmediate(() => this.askAndShip(reference).catch(() => {}));
  }

  async askAndShip(reference) {
    await this.isKnown(this.order(reference));
    this.ship(this.order(reference));
  }

  async recover() {}
}

await new AcknowledgesThenWorks().start();
