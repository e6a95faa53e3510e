// Careless: asks again and again without a pause.
import { runIfMain, Shop } from "../skeleton.mjs";

export default class Careless extends Shop {
  async run() {
    await this.sellOnPage("mug", 120.5);
    this.deliver();
  }

  async recover(order, tries) {
    const isKnown = await super.recover(order, tries);
    for (let left = 12; left > 0; left--)
      await this.ask("/hosted-checkout/query", { merchantReference: order.reference });
    return isKnown;
  }
}

await runIfMain(import.meta, Careless);
