// Charges first, and writes the order down when the answer is there: a crash between the two loses the sale.
import { ServerShop } from "./skeleton.mjs";

class ChargesThenWrites extends ServerShop {
  async sell(cart, amount) {
    const known = this.orderOf(cart);
    if (known) return known;
    const reference = `${cart}-${Date.now()}`;
    const answer = await this.ask("/tokenization/sale", {
      ...{ userId: "user1", tokenId: 351, merchantReference: reference, amount },
      callbackUrl: { notify: `http://127.0.0.1:${process.env.PORT}/notify` },
      lineItems: [{ quantity: 1, priceData: { name: cart, unitAmount: amount } }],
    });
    if (answer?.responseCode !== "0000") throw new Error("try again");
    this.db
      .prepare("INSERT INTO orders (reference, cart, amount, paid) VALUES (?, ?, ?, ?)")
      .run(reference, cart, amount, amount);
    return this.order(reference);
  }
}

await new ChargesThenWrites().start();
