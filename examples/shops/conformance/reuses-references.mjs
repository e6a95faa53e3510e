// Careless: a sale that went through is sent once more under its reference, to be sure. The service refuses it.
import { runIfMain, Shop } from "../skeleton.mjs";

export default class Careless extends Shop {
  async run() {
    const order = await this.sell("tea", 88);
    const { reference: merchantReference, amount, user: userId } = order;
    await this.ask("/tokenization/sale", {
      userId,
      tokenId: 351,
      merchantReference,
      amount,
      ...this.particulars(order),
    });
    this.deliver();
  }
}

await runIfMain(import.meta, Careless);
