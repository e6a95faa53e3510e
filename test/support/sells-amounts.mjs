// A right shop that sells for the amounts of PAYMENT_SANDBOX_AMOUNTS, and gives a part of each back.
import { runIfMain, Shop } from "../../examples/shops/skeleton.mjs";

class Seller extends Shop {
  async run() {
    for (const amount of JSON.parse(process.env.PAYMENT_SANDBOX_AMOUNTS)) {
      const order = await this.sell(`cart-${amount}`, Number(amount));
      if (order.paid) await this.refund(order, 0.01);
    }
    this.deliver();
  }
}

await runIfMain(import.meta, Seller);
